import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { expect, test } from 'vitest'
import { expectAccessible, openPage, overflow } from '../../test/support/browser.ts'
import { temporaryFolder } from '../../test/support/temporary.ts'
import { digest } from './digest.ts'
import { htmlReport } from './html.ts'
import type { RunResult } from './result.ts'
import { all, parseXml } from './testing/parse-xml.ts'
import * as samples from './testing/samples.ts'

const { check, failureOf, run } = samples

/** The page as XML, which a page without an unclosed or stray element nearly is. */
function parsed(html: string) {
  return parseXml(
    html
      .replace(/<style>[\s\S]*<\/style>/, '')
      .replace(/<(meta|input|br)([^>]*)>/g, '<$1$2/>')
      .replace(/ (open|checked)(?=[ />])/g, ' $1=""')
      .replaceAll('&#39;', "'"),
  )
}

test.each(
  [
    samples.allPass,
    samples.threeFailures,
    samples.mostlyUndetermined,
    samples.couldNotRun,
    samples.cutShort,
    samples.knownFailures,
  ].map((make): [string, RunResult] => [make.name, make()]),
)('the page of %s is well-formed and needs nothing from elsewhere', (_, result) => {
  const html = htmlReport(digest(result))

  const page = parsed(html)
  expect(page.name).toBe('html')
  for (const name of ['script', 'link', 'img', 'iframe', 'a']) expect(all(page, name)).toEqual([])
  expect(html).not.toMatch(/\s(src|href|on\w+)=|url\(|@import/)
})

test('the verdict is in the title and at the top', () => {
  const page = parsed(htmlReport(digest(samples.threeFailures())))

  expect(all(page, 'title')[0]?.text).toBe(
    'FAILED: contract check of https://staging.example.com/api',
  )
  const verdict = all(page, 'div').find(({ attributes }) => attributes.class === 'verdict bad')
  expect(verdict?.text).toBe('FAILED3 statements of the specification are contradicted')
})

test('every fact is a row with the class by which it is filtered', () => {
  const page = parsed(htmlReport(digest(samples.threeFailures())))
  const rows = all(page, 'section').flatMap((section) => all(section, 'tr'))
  const classes = rows.flatMap(({ attributes }) => attributes.class ?? [])

  expect(classes.length).toBe(111)
  expect(classes.filter((name) => name === 'fail').length).toBe(3)
  expect(classes.filter((name) => name === 'undetermined').length).toBe(3)
})

test('a fact whose every failure is known is marked so', () => {
  const page = parsed(htmlReport(digest(samples.knownFailures())))
  const rows = all(page, 'tr').filter(({ attributes }) => attributes.class === 'known')

  expect(rows.map(({ children }) => children[0]?.text)).toEqual(['4.17', '7.2', '8.8'])
})

test('the page shows leftovers, notices and reasons', () => {
  const html = htmlReport(digest(samples.cutShort()), { notices: ['8.8 expired.'] })

  expect(html).toContain('Left behind: 1 campaign')
  expect(html).toContain('curl -X DELETE &#39;https://staging.example.com')
  expect(html).toContain('<p class="notice">8.8 expired.</p>')
  expect(html).toContain('the quota was used up before it was its turn: 32 facts')
})

test('a run that could not begin has its reason alone', () => {
  const page = parsed(htmlReport(digest(samples.couldNotRun())))

  expect(all(page, 'table')).toEqual([])
  expect(page.text).toContain('Start the server, or correct the base URL.')
  expect(page.text).not.toContain('proved')
})

test('text of a server stays text', () => {
  const nasty = `</pre></details><script>alert(1)</script>" onclick="x' &amp; \u0000\u001b[2J`
  const exchange = {
    curl: nasty,
    method: 'GET',
    url: nasty,
    status: 200,
    responseHeaders: { 'x-a': nasty, 'content-type': nasty },
    responseBody: nasty,
    durationMs: 1,
  }
  const failure = failureOf('7.3', { expected: nasty, actual: nasty, operation: nasty, exchange })
  const observation = { id: 'a', subject: 'a', observed: nasty, differs: false, samples: 1 }
  const page = parsed(
    htmlReport(
      digest(
        run({
          baseUrl: nasty,
          checks: [check('7', nasty, { failures: [failure] })],
          observations: [{ ...observation, sentence: nasty }],
          leftovers: [{ id: nasty, name: nasty, curl: nasty }],
        }),
      ),
    ),
  )

  expect(all(page, 'script')).toEqual([])
  expect(
    all(page, 'dd')
      .map(({ text }) => text)
      .join(),
  ).toContain(nasty.replace('\u0000', '\\u0000').replace('\u001b', '\\u001b'))
})

test('the page is accessible, needs nothing from elsewhere, and fits a phone', async () => {
  const file = join(temporaryFolder(), 'contract.html')
  writeFileSync(file, htmlReport(digest(samples.threeFailures())))

  const { page, offences } = await openPage(pathToFileURL(file).href)

  await expectAccessible({ page })
  await page.setViewportSize({ width: 360, height: 740 })
  expect(await overflow(page)).toBeLessThanOrEqual(0)
  expect(offences).toEqual([])
})

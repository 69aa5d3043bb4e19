import { expect, test } from 'vitest'
import { digest } from './digest.ts'
import { markdownReport } from './markdown.ts'
import * as samples from './testing/samples.ts'

const { check, failureOf, run } = samples

test('the verdict is the heading, the sections are a table', () => {
  const lines = markdownReport(digest(samples.threeFailures())).split('\n')

  expect(lines[0]).toBe('## ❌ FAILED: 3 statements of the specification are contradicted')
  expect(lines).toContain('| ✘ **contradicted** | §8 Limits | 7 of 8 | 1 |  |  |')
  expect(lines).toContain('| ? not all tried | §3 States and transitions | 2 of 4 |  |  | 2 |')
  expect(lines).toContain('| ✔ proved | §9 Versioning | 1 of 1 |  |  |  |')
})

test('a contradiction is folded, with the request in a fence', () => {
  const report = markdownReport(digest(samples.threeFailures()))

  expect(report).toContain(
    '<summary>✘ <b>8.8 (§8)</b> Every response has the header X-RateLimit-Limit.</summary>\n\n- stated: §8 says: “Response headers on all responses',
  )
  expect(report).toContain("```sh\ncurl -i 'https://staging.example.com/api/campaigns'\n```")
  expect(report.match(/<details>/g)?.length).toBe(report.match(/<\/details>/g)?.length)
})

test.each([
  ['a pass', samples.allPass(), '## ✅ PASSED'],
  ['an incomplete run', samples.mostlyUndetermined(), '## ⚠️ INCOMPLETE'],
  ['known failures', samples.knownFailures(), '## ⚠️ KNOWN FAILURES'],
  ['a run cut short', samples.cutShort(), '## ⚠️ CUT SHORT'],
])('%s is headed by what it is', (_, result, heading) => {
  expect(markdownReport(digest(result)).startsWith(heading)).toBe(true)
})

test('a run that could not begin has its reason alone', () => {
  expect(markdownReport(digest(samples.couldNotRun())).trim().split('\n').length).toBe(1)
})

test('leftovers, untried facts and notices are shown', () => {
  const report = markdownReport(digest(samples.cutShort()), { notices: ['8.8 expired.'] })

  expect(report).toContain('**Left behind:** 1 campaign')
  expect(report).toContain('- the quota was used up before it was its turn: 32 facts')
  expect(report).toContain('> **Note:** 8.8 expired.')
})

test('text of a server stays text', () => {
  const nasty = '`a` | <img src=x> \n</details> @someone *b* [c](d)'
  const exchange = {
    curl: 'curl a',
    method: 'GET',
    url: 'http://a',
    status: 200,
    responseHeaders: {},
    responseBody: '```\n</details>\n````js',
    durationMs: 1,
  }
  const failure = failureOf('7.3', { expected: nasty, actual: nasty, statement: nasty, exchange })
  const report = markdownReport(
    digest(
      run({
        checks: [check('7', 'x', { failures: [failure] })],
        observations: [
          { id: 'a', subject: 'a', observed: 1, differs: true, samples: 1, sentence: nasty },
        ],
      }),
    ),
  )

  expect(report).toContain(
    'expected \\`a\\` \\| &lt;img src=x&gt; &lt;/details&gt; @&ZeroWidthSpace;someone \\*b\\* \\[c\\](d)',
  )
  expect(report).toContain('</b> `a` | &lt;img src=x&gt; &lt;/details&gt; @&ZeroWidthSpace;someone')
  expect(report).toContain(
    '- \\`a\\` \\| &lt;img src=x&gt; &lt;/details&gt; @&ZeroWidthSpace;someone \\*b\\* \\[c\\](d)',
  )
  expect(report).toContain('`````\n```\n</details>\n````js\n`````')
})

test('a report stays below the limit of a comment and names what it left out', () => {
  const failures = samples
    .allPass()
    .facts.map(({ id }) => failureOf(id, { expected: 'x'.repeat(900), actual: 'y' }))
  const report = markdownReport(digest(run({ checks: [check('2', 'x', { failures })] })))

  expect(report.length).toBeLessThan(60_000)
  expect(report).toMatch(/And \d+ more causes: /)
})

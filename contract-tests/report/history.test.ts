import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { expect, test } from 'vitest'
import { expectAccessible, openPage, overflow } from '../../test/support/browser.ts'
import { temporaryFolder } from '../../test/support/temporary.ts'
import { readHistory, withRun, writeHistory } from './history.ts'
import { historyPage } from './history-page.ts'
import type { History } from './history-run.ts'
import type { RunResult } from './result.ts'
import * as samples from './testing/samples.ts'

const NONE: History = { format: 1, runs: [] }
const options = { folder: '.', reports: [], env: {} }

function historyOf(results: RunResult[]): History {
  return results.reduce((history, result) => withRun(history, result, options), NONE)
}

test('a run has its verdicts, its commit, its job and links to its reports', () => {
  const { runs } = withRun(NONE, samples.threeFailures(), {
    folder: 'out/history',
    reports: [
      { kind: 'html', file: 'out/run 7/contract.html' },
      { kind: 'sarif', file: 'out/contract.sarif' },
    ],
    env: {
      GITHUB_SHA: '11bd71901bbe5b1630ceea73d27597364c9af683',
      GITHUB_SERVER_URL: 'https://github.com',
      GITHUB_REPOSITORY: 'acme/api',
      GITHUB_RUN_ID: '7',
    },
  })

  expect(runs).toHaveLength(1)
  expect(runs[0]).toMatchObject({
    commit: '11bd71901bbe5b1630ceea73d27597364c9af683',
    job: 'https://github.com/acme/api/actions/runs/7',
    reports: [{ kind: 'html', link: '../run%207/contract.html' }],
    facts: { '8.8': 'fail', '3.2.1': 'undetermined', '9.1': 'pass' },
  })
})

test('an accepted failure is not a contradiction', () => {
  const [run] = withRun(NONE, samples.knownFailures(), options).runs

  expect(run?.facts['8.8']).toBe('known')
})

test('variables of CI that hold no address or commit are ignored', () => {
  const [run] = withRun(NONE, samples.allPass(), {
    ...options,
    env: { CI_COMMIT_SHA: '<b>', CI_JOB_URL: 'javascript:alert(1)' },
  }).runs

  expect(run).not.toHaveProperty('commit')
  expect(run).not.toHaveProperty('job')
})

test('a run of some facts keeps the others of earlier runs on the page', async () => {
  const folder = temporaryFolder()
  const some = samples.allPass()
  some.facts = some.facts.filter(({ id }) => id === '9.1')
  for (const result of [samples.threeFailures(), some]) {
    await writeHistory(readHistory(folder), result, { ...options, folder })
  }

  const page = readFileSync(join(folder, 'index.html'), 'utf8')
  expect(page).toContain('<strong>8.8</strong>')
  expect(page).toContain('aria-label="not in this run"')
})

test('the last thirty runs are kept', async () => {
  const folder = temporaryFolder()
  for (let index = 0; index < 32; index += 1) {
    const result = samples.run({ startedAt: new Date(Date.UTC(2026, 2, 1, index)).toISOString() })
    await writeHistory(readHistory(folder), result, { ...options, folder })
  }

  const { runs } = readHistory(folder)
  expect(runs).toHaveLength(30)
  expect(runs[0]?.startedAt).toBe('2026-03-01T02:00:00.000Z')
  expect(readFileSync(join(folder, 'index.html'), 'utf8')).toContain('2026-03-02 07:00 UTC')
})

test.each(['{', '[]', '{"format":2,"runs":[]}', '{"format":1,"runs":[{}]}', 'null'])(
  'a file with %s is refused with the way out',
  (text) => {
    const folder = temporaryFolder()
    writeFileSync(join(folder, 'history.json'), text)

    expect(() => readHistory(folder)).toThrow(/is not a history of runs\. Delete it, or name/)
  },
)

test('the page says what changed since the run before', () => {
  const worse = historyPage(historyOf([samples.allPass(), samples.threeFailures()]), [])
  const better = historyPage(historyOf([samples.threeFailures(), samples.allPass()]), [])

  expect(worse).toContain('newly contradicted: 4.17, 7.2 and 8.8; no longer tried: 3.2.1')
  expect(better).toContain('mended: 4.17, 7.2 and 8.8')
})

test('a run that could not start keeps proved facts out of the way', () => {
  const proved = samples.allPass()
  const unreachable = samples.run({ outcome: 'could_not_run', reason: 'no answer', checks: [] })

  const page = historyPage(historyOf([proved, unreachable]), proved.facts)

  expect(page).toContain(`None. All ${proved.facts.length} facts were proved.`)
})

test('text of a server stays text', () => {
  const nasty = `"><script>alert(1)</script>\u202e\u001b[2J`
  const result = samples.run({
    outcome: 'could_not_run',
    reason: nasty,
    baseUrl: nasty,
    checks: [],
  })
  const page = historyPage(historyOf([result]), result.facts)

  expect(page).not.toContain('<script')
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is to be found
  expect(page).not.toMatch(/[\u001b\u202e]/)
})

test('the page is accessible, needs nothing from elsewhere, and fits a phone', async () => {
  const folder = temporaryFolder()
  const results = [samples.allPass(), samples.threeFailures(), samples.cutShort()]
  for (const result of [...results, samples.knownFailures(), samples.mostlyUndetermined()]) {
    await writeHistory(readHistory(folder), result, { ...options, folder })
  }

  const { page, offences } = await openPage(pathToFileURL(join(folder, 'index.html')).href)

  await expectAccessible({ page })
  await page.setViewportSize({ width: 360, height: 740 })
  expect(await overflow(page)).toBeLessThanOrEqual(0)
  expect(await page.getByRole('img', { name: 'contradicted', exact: true }).count()).toBe(3)
  expect(offences).toEqual([])
})

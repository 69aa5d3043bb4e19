import { expect, test } from 'vitest'
import { digest } from './digest.ts'
import { answerOf } from './explanation.ts'
import type { RunResult } from './result.ts'
import { terminalReport } from './terminal.ts'
import {
  allPass,
  check,
  couldNotRun,
  cutShort,
  failureOf,
  knownFailures,
  mostlyUndetermined,
  run,
  threeFailures,
} from './testing/samples.ts'

const ESC = '\u001b'

/** The paragraph that begins with `start`. */
function block(report: string, start: string): string {
  return report.split('\n\n').find((each) => each.startsWith(start)) ?? ''
}

function lastBlock(report: string): string {
  return report.trimEnd().split('\n\n').at(-1) ?? ''
}

test('a passing run takes twenty lines, the verdict last', () => {
  const report = terminalReport(digest(allPass()))

  expect(report.trimEnd().split('\n').length).toBeLessThanOrEqual(20)
  expect(lastBlock(report)).toBe(
    [
      'PASSED  every fact was tried and holds',
      '111 of 111 facts proved · requests: main 62 of 80, all 131 of 140 · 4.2 s',
    ].join('\n'),
  )
})

test('each section has its mark, its facts and what keeps it from being proved', () => {
  const lines = terminalReport(digest(threeFailures())).split('\n')

  expect(lines).toContain('  ✔ §1 What the service does        8 of  8')
  expect(lines).toContain('  ? §3 States and transitions       2 of  4   2 not tried')
  expect(lines).toContain('  ✘ §8 Limits                       7 of  8   1 contradicted')
  expect(lines).toContain('  · §6 Events                      nothing to try over HTTP')
})

test('a contradiction shows the statement, both sides, the request and the answer', () => {
  const report = terminalReport(digest(threeFailures()))

  expect(block(report, '✘ 8.8')).toBe(
    [
      '✘ 8.8  Every response has the header X-RateLimit-Limit.',
      '  stated    §8 says: “Response headers on all responses | Header: X-RateLimit-Limit | Type: integer',
      '            | Meaning: limit of the window”',
      '  sent      GET https://staging.example.com/api/campaigns',
      '  received  401 application/json, after 38 ms',
      '            │ x-ratelimit-remaining: 0',
      '            │ {"success":false,"error":{"code":"missing_api_key","message":"No API key was given."}}',
      '  why       Every response has the header X-RateLimit-Limit: expected the header X-RateLimit-Limit,',
      '            but got no such header.',
      '  seen      43 times, in listCampaigns, createCampaign and verifyToken',
      "  repeat    curl -i 'https://staging.example.com/api/campaigns'",
    ].join('\n'),
  )
})

test('a redirect shows where it leads', () => {
  const exchange = { curl: '', method: 'GET', url: '', responseBody: '', durationMs: 2 }
  const to = (status: number) =>
    answerOf({ ...exchange, status, responseHeaders: { Location: 'https://login.example.com/' } })

  expect(to(302)).toBe('302 to https://login.example.com/')
  expect(to(201)).toBe('201')
})

test('a long body is cut after a few lines', () => {
  const report = terminalReport(digest(threeFailures()))

  expect(block(report, '✘ 7.2')).toContain('│ <body>\n            │ …')
  expect(report).not.toContain('SyntaxError')
})

test('reasons for not trying are grouped, the commonest first', () => {
  const lines = block(terminalReport(digest(mostlyUndetermined())), '? Not tried').split('\n')

  expect(lines).toEqual([
    '? Not tried: 37 facts',
    '  creating campaigns is off (--read-only): 28 facts (1.4, 2.1, 2.2, 2.3 and 24 more)',
    '    → run without --read-only',
    '  no --restricted-token given: 5 facts (2.58, 5.4.2, 5.4.3, 5.4.4 and 5.7.6)',
    '    → give --restricted-token (SVC_RESTRICTED_TOKEN) a key of the same account with campaigns:read',
    '      and rankings:read, and without permission to write',
    '  no --revoked-token given: 3 facts (3.2.1, 3.3.2 and 5.7.3)',
    '    → give --revoked-token (SVC_REVOKED_TOKEN) a key that was deleted',
    '  no --limited-token given: 1 fact (8.18)',
    '    → give --limited-token (SVC_LIMITED_TOKEN) a key that allows 10 requests or fewer and is not',
    '      used up',
  ])
})

test.each([
  ['all tried', allPass(), 'PASSED', '32'],
  ['not all tried', mostlyUndetermined(), 'INCOMPLETE', '33'],
  ['only known failures', knownFailures(), 'KNOWN FAILURES', '33'],
  ['cut short', cutShort(), 'CUT SHORT', '33'],
  ['interrupted', { ...cutShort(), outcome: 'interrupted' as const }, 'INTERRUPTED', '33'],
  ['contradicted', threeFailures(), 'FAILED', '31'],
  ['not begun', couldNotRun(), 'COULD NOT RUN', '33'],
])('a run that is %s has a word and a colour of its own', (_, result, word, colour) => {
  const verdict = lastBlock(terminalReport(digest(result), { colour: true }))

  expect(verdict.startsWith(`${ESC}[${colour}m${ESC}[1m${ESC}[7m${word}${ESC}[27m`)).toBe(true)
})

test('a run that was cut short says so next to the contradictions that it found', () => {
  const result: RunResult = {
    ...threeFailures(),
    outcome: 'cut_short',
    reason: 'No requests left.',
  }
  const report = terminalReport(digest(result))

  expect(lastBlock(report)).toContain(
    'CUT SHORT  No requests left. Before that, 3 statements of the specification are contradicted',
  )
})

test('a run that could not begin shows the reason and nothing else', () => {
  const report = terminalReport(digest(couldNotRun()), { width: 300 })

  expect(report).toBe(`COULD NOT RUN  ${couldNotRun().reason}\n`)
})

test('what was left behind comes with the command that deletes it', () => {
  const left = block(terminalReport(digest(cutShort())), '! Left behind')

  expect(left).toContain('svc-contract 7f3a (cmp_8hq2)')
  expect(left).toContain("curl -X DELETE 'https://staging.example.com/api/campaigns/cmp_8hq2' \\\n")
})

test('a known failure is shown with its owner and date', () => {
  const report = terminalReport(digest(knownFailures()))

  expect(block(report, '~ 8.8')).toContain(
    'known     accepted by team-gateway until 2026-06-30: API-412',
  )
  expect(report).toContain('  ~ §8 Limits                       7 of  8   1 known')
})

test('observations that agree are shown only to who asks', () => {
  const short = terminalReport(digest(allPass()))
  const long = terminalReport(digest(allPass()), { verbose: true })

  expect(short).toContain('≠ createCampaign returns 200 on success; our assumption: 201')
  expect(short).not.toContain('as we assume\n  =')
  expect(short).not.toContain('verifyToken answers success')
  expect(long).toContain('= verifyToken returns 200 on success, as we assume')
})

test.each([64, 80, 100])('no line but of a command is longer than %i columns', (width) => {
  const samples = [threeFailures(), cutShort(), mostlyUndetermined(), couldNotRun(), allPass()]
  const lines = samples.flatMap((result) => terminalReport(digest(result), { width }).split('\n'))

  const long = lines.filter((line) => line.length > width && !/^\s+(-\w|curl|'http)/.test(line))
  expect(long).toEqual([])
})

test('a server cannot control the terminal or GitHub', () => {
  const report = terminalReport(digest(withBody(`${ESC}[2J\u0007\n::error::owned\n##[error]owned`)))

  expect(report).not.toContain(ESC)
  expect(report).not.toContain('\u0007')
  expect(report).toContain('\\u001b[2J\\u0007')
  expect(report.split('\n').filter((line) => /^\s*::|##\[/.test(line))).toEqual([])
})

test('a server cannot pass off its words as a command where they begin a line', () => {
  const failure = failureOf('7.3', { expected: 'a code', actual: '\n::error::owned' })
  const report = terminalReport(
    digest(run({ checks: [check('7', 'has a code', { failures: [failure] })] })),
  )

  expect(report.split('\n').filter((line) => /^\s*::/.test(line))).toEqual([])
  expect(report).toContain(': :error::owned')
})

test('of many causes the later ones take a line each', () => {
  const failures = ['2.1', '2.2', '2.3', '2.4', '2.5'].map((id) =>
    failureOf(id, { expected: id, actual: 'nothing' }),
  )
  const result = run({ checks: [check('2', 'creates', { failures })] })

  expect(block(terminalReport(digest(result)), 'And 2 more')).toBe(
    [
      'And 2 more causes; --verbose shows each in full:',
      '  ✘ 2.4    A campaign without a type is refused on create.',
      '  ✘ 2.5    The type serp is accepted.',
    ].join('\n'),
  )
  expect(terminalReport(digest(result), { verbose: true })).toContain(
    'expected 2.5, but got nothing',
  )
})

test('a report of fifty failures stays short', () => {
  const facts = allPass().facts.slice(0, 50)
  const failures = facts.map(({ id }) => failureOf(id, { expected: id, actual: 'nothing' }))
  const report = terminalReport(digest(run({ checks: [check('2', 'creates', { failures })] })))

  expect(report.split('\n').length).toBeLessThan(80)
  expect(report).toContain('Contradictions: 50 causes, 50 facts')
  expect(report).toContain('and 27 more causes')
})

test('a difference from an assumption is not called a contradiction', () => {
  const { fact: _, ...failure } = failureOf('7.3', {
    statement: 'createCampaign returns 201 on success.',
    expected: '201',
    actual: '200',
  })
  const result = run({
    level: 'assumed',
    outcome: 'failed',
    checks: [check('4', 'x', { failures: [failure] })],
  })
  const report = terminalReport(digest(result))

  expect(block(report, '✘ assumption')).toContain(
    'our assumption: createCampaign returns 201 on success.',
  )
  expect(lastBlock(report)).toContain('FAILED  1 assumption differs')
})

test('notices stand before the verdict', () => {
  const report = terminalReport(digest(allPass()), {
    notices: ['The known failure of 8.8 expired.'],
  })

  expect(report).toMatch(/! The known failure of 8\.8 expired\.[\s\S]*PASSED/)
})

function withBody(responseBody: string): RunResult {
  const exchange = {
    curl: 'curl -i http://a/api',
    method: 'GET',
    url: 'http://a/api',
    status: 200,
    responseHeaders: {},
    responseBody,
    durationMs: 1,
  }
  const failure = failureOf('7.3', { expected: 'a code', actual: 'none', exchange })
  return run({ checks: [check('7', 'has a code', { failures: [failure] })] })
}

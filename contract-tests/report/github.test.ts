import { expect, test } from 'vitest'
import { digest } from './digest.ts'
import { githubAnnotations } from './github.ts'
import type { RunResult } from './result.ts'
import * as samples from './testing/samples.ts'

const { check, failureOf, run } = samples
const annotate = (result: RunResult) => githubAnnotations(digest(result), { locate: () => 42 })

test('a contradiction is an error at the line of the document', () => {
  const [first] = annotate(samples.threeFailures()).split('\n')

  expect(first).toBe(
    [
      '::error file=spec/openapi.yaml,line=42,',
      'title=4.17 (§4) PUT /campaigns/{id} updates a campaign.',
      '::stated: §4 says: “Endpoint list | Method: PUT | Path: /campaigns/{id} | Purpose: update a campaign”',
      '%0Asent: PUT https://staging.example.com/api/campaigns/cmp_8hq2, body {"name":"svc-contract 7f3a renamed","type":"serp","keywords":["one","two"],"frequency":"daily"}',
      '%0Areceived: 200 application/json; charset=utf-8, after 61 ms',
      '%0Awhy: PUT /campaigns/{id} updates a campaign: expected the name "svc-contract 7f3a renamed" when the campaign is read after the update, but got the old name "svc-contract 7f3a".',
      `%0Aseen: once, in updateCampaign%0Acurl -i -X PUT 'https://staging.example.com/api/campaigns/cmp_8hq2' -H "Authorization: Bearer $SVC_TOKEN" -H 'Content-Type: application/json' -d '{"name":"svc-contract 7f3a renamed","type":"serp","keywords":["one","two"],"frequency":"daily"}'`,
    ].join(''),
  )
})

test('what was not tried is one notice', () => {
  const lines = annotate(samples.mostlyUndetermined()).trim().split('\n')

  expect(lines.length).toBe(1)
  expect(lines[0]).toMatch(/^::notice title=37 facts could not be tried::creating campaigns is off/)
})

test('a known failure is a warning', () => {
  const lines = annotate(samples.knownFailures()).trim().split('\n')

  expect(lines.map((line) => line.split(' ')[0])).toEqual(['::warning', '::warning', '::warning'])
  expect(lines[0]).toContain('%0Aknown: accepted by team-gateway until 2026-06-30')
})

test('a run that did not finish is an error', () => {
  expect(annotate(samples.couldNotRun())).toMatch(/^::error title=COULD NOT RUN::Nothing answers/)
  expect(annotate(samples.cutShort())).toMatch(/^::error title=CUT SHORT::The key has no requests/)
})

test('a run that proved everything prints nothing', () => {
  expect(annotate(samples.allPass())).toBe('')
})

test('a value can neither end its command nor begin another', () => {
  const failure = failureOf('7.3', {
    statement: '100%, a: b',
    expected: 'x\r\n::error::owned',
    actual: '50%',
  })
  const report = annotate(run({ checks: [check('7', 'x', { failures: [failure] })] }))

  expect(report.trim().split('\n').length).toBe(1)
  expect(report).toContain('title=7.3 (§7) 100%25%2C a%3A b::stated: ')
  expect(report).toContain('expected x%0A::error::owned, but got 50%25.')
})

test('no more than ten errors, because GitHub drops what follows', () => {
  const failures = Array.from({ length: 14 }, (_, index) =>
    failureOf(`2.${index + 1}`, { expected: 'x', actual: String(index) }),
  )
  const lines = annotate(run({ checks: [check('2', 'x', { failures })] }))
    .trim()
    .split('\n')

  expect(lines.length).toBe(10)
  expect(lines[9]).toMatch(/^::error title=and 5 more causes::2\.10: .*%0A2\.14: /)
})

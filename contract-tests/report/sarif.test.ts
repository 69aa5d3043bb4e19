import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { digest } from './digest.ts'
import { locator } from './locate.ts'
import type { RunResult } from './result.ts'
import { sarifReport } from './sarif.ts'
import * as samples from './testing/samples.ts'

const { check, failureOf, run } = samples
const document = readFileSync(new URL('../../spec/openapi.yaml', import.meta.url), 'utf8')
const locate = locator(document)

interface Rule {
  id: string
  shortDescription: { text: string }
  fullDescription: { text: string }
}

interface Sarif {
  $schema: string
  version: string
  runs: {
    tool: { driver: { name: string; rules: Rule[] } }
    invocations: {
      executionSuccessful: boolean
      endTimeUtc: string
      toolExecutionNotifications: object[]
    }[]
    results: {
      ruleId: string
      ruleIndex: number
      level: string
      message: { text: string }
      locations: {
        physicalLocation: { artifactLocation: { uri: string }; region: { startLine: number } }
      }[]
      partialFingerprints: Record<string, string>
      suppressions: object[]
      properties: { cause?: number }
    }[]
  }[]
}

function read(result: RunResult) {
  const sarif = JSON.parse(sarifReport(digest(result), { locate })) as Sarif
  const [first] = sarif.runs
  if (!first) throw new Error('There is no run.')
  return { sarif, ...first, rules: first.tool.driver.rules }
}

test.each(
  [samples.allPass, samples.threeFailures, samples.couldNotRun, samples.cutShort].map((make) => [
    make.name,
    make(),
  ]),
)('%s has what SARIF 2.1.0 and GitHub require', (_, result) => {
  const { sarif, tool, results, rules } = read(result as RunResult)

  expect(sarif.version).toBe('2.1.0')
  expect(tool.driver.name).toBe('svc-sandbox')
  for (const each of results) {
    expect(rules[each.ruleIndex]?.id).toBe(each.ruleId)
    expect(each.message.text).not.toBe('')
    expect(each.locations.length).toBe(1)
    expect(each.locations[0]?.physicalLocation.region.startLine).toBeGreaterThan(0)
    expect(each.partialFingerprints.primaryLocationLineHash).toMatch(/^[0-9a-f]{16}:\d+$/)
  }
  expect(new Set(rules.map(({ id }) => id)).size).toBe(rules.length)
})

test('each contradicted fact is a rule, each operation a result at its line', () => {
  const { rules, results } = read(samples.threeFailures())

  expect(rules.map(({ id }) => id)).toEqual(['4.17', '7.2', '8.8'])
  expect(rules[2]?.shortDescription.text).toBe('Every response has the header X-RateLimit-Limit.')
  expect(rules[2]?.fullDescription.text).toMatch(/^§8/)
  expect(results.length).toBe(5)
  expect(new Set(results.map(({ properties }) => properties.cause)).size).toBeGreaterThan(1)
  const { uri, line } = placeOf(results[0])
  expect(uri).toBe('spec/openapi.yaml')
  expect(line).toBe('operationId: updateCampaign')
  expect(results[0]?.message.text).toContain('but got the old name "svc-contract 7f3a"')
})

test('a fingerprint is the same in the next run, whatever its ids are called', () => {
  const next = samples.threeFailures()
  for (const failure of next.checks.flatMap(({ failures }) => failures)) {
    failure.expected += ' svc-contract 91bb'
    failure.actual += ' svc-contract 91bb'
    failure.occurrences += 1
  }

  expect(fingerprints(next)).toEqual(fingerprints(samples.threeFailures()))
})

test('no two results share a fingerprint', () => {
  const failures = [
    failureOf('8.8', { operation: 'login', actual: 'none' }),
    failureOf('8.8', { operation: 'login', actual: 'two' }),
    failureOf('8.8', { operation: 'logout', actual: 'none' }),
    failureOf('8.9', { operation: 'login', actual: 'none' }),
  ]
  const found = fingerprints(run({ checks: [check('8', 'x', { failures })] }))

  expect(new Set(found).size).toBe(4)
})

test('the same contradiction in two checks is one result', () => {
  const failure = failureOf('8.8', { operation: 'login', expected: 'a', actual: 'b' })
  const checks = [
    check('4', 'x', { failures: [failure] }),
    check('8', 'y', { failures: [failure] }),
  ]
  const { results } = read(run({ checks }))

  expect(results.length).toBe(1)
  expect(results[0]?.message.text).toContain('(2 times)')
})

test('a known failure is suppressed, with its owner and date', () => {
  const { results } = read(samples.knownFailures())

  expect(results.map(({ suppressions }) => suppressions)).toEqual(
    Array(5).fill([
      {
        kind: 'external',
        status: 'accepted',
        justification: 'team-gateway, until 2026-06-30: API-412',
      },
    ]),
  )
})

test('a run that was cut short says that it was', () => {
  const { invocations } = read(samples.cutShort())

  expect(invocations[0]).toMatchObject({
    executionSuccessful: false,
    toolExecutionNotifications: [{ level: 'error', message: { text: samples.cutShort().reason } }],
  })
})

test('what was not proved, and what is wrong with a key, are notifications', () => {
  const [unmet, warnings] = [['--strict: 8.8 is not proved'], ['--limited-token has no limit']]
  const { invocations } = read({ ...samples.allPass(), unmet, warnings })

  expect(invocations[0]).toMatchObject({
    executionSuccessful: true,
    endTimeUtc: '2026-03-02T09:15:04.183Z',
    toolExecutionNotifications: [
      { level: 'error', message: { text: unmet[0] } },
      { level: 'warning', message: { text: warnings[0] } },
    ],
  })
})

function fingerprints(result: RunResult) {
  return read(result).results.map((each) => each.partialFingerprints.primaryLocationLineHash)
}

function placeOf(result: Sarif['runs'][0]['results'][0] | undefined) {
  const place = result?.locations[0]?.physicalLocation
  const line = document.split('\n')[(place?.region.startLine ?? 0) - 1]?.trim()
  return { uri: place?.artifactLocation.uri, line }
}

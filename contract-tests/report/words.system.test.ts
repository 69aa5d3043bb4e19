import { expect, it } from 'vitest'
import { by, changed, REMAINING, succeeded } from '../self-test/changes.ts'
import { checkServer } from '../self-test/suite.ts'
import { TOKENS } from '../self-test/world.ts'
import { digest } from './digest.ts'
import { wayToTry } from './explanation.ts'
import { terminalReport } from './terminal.ts'

it('says once what many responses show in other numbers, and how often', async () => {
  let left = 900
  const { result } = await checkServer(
    changed((reply) => {
      left -= 1
      reply.headers[REMAINING] = `${left}.5`
    }),
    { maxWaitMs: 0 },
  )

  const lines = terminalReport(digest(result), { verbose: true })
    .split('\n')
    .filter((line) => /^ +also/.test(line))
  expect(lines.filter((line) => line.includes('8.11'))).toEqual([
    expect.stringMatching(/X-RateLimit-Remaining as an integer.*"\d+\.5"/),
  ])
  expect(lines.length).toBeLessThan(6)
})

it.each(['[', '{"a":'])('judges a server whose answers are nested deep: %s', async (open) => {
  const close = open === '[' ? ']' : '}'
  const { result } = await checkServer(
    changed(by('getDashboards'), succeeded, (reply) => {
      const deep = `${open.repeat(2500)}1${close.repeat(2500)}`
      reply.text = `{"success":true,"data":${deep}}`
    }),
    { learn: true, level: 'assumed' },
  )

  expect(result.outcome).toBe('failed')
  const actual = result.checks.flatMap(({ failures }) => failures.map((each) => each.actual))
  expect(new Set(actual)).toContain('a response whose JSON is nested more than 200 levels deep')
})

it('names --max-requests where the limit of requests is why a fact was not tried', async () => {
  const { result } = await checkServer({}, { tokens: TOKENS, maxRequests: 40 })

  const ways = result.facts
    .filter(({ verdict }) => verdict === 'undetermined')
    .map((fact) => `${fact.reason} → ${wayToTry(fact)}`)
  expect(ways).not.toEqual([])
  expect(ways.filter((way) => !way.includes('→ give a higher --max-requests'))).toEqual([])
})

import { expect, it } from 'vitest'
import { BUGS } from '../self-test/bugs.ts'
import { VARIATIONS } from '../self-test/fair.ts'
import { fuzzServer } from '../self-test/suite.ts'
import { STYLE_NAMES, TOKENS } from '../self-test/world.ts'

/** Facts that the model of a fuzzing run can know, a few of each rule. */
const FOUND: Record<string, string[]> = {
  filtered: [
    'rankings include the day before start_date',
    'end_date without start_date is ignored',
    'two keywords are ignored',
    'keywords are matched as substrings',
    'the campaign is ignored with keywords',
    'a filter of keywords returns nothing',
    'mentions ignore the brand with platforms',
    'mentions include the day before start_date',
  ],
  authentic: [
    'a key in X-API-Key is accepted',
    'a key under the scheme Token is accepted',
    'getMentions works without a key',
    'deleteCampaign works with a revoked key',
    'keys are compared in any case',
  ],
  isolated: ['campaigns of another account are read', 'analytics of another account are read'],
  read_back: ['settings lose device', 'a campaign is shown without frequency'],
}

const CASES = Object.entries(FOUND).flatMap(([rule, names]) =>
  names.flatMap((name, at) => {
    const bug = BUGS.find((each) => each.name === name)
    const styles = bug?.styles ?? STYLE_NAMES
    return { rule, name, bug, style: styles[at % styles.length] ?? 'plain' }
  }),
)

it.each(CASES)('finds, in 1,000 cases: $name ($style)', async ({ rule, bug, style }) => {
  if (!bug) throw new Error('No bug has this name.')

  const { result, left } = await fuzzServer(
    { ...bug, style },
    { cases: 1000, seed: 4, tokens: TOKENS },
  )

  expect(result.failure?.rule).toBe(rule)
  expect(result.failure?.requests.length).toBeLessThanOrEqual(5)
  expect(left).toEqual([])
})

it.each(STYLE_NAMES)('accuses no server in the style %s', async (style) => {
  const { result, left } = await fuzzServer({ style }, { cases: 200, seed: 9, tokens: TOKENS })

  expect(result.failure).toBeUndefined()
  expect(result.outcome).toBe('passed')
  expect(left).toEqual([])
})

it.concurrent.each([
  ['an HTML 502 once in 40', 'plain'],
  ['a 503 server_error once in 40', 'nested'],
] as const)('accuses no server of %s (%s)', async (name, style) => {
  const variation = VARIATIONS.find((each) => each.name === name)

  const { result, left } = await fuzzServer({ ...variation, style }, { cases: 40, seed: 4 })

  expect(result.failure).toBeUndefined()
  expect(result.outcome).toBe('passed')
  expect(left).toEqual([])
})

import { expect, it } from 'vitest'
import { BUGS } from './bugs.ts'
import type { Variation } from './changes.ts'
import { VARIATIONS } from './fair.ts'
import { MISSED } from './missed.ts'
import { type Checked, checkServer, HURRIED } from './suite.ts'
import { STYLE_NAMES, TOKENS } from './world.ts'

type Run = [title: string, check: () => Promise<Checked>]

/** Each in both styles. The title has the whole name, for `-t`. */
function runsOf(planted: Variation, more: Partial<typeof HURRIED> = {}): Run[] {
  const { name, kind, styles = STYLE_NAMES, hasFewKeys } = planted
  const settings = { ...(!hasFewKeys && { tokens: TOKENS }), ...more }
  return styles.map((style) => [
    `${kind}, ${name} (${style})`,
    () => checkServer({ ...planted, style }, settings),
  ])
}

const missed = new Set(MISSED.flatMap(({ names }) => names))
const caught = BUGS.filter(({ name }) => !missed.has(name))
const known = BUGS.filter(({ name }) => missed.has(name))

it.concurrent.each(caught.flatMap((bug) => runsOf(bug, HURRIED)))(
  'catches: %s',
  async (_, check) => {
    const { result } = await check()

    expect(result.outcome).toBe('failed')
    expectWithinBudget(result)
  },
)

it.concurrent.each(known.flatMap((bug) => runsOf(bug, HURRIED)))(
  'misses, for a reason: %s',
  async (_, check) => {
    expect((await check()).result.outcome).not.toBe('failed')
  },
)

it.concurrent.each(VARIATIONS.flatMap((variation) => runsOf(variation)))(
  'acquits: %s',
  async (_, check) => {
    const { result, left } = await check()

    expect(result.checks.flatMap(({ failures }) => failures)).toEqual([])
    expect(result.outcome).toMatch(/^(passed|incomplete)$/)
    expectWithinBudget(result)
    expect(left).toEqual([])
  },
)

it('lists bugs that exist as missed', () => {
  const names = new Set(BUGS.map(({ name }) => name))

  expect([...missed].filter((name) => !names.has(name))).toEqual([])
})

/** A request that had to be sent again does not count. */
function expectWithinBudget({ requests: { main, total, repeated } }: Checked['result']): void {
  expect(main - repeated.main).toBeLessThanOrEqual(80)
  expect(total - repeated.total).toBeLessThanOrEqual(140)
}

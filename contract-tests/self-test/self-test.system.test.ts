import { beforeAll, expect, it } from 'vitest'
import { BUGS } from './bugs.ts'
import type { Variation } from './changes.ts'
import { VARIATIONS } from './fair.ts'
import { MISSED } from './missed.ts'
import { type Checked, checkServer, HURRIED } from './suite.ts'
import { STYLE_NAMES, type StyleName, TOKENS } from './world.ts'

interface Run {
  name: string
  kind: string
  style: StyleName
  checked: Promise<Checked>
}

/** Most runs spend their time waiting for a reset or a retry. */
const AT_ONCE = 12
const queue: (() => Promise<void>)[] = []

beforeAll(() => {
  const work = async () => {
    for (let next = queue.shift(); next; next = queue.shift()) await next()
  }
  for (let worker = 0; worker < AT_ONCE; worker += 1) void work()
})

/** Each in both styles. */
function runsOf(planted: Variation, more: Partial<typeof HURRIED> = {}): Run[] {
  const { name, kind, styles = STYLE_NAMES, hasFewKeys } = planted
  const settings = { ...(!hasFewKeys && { tokens: TOKENS }), ...more }
  return styles.map((style) => {
    const checked = new Promise<Checked>((resolve, reject) => {
      queue.push(() => checkServer({ ...planted, style }, settings).then(resolve, reject))
    })
    return { name, kind, style, checked }
  })
}

const missed = new Set(MISSED.flatMap(({ names }) => names))
const bugs = BUGS.flatMap((bug) => runsOf(bug, HURRIED))

it.each(bugs.filter(({ name }) => !missed.has(name)))(
  'catches: $kind, $name ($style)',
  async ({ checked }) => {
    const { result } = await checked

    expect(result.outcome).toBe('failed')
    expectWithinBudget(result)
  },
)

it.each(bugs.filter(({ name }) => missed.has(name)))(
  'misses, for a reason: $kind, $name ($style)',
  async ({ checked }) => {
    expect((await checked).result.outcome).not.toBe('failed')
  },
)

it.each(VARIATIONS.flatMap((variation) => runsOf(variation)))(
  'acquits: $kind, $name ($style)',
  async ({ checked }) => {
    const { result, left } = await checked

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

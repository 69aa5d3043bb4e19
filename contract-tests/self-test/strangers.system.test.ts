import { beforeAll, expect, it } from 'vitest'
import { BUGS } from './strangers/bugs.ts'
import { type Checked, checkStranger } from './strangers/check.ts'
import { VARIATIONS } from './strangers/fair.ts'
import { MISSED, SEEN_IN } from './strangers/missed.ts'
import type { Planted } from './strangers/start.ts'
import { hashOf, STYLE_NAMES, type StyleName } from './strangers/world.ts'

// `strangers/table.ts` tries all of them in every style.
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

/** Each in one style, which new ones do not change. */
function runOf(planted: Planted & { name: string; kind: string; styles?: StyleName[] }): Run {
  const { name, kind, styles = STYLE_NAMES } = planted
  const at = Number.parseInt(hashOf(name).slice(0, 8), 16) % styles.length
  const style = SEEN_IN[name] ?? (styles[at] as StyleName)
  const checked = new Promise<Checked>((resolve, reject) => {
    queue.push(() => checkStranger(style, planted).then(resolve, reject))
  })
  return { name, kind, style, checked }
}

const missed = new Set(MISSED.flatMap(({ names }) => names))
const stated = BUGS.filter((bug) => bug.stated)

it.each(stated.filter(({ name }) => !missed.has(name)).map(runOf))(
  'catches: $kind, $name ($style)',
  async ({ checked }) => {
    expect((await checked).result.outcome).toBe('failed')
  },
)

it.each(stated.filter(({ name }) => missed.has(name)).map(runOf))(
  'misses, for a reason: $kind, $name ($style)',
  async ({ checked }) => {
    expect((await checked).result.outcome).not.toBe('failed')
  },
)

it.each(VARIATIONS.map(runOf))('acquits: $kind, $name ($style)', async ({ checked }) => {
  const { result, left } = await checked

  expect(result.checks.flatMap(({ failures }) => failures)).toEqual([])
  expect(result.outcome).toMatch(/^(passed|incomplete)$/)
  expect(left).toEqual([])
})

it('lists bugs and variations that exist', () => {
  const names = new Set([...stated, ...VARIATIONS].map(({ name }) => name))

  const unknown = [...missed, ...Object.keys(SEEN_IN)].filter((name) => !names.has(name))

  expect(unknown).toEqual([])
})

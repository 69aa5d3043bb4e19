import fc from 'fast-check'
import { expect, test } from 'vitest'
import { VersionedMap } from './versioned-map.ts'

const IDS = Array.from({ length: 140 }, (_, n) => `id${n}`)

/** Ids close to the ends of chunks, so that few of them meet often. */
const id = fc.constantFrom('id0', 'id1', 'id127', 'id128', 'id139', 'new0', 'new1', 'new2', 'new3')
const changes = fc.uniqueArray(fc.tuple(id, fc.option(fc.integer(), { nil: undefined, freq: 2 })), {
  selector: ([changed]) => changed,
  maxLength: 5,
})
/** Steps; `of` is the version that a new one is made from. */
const steps = fc.array(fc.record({ of: fc.nat(), changes }), { maxLength: 25 })

function changed(
  map: ReadonlyMap<string, number>,
  list: readonly (readonly [string, number | undefined])[],
) {
  const after = new Map(map)
  for (const [key, value] of list) {
    if (value === undefined) after.delete(key)
    else after.set(key, value)
  }
  return after
}

test('each version is as a Map with the same changes, whatever becomes of the others', () => {
  fc.assert(
    fc.property(fc.constantFrom(0, 3, 127, 128, 140), steps, (count, list) => {
      const entries = IDS.slice(0, count).map((key, n) => [key, n] as const)
      const made = [{ map: VersionedMap.of(entries), model: new Map(entries) }]
      for (const step of list) {
        const { map, model } = made[step.of % made.length] as (typeof made)[number]
        made.push({ map: map.with(step.changes), model: changed(model, step.changes) })
      }
      for (const [index, { map, model }] of made.entries()) {
        expect([...map]).toEqual([...model])
        expect([map.size, [...map.keys()], [...map.values()]]).toEqual([
          ...[model.size, [...model.keys()], [...model.values()]],
        ])
        for (const key of [...IDS.slice(125), 'id0', 'new0', 'new3', 'none']) {
          expect([map.has(key), map.get(key)]).toEqual([model.has(key), model.get(key)])
        }
        const inChunks = map.chunks.map(
          ({ ids }) => ids.filter((each) => each !== undefined).length,
        )
        expect(map.chunks.map(({ size }) => size)).toEqual(inChunks)
        const other = made[(index * 7 + 1) % made.length] as (typeof made)[number]
        const either = new Set([...model.keys(), ...other.model.keys()])
        const different = [...either].filter((key) => model.get(key) !== other.model.get(key))
        expect(new Set(map.idsSince(other.map))).toEqual(new Set(different))
      }
    }),
    { numRuns: 60 },
  )
})

import fc from 'fast-check'
import { expect, it } from 'vitest'
import { collectUntil } from '../../test/support/garbage.ts'
import { ChunkPool, PackedQueue, type Packing } from './packed-queue.ts'

interface Note {
  sequence: number
  text: string
  owner: object
}

const PACKING: Packing<Note> = {
  heldCount: 1,
  pack: ({ sequence, text, owner }) => ({
    text: JSON.stringify({ sequence, text }),
    held: [owner],
  }),
  unpack: (text, [owner]) => ({ ...JSON.parse(text), owner }),
}

/** From texts of a few bytes to texts that are larger than any chunk. */
const texts = fc
  .tuple(fc.string({ unit: 'grapheme' }), fc.constantFrom(1, 30, 700, 30_000))
  .map(([text, times]) => text.repeat(times))
/** A text to add, or undefined to remove the oldest. */
const steps = fc.array(fc.option(texts, { nil: undefined, freq: 3 }), { maxLength: 60 })

it('returns entries as they were added, in order', () => {
  fc.assert(
    fc.property(steps, (each) => {
      const queue = new PackedQueue(PACKING, new ChunkPool())
      const expected: Note[] = []
      for (const [index, text] of each.entries()) {
        if (text !== undefined) {
          const note = { sequence: index + 1, text, owner: {} }
          queue.push(note, text.length)
          expected.push(note)
        } else if (expected.length > 0) {
          const { sequence, text: removed } = expected.shift() as Note
          expect(queue.shift()).toEqual({ sequence, size: removed.length })
        }
        expect(queue.length).toBe(expected.length)
        for (const [place, note] of expected.entries()) {
          const found = queue.at(place)
          expect([queue.sequenceAt(place), found.sequence, found.text]).toEqual([
            note.sequence,
            note.sequence,
            note.text,
          ])
          expect(found.owner).toBe(note.owner)
        }
      }
    }),
    { numRuns: 60 },
  )
})

const noteOf = (sequence: number, text: string): Note => ({ sequence, text, owner: { sequence } })

function textsIn(queue: PackedQueue<Note>): string[] {
  return Array.from({ length: queue.length }, (_, place) => queue.at(place).text)
}

it('grows when its oldest entry is not at its beginning', () => {
  const queue = new PackedQueue(PACKING, new ChunkPool())
  for (let n = 1; n <= 16; n++) queue.push(noteOf(n, `${n}`), 1)
  for (let n = 1; n <= 10; n++) queue.shift()
  for (let n = 17; n <= 60; n++) queue.push(noteOf(n, `${n}`), 1)

  const expected = Array.from({ length: 50 }, (_, place) => place + 11)
  expect(textsIn(queue)).toEqual(expected.map(String))
  expect(expected.map((_, place) => queue.at(place).owner)).toEqual(
    expected.map((sequence) => ({ sequence })),
  )
})

it.each([47, 48, 49])('stores a text of %i bytes when 48 are left', (length) => {
  const plain: Packing<Note> = { ...PACKING, pack: ({ text }) => ({ text, held: [{}] }) }
  const queue = new PackedQueue({ ...plain, unpack: (text) => noteOf(1, text) }, new ChunkPool())
  const stored = ['a'.repeat(2000), 'b'.repeat(length), 'c'.repeat(5000)]
  for (const [n, text] of stored.entries()) queue.push(noteOf(n, text), 1)

  expect(textsIn(queue)).toEqual(stored)
})

it('stores a text that is larger than what was freed', () => {
  const queue = new PackedQueue(PACKING, new ChunkPool())
  for (let n = 1; n <= 20; n++) queue.push(noteOf(n, 'x'.repeat(9_000)), 1)
  for (let n = 1; n <= 19; n++) queue.shift()
  queue.push(noteOf(21, 'y'.repeat(100_000)), 1)

  expect(textsIn(queue)).toEqual(['x'.repeat(9_000), 'y'.repeat(100_000)])
})

it('shares memory that became free, but no memory in use', () => {
  const pool = new ChunkPool()
  const queues = [1, 2].map(() => new PackedQueue(PACKING, pool)) as [
    PackedQueue<Note>,
    PackedQueue<Note>,
  ]
  const expected: [string[], string[]] = [[], []]
  for (let n = 1; n <= 200; n++) {
    for (const [which, queue] of queues.entries()) {
      const text = `${which} ${n} ${'x'.repeat((n * 37) % 3_000)}`
      queue.push(noteOf(n, text), 1)
      expected[which]?.push(text)
      // They shrink and grow in turns.
      const most = n % 50 < 25 === (which === 0) ? 4 : 40
      while (queue.length > most) {
        queue.shift()
        expected[which]?.shift()
      }
      expect(queues.map(textsIn)).toEqual(expected)
    }
  }
})

it('has no memory when it is empty, and little when it is nearly empty', () => {
  const queue = new PackedQueue(PACKING, new ChunkPool())
  for (let n = 1; n <= 500; n++) queue.push(noteOf(n, 'x'.repeat(800)), 1)
  expect(queue.bytes).toBeGreaterThan(400_000)

  while (queue.length > 1) queue.shift()
  expect(queue.bytes).toBeLessThan(20_000)
  queue.shift()
  expect(queue.bytes).toBe(0)

  queue.push(noteOf(501, 'again'), 1)
  expect(textsIn(queue)).toEqual(['again'])
})

it('goes on for thousands of entries with room for a few', () => {
  const queue = new PackedQueue(PACKING, new ChunkPool())
  const owner = {}
  for (let sequence = 1; sequence <= 5_000; sequence++) {
    queue.push({ sequence, text: `${sequence} ${'x'.repeat(sequence % 997)}`, owner }, 1)
    if (queue.length > 40) expect(queue.shift().sequence).toBe(sequence - 40)
  }

  expect(queue.length).toBe(40)
  expect([queue.at(0).text.slice(0, 5), queue.at(39).text.slice(0, 5)]).toEqual(['4961 ', '5000 '])
})

it('lets go of what removed entries held', async () => {
  const queue = new PackedQueue(PACKING, new ChunkPool())
  const held = [1, 2].map((sequence) => {
    const note = noteOf(sequence, 'x')
    queue.push(note, 1)
    return new WeakRef(note.owner)
  })
  queue.shift()

  await collectUntil(() => held[0]?.deref() === undefined)
  expect(held.map((each) => each.deref())).toEqual([undefined, { sequence: 2 }])
})

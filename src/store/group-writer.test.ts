import { EventEmitter, once } from 'node:events'
import { describe, expect, test } from 'vitest'
import { GroupWriter } from './group-writer.ts'
import { type Change, type Changed, makeChanges } from './transaction.ts'

interface State {
  log: readonly string[]
}

interface Write {
  state: State
  finish(): void
  fail(error: Error): void
}

/** A writer whose writes the test ends. */
function setUp() {
  const writes: Write[] = []
  const begun = new EventEmitter()
  const committed: string[][] = []

  const persist = ({ state }: Changed<State>) =>
    new Promise<void>((finish, fail) => {
      const write = { state, finish, fail }
      writes.push(write)
      begun.emit(`write ${writes.length}`, write)
    })
  const writer = new GroupWriter<State, Change<State>>(
    { log: [] },
    {
      make: makeChanges,
      persist,
      committed: (after) => {
        committed.push([...after.log])
      },
    },
  )
  const log = (line: string) =>
    writer.submit((state) => {
      state.log = [...state.log, line]
      return line
    })
  const nthWrite = async (count: number): Promise<Write> => {
    const write = writes[count - 1] ?? (await once(begun, `write ${count}`))[0]
    return write as Write
  }

  return { writer, writes, committed, log, nthWrite }
}

describe('GroupWriter', () => {
  test('writes once for all changes that were submitted during a write', async () => {
    const { writer, writes, log, nthWrite } = setUp()

    const first = log('a')
    const inFlight = await nthWrite(1)
    const others = [log('b'), log('c'), log('d')]
    inFlight.finish()
    await first
    const second = await nthWrite(2)
    second.finish()

    expect(await Promise.all(others)).toEqual(['b', 'c', 'd'])
    expect(second.state.log).toEqual(['a', 'b', 'c', 'd'])
    await writer.idle()
    expect(writes).toHaveLength(2)
  })

  test('resolves, and shows the state, when the write has ended', async () => {
    const { writer, committed, log, nthWrite } = setUp()
    const events: string[] = []

    const answered = log('a').then(() => events.push(`answered after ${committed.length}`))
    const write = await nthWrite(1)
    events.push('writing')
    expect(writer.state.log).toEqual([])
    expect(writer.isIdle).toBe(false)
    write.finish()
    await answered

    expect(events).toEqual(['writing', 'answered after 1'])
    expect(writer.state.log).toEqual(['a'])
    expect(writer.isIdle).toBe(true)
  })

  test('undoes the whole group if its write fails, and continues with the next', async () => {
    const { writer, committed, log, nthWrite } = setUp()
    const full = new Error('full')

    const group = Promise.allSettled([log('a'), log('b')])
    const failing = await nthWrite(1)
    const next = log('c')
    failing.fail(full)
    const second = await nthWrite(2)
    second.finish()

    expect(await group).toEqual([
      { status: 'rejected', reason: full },
      { status: 'rejected', reason: full },
    ])
    expect(await next).toBe('c')
    expect(writer.state.log).toEqual(['c'])
    expect(committed).toEqual([['c']])
  })

  test('rejects a group that cannot be made, and continues with the next', async () => {
    const parts = { persist: async () => {}, committed: () => {} }
    const writer = new GroupWriter<State, string>(
      { log: [] },
      {
        ...parts,
        make: (state, lines) => {
          if (lines.includes('bad')) throw new Error('bad')
          return makeChanges(
            state,
            lines.map((line) => (draft) => {
              draft.log = [...draft.log, line]
            }),
          )
        },
      },
    )

    await expect(writer.submit('bad')).rejects.toThrow('bad')
    expect(writer.isIdle).toBe(true)
    await writer.submit('good')

    expect(writer.state.log).toEqual(['good'])
  })

  test('keeps the error of a change if the write fails, unless it saw undone changes', async () => {
    const { writer, log, nthWrite } = setUp()
    const full = new Error('full')
    const refuse = (reason: string) =>
      writer.submit((state) => {
        state.log = [...state.log, 'half']
        throw new Error(reason)
      })

    const group = Promise.allSettled([refuse('before'), log('a'), refuse('after')])
    const write = await nthWrite(1)
    write.fail(full)

    const reasons = (await group).map((settled) => settled.status === 'rejected' && settled.reason)
    expect(reasons).toEqual([new Error('before'), full, full])
  })

  test('makes a change that is submitted in the turn in which the last one resolves', async () => {
    const { log, nthWrite } = setUp()

    const chained = log('a').then(() => log('b'))
    for (const count of [1, 2]) (await nthWrite(count)).finish()

    expect(await chained).toBe('b')
  })
})

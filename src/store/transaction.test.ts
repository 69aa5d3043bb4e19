import { freeze } from 'immer'
import { describe, expect, test } from 'vitest'
import { type Change, makeChanges } from './transaction.ts'

interface State {
  items: Record<string, { n: number; tags?: string[] }>
  log: string[]
}

const base = (): State => freeze({ items: { a: { n: 1 } }, log: [] }, true)

const log =
  (line: string): Change<State> =>
  (state) => {
    state.log.push(line)
    return line
  }

const fail =
  (line: string): Change<State> =>
  (state) => {
    state.log.push(line)
    throw new Error(line)
  }

describe('makeChanges', () => {
  test('undoes everything that a change did before it threw, but not other changes', () => {
    const changes = [fail('p'), log('x'), fail('q'), fail('r'), log('y'), fail('s')]

    const { state, outcomes } = makeChanges(base(), changes)

    expect(state.log).toEqual(['x', 'y'])
    expect(outcomes.map((outcome) => (outcome.ok ? outcome.result : outcome.error))).toEqual([
      new Error('p'),
      'x',
      new Error('q'),
      new Error('r'),
      'y',
      new Error('s'),
    ])
  })

  test('marks errors of changes that saw others that are not durable yet', () => {
    const refuse = () => {
      throw new Error('no')
    }

    const { outcomes } = makeChanges(base(), [refuse, log('x'), fail('y'), refuse])

    expect(outcomes.map((outcome) => !outcome.ok && outcome.tentative)).toEqual([
      false,
      false,
      true,
      true,
    ])
  })

  test('shows in a result its own change, not later ones', () => {
    const touch: Change<State> = (state) => {
      const item = state.items.a
      if (item) item.n += 1
      return { item, list: [item] }
    }
    const insert: Change<State> = (state) => {
      const item = { n: 10 }
      state.items.b = item
      return item
    }
    const touchInserted: Change<State> = (state) => {
      if (state.items.b) state.items.b.n += 1
    }

    const { outcomes, state } = makeChanges(base(), [touch, touch, insert, touchInserted])

    expect(outcomes[0]).toEqual({ ok: true, result: { item: { n: 2 }, list: [{ n: 2 }] } })
    expect(outcomes[2]).toEqual({ ok: true, result: { n: 10 } })
    expect(state.items).toEqual({ a: { n: 3 }, b: { n: 11 } })
  })

  test('lets a change modify a frozen object that another one has just inserted', () => {
    const frozen = Object.freeze({ n: 1 })
    const insert: Change<State> = (state) => {
      state.items.b = frozen
    }
    const touch: Change<State> = (state) => {
      if (state.items.b) state.items.b.n += 1
    }

    const { outcomes, state } = makeChanges(base(), [insert, touch])

    expect(outcomes).toEqual([
      { ok: true, result: undefined },
      { ok: true, result: undefined },
    ])
    expect(state.items.b).toEqual({ n: 2 })
  })

  test('refuses an async change and undoes it', () => {
    const change = async (state: State) => {
      state.log.push('x')
    }

    const { outcomes, state } = makeChanges(base(), [change])

    expect(outcomes[0]).toMatchObject({ ok: false, error: expect.any(TypeError) })
    expect(state.log).toEqual([])
  })
})

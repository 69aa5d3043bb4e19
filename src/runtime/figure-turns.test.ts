import { setImmediate } from 'node:timers/promises'
import { expect, it } from 'vitest'
import { FIGURE_LIMITS, FigureTurns } from './figure-turns.ts'

/** A computation that the test ends. */
function pending() {
  let end = () => {}
  const ended = new Promise<void>((resolve) => {
    end = resolve
  })
  const state = { begun: false }
  const compute = () => {
    state.begun = true
    return ended
  }
  return { state, compute, end: () => end() }
}

function begin(turns: FigureTurns, count: number, account = 'acc_1') {
  return Array.from({ length: count }, () => {
    const gone = new AbortController()
    const work = pending()
    const result = turns.take(account, gone.signal, work.compute)
    result.catch(() => {})
    return { ...work, gone, result }
  })
}

const begunIn = (all: { state: { begun: boolean } }[]) => all.map(({ state }) => state.begun)

it('computes a few figures of an account at a time, in the order of the requests', async () => {
  const turns = new FigureTurns({ isShared: true })
  const [one, two, three, four] = begin(turns, FIGURE_LIMITS.atOnce + 2)
  const [other] = begin(turns, 1, 'acc_2')

  expect(begunIn([one, two, three, four, other] as never)).toEqual([true, true, false, false, true])
  two?.end()
  await two?.result
  await setImmediate()
  expect(begunIn([three, four] as never)).toEqual([true, false])
})

it('lets callers who have hung up leave their place', async () => {
  const turns = new FigureTurns({ isShared: true })
  const all = begin(turns, FIGURE_LIMITS.atOnce + 2)
  const [first, , third, fourth] = all

  third?.gone.abort(new Error('gone'))
  first?.end()

  await expect(third?.result).rejects.toThrow('gone')
  await setImmediate()
  expect(begunIn([third, fourth] as never)).toEqual([false, true])
})

it('refuses more than may wait', async () => {
  const turns = new FigureTurns({ isShared: true })
  begin(turns, FIGURE_LIMITS.atOnce + FIGURE_LIMITS.waiting)

  const [more] = begin(turns, 1)

  await expect(more?.result).rejects.toMatchObject({ failure: 'quota_exceeded' })
})

it('lets all wait in a sandbox of one person', async () => {
  const turns = new FigureTurns({ isShared: false })
  begin(turns, FIGURE_LIMITS.atOnce + FIGURE_LIMITS.waiting)

  const [more] = begin(turns, 1)
  more?.gone.abort(new Error('gone'))

  await expect(more?.result).rejects.toThrow('gone')
})

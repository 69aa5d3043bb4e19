import { describe, expect, it } from 'vitest'
import { postgres, testDatabase } from '../../test/support/postgres.ts'
import type { Answers, Reception } from '../runtime/receivers.ts'
import { PostgresReceivers } from './receivers.ts'

const store = {
  readHead: async (): Promise<never> => {
    throw new Error('not needed')
  },
}

async function replicas() {
  const database = await testDatabase()
  const open = async () => new PostgresReceivers(await database.open(), store)
  return [await open(), await open()] as const
}

const answer = (status: number, more = {}) => ({ status, delay_ms: 0, ...more })

function reception(accountId: string, body = '{}'): Omit<Reception, 'sequence'> {
  return {
    accountId,
    time: 1,
    eventId: 'evt_1',
    type: null,
    headers: { 'x-a': 'b' },
    body,
    isCut: false,
    verdict: { signature: 'valid', reason: 'It is right.', details: null },
    answer: answer(204),
    status: null,
  }
}

describe.skipIf(!postgres.isAvailable)('the receivers of two replicas', () => {
  it('answer 204 until other responses are chosen, on either', async () => {
    const [one, other] = await replicas()
    expect(await one.takeAnswer('acc_a')).toEqual(answer(204))

    await one.setAnswers('acc_a', [answer(500)])

    expect(await other.takeAnswer('acc_a')).toEqual(answer(500))
    expect(await other.takeAnswer('acc_b')).toEqual(answer(204))
    expect(await one.remembers('acc_a')).toBe(true)
  })

  it('use up each response exactly once, and keep the last', async () => {
    const [one, other] = await replicas()
    const sequence: Answers = [
      answer(500, { count: 7 }),
      answer(503, { count: 2 }),
      answer(410),
      answer(200),
    ]
    await one.setAnswers('acc_a', sequence)

    const taken = await Promise.all(
      Array.from({ length: 16 }, (_, n) => (n % 2 ? one : other).takeAnswer('acc_a')),
    )

    const statuses = taken.map(({ status }) => status)
    const times = (status: number) => statuses.filter((each) => each === status).length
    expect([500, 503, 410, 200].map(times)).toEqual([7, 2, 1, 6])
    expect(await other.answersOf('acc_a')).toEqual([answer(200)])
  })

  it('show what either received, with the status of the response', async () => {
    const [one, other] = await replicas()
    const first = await one.add(reception('acc_a', 'snow ☃ \u0000'))
    await other.add(reception('acc_b'))
    const changed = other.received.changed(2, new AbortController().signal)
    const second = await one.add(reception('acc_a'))
    await changed
    await one.setStatus(second, 204)

    const found = await other.received.after(0, 'acc_a')

    expect(found).toEqual([first, { ...second, status: 204 }])
    expect(found.map(({ sequence }) => sequence)).toEqual([1, 3])
  })

  it('keep the last hundred of an account', async () => {
    const [one] = await replicas()
    for (let n = 0; n < 103; n++) await one.add(reception('acc_a'))

    const found = await one.received.after(0, 'acc_a')

    expect(found.map(({ sequence }) => sequence)).toEqual(
      Array.from({ length: 100 }, (_, n) => n + 4),
    )
    expect(await one.received.dropped('acc_a')).toBe(3)
  })

  it('forget an account on both', async () => {
    const [one, other] = await replicas()
    await one.setAnswers('acc_a', [answer(500)])
    await one.add(reception('acc_a'))
    await one.add(reception('acc_b'))

    await other.forget('acc_a')

    expect([await one.remembers('acc_a'), await one.remembers('acc_b')]).toEqual([false, true])
    expect(await one.answersOf('acc_a')).toEqual([answer(204)])
    expect(await one.received.after(0, 'acc_a')).toEqual([])
  })
})

import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { attemptAt } from '../../../test/support/event-rows.ts'
import { temporaryFolder } from '../../../test/support/temporary.ts'
import type { StoredAccount } from './account-file.ts'
import { readEarlierEvents } from './earlier-events.ts'

const ACCOUNT = { id: 'acc_a', lastRuns: { cmp_a: { at: 50 } } } as unknown as StoredAccount
const HEADER = { format: 'svc-sandbox/events', version: 1, account: 'acc_a' }

const event = (number: number, at = number) => [
  { kind: 'event', number, id: `evt_${number}`, type: 'ranking.changed', at, campaign_id: 'cmp_a' },
  `{"number":${number}}`,
]
const delivery = (number: number, of: number) => [
  { kind: 'delivery', number, id: `dlv_${of}`, event_id: `evt_${of}`, webhook_id: 'whk_a' },
]
const change = (of: number, parts: object, attempt?: object) => [
  { kind: 'change', id: `dlv_${of}`, status: 'pending', next: 70, ...parts },
  ...(attempt ? [JSON.stringify(attempt)] : []),
]
const stage = (batch: number, lines: number, isOfRun = true) => [
  { kind: 'stage', batch, lines, isOfRun },
]
const end = (kind: 'commit' | 'drop', batch: number) => [{ kind, batch }]

/** The rows in these files of an earlier release. */
function read(...files: unknown[][][]) {
  const folder = temporaryFolder()
  for (const [index, lines] of files.entries()) {
    const texts = [[HEADER], ...lines].map(([line, long]) =>
      long === undefined ? JSON.stringify(line) : `${JSON.stringify(line)}\t${long}`,
    )
    writeFileSync(join(folder, `00000${index + 1}.jsonl`), `${texts.join('\n')}\n{"kind":"dr`)
  }
  return readEarlierEvents(ACCOUNT, folder)
}

it('has what was committed, without what was dropped or cut off', async () => {
  const rows = await read(
    [stage(1, 2, false), event(1), delivery(2, 1), end('commit', 1)],
    [stage(2, 1), event(3), end('drop', 2), stage(3, 5), event(4), end('commit', 3), event(5)],
  )

  expect(rows.events?.map(({ id }) => id)).toEqual(['evt_1', 'evt_4', 'evt_5'])
  expect(rows.events?.[0]).toEqual({
    ...{ id: 'evt_1', type: 'ranking.changed', at: 1, campaign_id: 'cmp_a', alerts: [] },
    body: '{"number":1}',
  })
  expect(rows.deliveries?.map(({ id }) => id)).toEqual(['dlv_1'])
})

it('has what was staged when the process ended, if the account has all of the run', async () => {
  const rows = await read([
    ...[stage(1, 2), event(1, 50), delivery(2, 1)],
    ...[stage(2, 2), event(3, 50), event(4, 51)],
    ...[stage(3, 1, false), event(5, 50)],
  ])

  expect(rows.events?.map(({ id }) => id)).toEqual(['evt_1'])
  expect(rows.deliveries?.map(({ id }) => id)).toEqual(['dlv_1'])
})

it('has the last state of a delivery, and each attempt once, also if it was written again', async () => {
  const first = change(1, { attempt: 1 }, attemptAt(5))
  const second = change(1, { attempt: 2, manual: true }, attemptAt(6, { manual: true }))
  const failed = change(1, { status: 'failed', next: null, reason: 'Gone.' })
  const rows = await read(
    [event(1), delivery(2, 1), event(3), delivery(4, 3), first],
    [second, failed, [{ kind: 'bring_forward', ms: 2 }]],
    // As when rows that were kept for long are moved to the end.
    [event(1), delivery(2, 1), first, second, failed],
  )

  expect(rows.deliveries).toEqual([
    {
      ...{ id: 'dlv_1', event_id: 'evt_1', webhook_id: 'whk_a', status: 'failed' },
      ...{ next_attempt_at: null, failure_reason: 'Gone.' },
      attempts: [attemptAt(5), attemptAt(6, { manual: true })],
    },
    {
      ...{ id: 'dlv_3', event_id: 'evt_3', webhook_id: 'whk_a' },
      next_attempt_at: 1,
      attempts: [],
    },
  ])
})

it('names a file that is something else', async () => {
  await expect(read([[{ kind: 3 }]])).rejects.toThrow(
    /000001\.jsonl is damaged: a line is no event/,
  )
  await expect(read([['{}']])).rejects.toThrow(/000001\.jsonl is damaged: a line is no event/)
})

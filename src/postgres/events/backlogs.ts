import type { Sql } from '../sql.ts'
import { restored, storable } from '../store/storable-text.ts'
import { DELIVERY_COLUMNS, type DeliveryColumns, type NumberedRow, rowOf } from './event-rows.ts'
import type { OpenLog } from './open-log.ts'

/** A webhook with pending deliveries. */
export interface Backlog {
  webhookId: string
  /** When the first one that is not claimed is due. */
  due: number | undefined
}

const LOG = '(SELECT log FROM sandbox.event_log WHERE account_id = $1)'
const PENDING = `log = ${LOG} AND status = 'pending'`

/** The webhooks with pending deliveries: each is one step in the index. */
const WEBHOOKS = `
  RECURSIVE webhook AS (
    (SELECT webhook_id FROM sandbox.delivery WHERE ${PENDING} ORDER BY webhook_id LIMIT 1)
    UNION ALL
    SELECT (
      SELECT webhook_id FROM sandbox.delivery d WHERE ${PENDING} AND d.webhook_id > w.webhook_id
      ORDER BY webhook_id LIMIT 1)
    FROM webhook w WHERE w.webhook_id IS NOT NULL)`

export async function listBacklogs(
  sql: Sql,
  accountId: string,
  claimed: readonly number[],
): Promise<Backlog[]> {
  const rows = await sql.query<{ webhook_id: string; due: number | null }>(
    `WITH ${WEBHOOKS}
    SELECT w.webhook_id, (
      SELECT next_attempt_at FROM sandbox.delivery d
      WHERE ${PENDING} AND d.webhook_id = w.webhook_id AND number <> ALL ($2::bigint[])
      ORDER BY next_attempt_at, number LIMIT 1) AS due
    FROM webhook w WHERE w.webhook_id IS NOT NULL`,
    [storable(accountId), claimed],
  )
  return rows.map(({ webhook_id, due }) => ({
    webhookId: restored(webhook_id),
    due: due ?? undefined,
  }))
}

/** Ids of the webhooks with pending deliveries. */
export async function listWaitingWebhooks(sql: Sql, accountId: string): Promise<string[]> {
  const rows = await sql.query<{ webhook_id: string }>(
    `WITH ${WEBHOOKS} SELECT webhook_id FROM webhook WHERE webhook_id IS NOT NULL`,
    [storable(accountId)],
  )
  return rows.map(({ webhook_id }) => restored(webhook_id))
}

interface Wanted {
  webhookIds: readonly string[]
  until: number
  limit: number
  /** Numbers of rows that are claimed already. */
  claimed: readonly number[]
}

export interface DueRow {
  row: NumberedRow
  body: string
  /** The fence of the account's present holder. */
  fence: number | null
}

/** Deliveries that are due, webhooks in turns, those of each in the order of their times. */
export async function listDue(
  sql: Sql,
  accountId: string,
  { webhookIds, until, limit, claimed }: Wanted,
): Promise<DueRow[]> {
  const rows = await sql.query<DeliveryColumns & { body: string; fence: number | null }>(
    `WITH due AS MATERIALIZED (
      SELECT d.*, row_number() OVER (PARTITION BY d.webhook_id ORDER BY d.next_attempt_at, d.number) AS turn
      FROM unnest($2::text[]) AS w (id)
      CROSS JOIN LATERAL (
        SELECT number, webhook_id, next_attempt_at FROM sandbox.delivery
        WHERE ${PENDING} AND webhook_id = w.id AND next_attempt_at <= $3 AND number <> ALL ($5::bigint[])
        ORDER BY next_attempt_at, number LIMIT $4) d
      ORDER BY turn, d.webhook_id LIMIT $4)
    SELECT ${DELIVERY_COLUMNS}, e.body,
      (SELECT fence FROM sandbox.account_hold WHERE account_id = $1) AS fence
    FROM due JOIN sandbox.delivery d USING (number) JOIN sandbox.event e ON e.number = d.event
    ORDER BY due.turn, d.webhook_id`,
    [storable(accountId), webhookIds.map(storable), Math.floor(until), limit, claimed],
  )
  return rows.map((columns) => ({
    ...{ row: rowOf(columns), body: restored(columns.body), fence: columns.fence },
  }))
}

/** Ends all pending deliveries of a webhook that are not claimed. Resolves with their number. */
export async function giveUpBacklog(
  { sql, head }: OpenLog,
  webhookId: string,
  { reason, claimed }: { reason: string; claimed: readonly number[] },
): Promise<number> {
  const [given] = await sql.query<{ count: number; bytes: number }>(
    `WITH given AS (
      UPDATE sandbox.delivery SET status = 'failed', next_attempt_at = NULL, failure_reason = $3
      WHERE log = $1 AND status = 'pending' AND webhook_id = $2 AND number <> ALL ($4::bigint[])
      RETURNING body_bytes)
    SELECT count(*), coalesce(sum(body_bytes), 0) AS bytes FROM given`,
    [head.log, storable(webhookId), storable(reason), claimed],
  )
  const { count = 0, bytes = 0 } = given ?? {}
  head.pending -= count
  head.pending_bytes -= bytes
  return count
}

/** Brings all retries forward by `ms`, and then those later than `latest` to that time. */
export async function bringBacklogsForward(
  { sql, head }: OpenLog,
  { ms, latest }: { ms: number; latest: number | undefined },
): Promise<void> {
  await sql.query(
    `UPDATE sandbox.delivery SET next_attempt_at = least(next_attempt_at - $2::bigint, $3::bigint)
    WHERE log = $1 AND status = 'pending' AND next_attempt_at > least(next_attempt_at - $2::bigint, $3::bigint)`,
    [head.log, Math.round(ms), latest === undefined ? null : Math.round(latest)],
  )
}

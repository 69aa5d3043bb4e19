import { Turns } from '../../time/turns.ts'
import type { Sql } from '../sql.ts'
import { restored, storable } from '../store/storable-text.ts'
import {
  DELIVERY_COLUMNS,
  type DeliveryColumns,
  type NumberedKey,
  type NumberedRow,
  rowOf,
} from './event-rows.ts'

type Key = Partial<NumberedKey> & { id: string }

/** A present row, and the fence of the holder of its account. */
export interface FoundRow {
  row: NumberedRow
  fence: number | null
}

interface Reading {
  keys: Key[]
  rows: Promise<Map<string, FoundRow>>
}

/** Reads rows. Those that are wanted while an earlier question is under way are read together. */
export class RowReader {
  readonly #sql: Sql
  readonly #waiting = new Map<string, Reading>()
  readonly #turns = new Turns()

  constructor(sql: Sql) {
    this.#sql = sql
  }

  async find(accountId: string, key: Key): Promise<FoundRow | undefined> {
    const found = (await this.#wait(accountId, key)).get(key.id)
    const isOther = key.generation !== undefined && found?.row.generation !== key.generation
    return isOther ? undefined : found
  }

  #wait(accountId: string, key: Key): Promise<Map<string, FoundRow>> {
    const waiting = this.#waiting.get(accountId)
    if (waiting) {
      waiting.keys.push(key)
      return waiting.rows
    }
    const keys = [key]
    const rows = this.#turns.take(accountId, () => {
      this.#waiting.delete(accountId)
      return this.#read(accountId, keys)
    })
    this.#waiting.set(accountId, { keys, rows })
    return rows
  }

  async #read(accountId: string, keys: readonly Key[]): Promise<Map<string, FoundRow>> {
    const rows = await this.#sql.query<DeliveryColumns & { fence: number | null }>(READ, [
      storable(accountId),
      keys.flatMap(({ number }) => number ?? []),
      keys.filter(({ number }) => number === undefined).map(({ id }) => storable(id)),
    ])
    return new Map(
      rows.map(({ fence, ...columns }) => [restored(columns.id), { row: rowOf(columns), fence }]),
    )
  }
}

const READ = `
  WITH log AS (SELECT log FROM sandbox.event_log WHERE account_id = $1),
  wanted AS (
    SELECT unnest($2::bigint[]) AS number
    UNION SELECT k.number FROM log CROSS JOIN unnest($3::text[]) AS u (id)
      CROSS JOIN LATERAL (
        SELECT d.number FROM sandbox.delivery d WHERE d.log = log.log AND d.id = u.id LIMIT 1) k)
  SELECT ${DELIVERY_COLUMNS},
    (SELECT fence FROM sandbox.account_hold WHERE account_id = $1) AS fence
  FROM wanted JOIN sandbox.delivery d USING (number) WHERE d.log = (SELECT log FROM log)`

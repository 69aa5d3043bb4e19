import type { DeliveryRow, Skips } from '../../store/events/event-log.ts'
import { Turns } from '../../time/turns.ts'
import type { Sql } from '../sql.ts'
import { listBacklogs, listDue } from './backlogs.ts'
import type { Claims } from './claims.ts'

interface Wanted {
  until: number
  limit: number
  skips: Skips | undefined
}

/** Finds pending deliveries that are not claimed, and claims them. */
export class Claimer {
  readonly #sql: Sql
  readonly #claims: Claims
  /** Claims of an account follow each other. */
  readonly #turns = new Turns()

  constructor(sql: Sql, claims: Claims) {
    this.#sql = sql
    this.#claims = claims
  }

  async nextDue(accountId: string, skips: Skips = () => false): Promise<number | undefined> {
    const claimed = this.#claims.numbersOf(accountId)
    const backlogs = await listBacklogs(this.#sql, accountId, claimed)
    const times = backlogs.flatMap(({ due, webhookId }) => (skips(webhookId) ? [] : (due ?? [])))
    return times.length > 0 ? Math.min(...times) : undefined
  }

  claim(accountId: string, wanted: Wanted): Promise<DeliveryRow[]> {
    return this.#turns.take(accountId, () => this.#claimNow(accountId, wanted))
  }

  async #claimNow(
    accountId: string,
    { until, limit, skips = () => false }: Wanted,
  ): Promise<DeliveryRow[]> {
    const claimed = this.#claims.numbersOf(accountId)
    const backlogs = await listBacklogs(this.#sql, accountId, claimed)
    const webhookIds = backlogs
      .filter(({ webhookId, due }) => due !== undefined && due <= until && !skips(webhookId))
      .map(({ webhookId }) => webhookId)
    if (webhookIds.length === 0 || limit <= 0) return []
    const found = await listDue(this.#sql, accountId, { webhookIds, until, limit, claimed })
    const due = found.filter(({ fence }) => !this.#claims.isFenced(accountId, fence))
    for (const { row, body } of due) this.#claims.claim(accountId, row, row.number, body)
    return due.map(({ row }) => row)
  }
}

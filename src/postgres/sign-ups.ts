import { clientSubnet } from '../accounts/address.ts'
import type { Limits } from '../openapi/provenance/sections.ts'
import type { Quota } from '../runtime/quota.ts'
import type { SignUps } from '../runtime/sign-ups.ts'
import type { Database } from './database.ts'
import { QuotaTable } from './quota-table.ts'
import { sql } from './sql.ts'

/** Seconds after which a replica that was creating an account must have been killed. */
const RESERVED_SECONDS = 60
/** Sign-ups between two removals of addresses whose windows are over. */
const TIDY_EVERY = 100

/** The sign-ups at all replicas. */
export class PostgresSignUps implements SignUps {
  readonly #database: Database
  readonly #table: QuotaTable
  readonly #limits: Limits
  #untilTidy = TIDY_EVERY

  /** `limits`: most sign-ups from one address. */
  constructor(database: Database, limits: Limits) {
    this.#limits = limits
    this.#database = database
    this.#table = new QuotaTable(database, true)
  }

  async charge(address: string, now: number): Promise<Quota> {
    if (--this.#untilTidy === 0) {
      this.#untilTidy = TIDY_EVERY
      await this.#table.tidy('sign-up', now)
    }
    const charged = { kind: 'sign-up', accountId: '', caller: clientSubnet(address) } as const
    const charge = { limits: this.#limits, now, revision: 0 }
    // All revisions are 0, so none is old.
    return (await this.#table.charge(charged, charge)) as Quota
  }

  async reserve(most: number): Promise<(() => Promise<void>) | undefined> {
    const id = await this.#database.transaction(async (db) => {
      await db.query("SELECT pg_advisory_xact_lock(hashtext('svc-sandbox: sign-ups'))")
      await db.query(sql`
        DELETE FROM sandbox.sign_up WHERE reserved_at < now() - make_interval(secs => ${RESERVED_SECONDS})`)
      const [row] = await db.query<{ id: string }>(sql`
        INSERT INTO sandbox.sign_up (id) SELECT gen_random_uuid()
        WHERE (SELECT count(*) FROM sandbox.sign_up)
            + (SELECT count(*) FROM sandbox.account WHERE visitor_since IS NOT NULL) < ${most}
        RETURNING id`)
      return row?.id
    })
    if (id === undefined) return undefined
    return async () => {
      await this.#database.query(sql`DELETE FROM sandbox.sign_up WHERE id = ${id}`)
    }
  }

  async *idleSince(time: number): AsyncGenerator<string, undefined> {
    const rows = await this.#database.query<{ id: string }>(
      sql`SELECT id FROM sandbox.account a WHERE visitor_since <= ${time}
        AND NOT EXISTS (SELECT FROM sandbox.key_day WHERE account_id = a.id AND seen_at > ${time})`,
    )
    for (const { id } of rows) yield id
  }
}

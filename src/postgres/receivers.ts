import type { AccountHead } from '../accounts/account.ts'
import {
  type Answers,
  FIRST_ANSWERS,
  LIMITS,
  nextAnswer,
  type ReceiverAnswer,
  type Receivers,
  type Reception,
} from '../runtime/receivers.ts'
import type { Store } from '../store/store.ts'
import { UnknownAccountError } from '../store/store-error.ts'
import type { Database } from './database.ts'
import { EntryLog, type EntryRow } from './entry-log.ts'
import { type Sql, sql } from './sql.ts'
import { storable } from './store/storable-text.ts'

/** The receivers of the accounts, which any replica answers. */
export class PostgresReceivers implements Receivers {
  readonly received: EntryLog<Reception>
  readonly #database: Database
  readonly #store: Pick<Store, 'readHead'>

  constructor(database: Database, store: Pick<Store, 'readHead'>) {
    this.#database = database
    this.#store = store
    this.received = new EntryLog<Reception>(database, 'received', { limits: LIMITS, entryOf })
  }

  async ownerOf(receiverId: string): Promise<Readonly<AccountHead> | undefined> {
    const [row] = await this.#database.query<{ id: string }>(sql`
      SELECT id FROM sandbox.account WHERE receiver_id = ${storable(receiverId)}`)
    if (row === undefined) return undefined
    try {
      return await this.#store.readHead(row.id)
    } catch (error) {
      if (error instanceof UnknownAccountError) return undefined
      throw error
    }
  }

  answersOf(accountId: string): Promise<Answers> {
    return answersOf(this.#database, accountId)
  }

  async setAnswers(accountId: string, answers: Answers): Promise<void> {
    await setAnswers(this.#database, accountId, answers)
  }

  async takeAnswer(accountId: string): Promise<ReceiverAnswer> {
    const present = await this.answersOf(accountId)
    // Mostly there is one response, which is not used up.
    if (present.length === 1) return nextAnswer(present).answer
    return this.#database.transaction(async (db) => {
      const before = await answersOf(db, accountId, sql`FOR UPDATE`)
      const { answer, left } = nextAnswer(before)
      if (left !== before) await setAnswers(db, accountId, left)
      return answer
    })
  }

  async add(reception: Omit<Reception, 'sequence'>): Promise<Reception> {
    const { accountId, status: _, ...entry } = reception
    const sequence = await this.received.append([{ accountId, text: JSON.stringify(entry) }])
    return { ...reception, sequence }
  }

  async setStatus(reception: Reception, status: number): Promise<void> {
    await this.received.setStatus(reception.sequence, status)
    reception.status = status
  }

  async forget(accountId: string): Promise<void> {
    await this.#database.query(sql`
      DELETE FROM sandbox.receiver_answers WHERE account_id = ${accountId}`)
    await this.received.clear(accountId)
  }

  async remembers(accountId: string): Promise<boolean> {
    const found = await this.#database.query(sql`
      SELECT FROM sandbox.receiver_answers WHERE account_id = ${accountId}`)
    return found.length > 0 || this.received.remembers(accountId)
  }
}

async function answersOf(db: Sql, accountId: string, lock = sql``): Promise<Answers> {
  const [row] = await db.query<{ answers: string }>(sql`
    SELECT answers FROM sandbox.receiver_answers WHERE account_id = ${accountId} ${lock}`)
  return row === undefined ? FIRST_ANSWERS : (JSON.parse(row.answers) as Answers)
}

async function setAnswers(db: Sql, accountId: string, answers: Answers): Promise<void> {
  await db.query(sql`
    INSERT INTO sandbox.receiver_answers (account_id, answers) VALUES (${accountId}, ${JSON.stringify(answers)})
    ON CONFLICT (account_id) DO UPDATE SET answers = excluded.answers`)
}

function entryOf({ sequence, account_id, entry, status }: EntryRow): Reception {
  return { ...(JSON.parse(entry) as Reception), sequence, accountId: account_id, status }
}

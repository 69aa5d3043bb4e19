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
import type { Sql } from './sql.ts'
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
    const [row] = await this.#database.query<{ id: string }>(
      'SELECT id FROM sandbox.account WHERE receiver_id = $1',
      [storable(receiverId)],
    )
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
    return this.#database.transaction(async (sql) => {
      const before = await answersOf(sql, accountId, 'FOR UPDATE')
      const { answer, left } = nextAnswer(before)
      if (left !== before) await setAnswers(sql, accountId, left)
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
    await this.#database.query('DELETE FROM sandbox.receiver_answers WHERE account_id = $1', [
      accountId,
    ])
    await this.received.clear(accountId)
  }

  async remembers(accountId: string): Promise<boolean> {
    const found = await this.#database.query(
      'SELECT 1 FROM sandbox.receiver_answers WHERE account_id = $1',
      [accountId],
    )
    return found.length > 0 || this.received.remembers(accountId)
  }
}

async function answersOf(sql: Sql, accountId: string, lock = ''): Promise<Answers> {
  const [row] = await sql.query<{ answers: string }>(
    `SELECT answers FROM sandbox.receiver_answers WHERE account_id = $1 ${lock}`,
    [accountId],
  )
  return row === undefined ? FIRST_ANSWERS : (JSON.parse(row.answers) as Answers)
}

async function setAnswers(sql: Sql, accountId: string, answers: Answers): Promise<void> {
  await sql.query(
    `INSERT INTO sandbox.receiver_answers (account_id, answers) VALUES ($1, $2)
     ON CONFLICT (account_id) DO UPDATE SET answers = excluded.answers`,
    [accountId, JSON.stringify(answers)],
  )
}

function entryOf({ sequence, account_id, entry, status }: EntryRow): Reception {
  return { ...(JSON.parse(entry) as Reception), sequence, accountId: account_id, status }
}

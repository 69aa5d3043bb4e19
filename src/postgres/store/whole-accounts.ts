import type { Account } from '../../accounts/account.ts'
import { receiverIdOf } from '../../runtime/receivers.ts'
import { credentialsOf } from '../../store/credentials.ts'
import type { SecretBox } from '../../store/secret-box.ts'
import { type Sql, sql } from '../sql.ts'
import type { Held } from './account-cache.ts'
import { columnsOf } from './account-change.ts'
import { type Entry, entriesOf, entryColumns, membersText } from './account-rows.ts'
import { storable } from './storable-text.ts'

/** Rows that are written by one statement: its time is limited. */
const PAGE = 1_000

interface AccountRow {
  incarnation: number
  revision: number
  clock_revision: number
}

/** Adds the rows of a new account. Rejects with a unique violation if there is one with its id, or with its token. */
export async function insertAccount(
  account: Account,
  secrets: SecretBox,
  db: Sql,
): Promise<Held<Account>> {
  const { id, campaigns } = account
  const stored = secrets.sealed(id, account)
  const value = membersText(stored)
  const [row] = await db.query<AccountRow>(sql`
    INSERT INTO sandbox.account (id, campaigns, value, receiver_id, visitor_since)
    VALUES (${storable(id)}, ${campaigns.size}, ${value}, ${receiverIdOf(account)}, ${visitorSince(account)})
    RETURNING incarnation, revision, clock_revision`)
  return held(account, row as AccountRow, value.length + (await insertRows([stored], db)))
}

/** Replaces all rows of an account, whose row is locked; it keeps its place among accounts. */
export async function replaceAccount(
  account: Account,
  secrets: SecretBox,
  db: Sql,
): Promise<Held<Account>> {
  const { id, campaigns } = account
  const stored = secrets.sealed(id, account)
  const value = membersText(stored)
  await deleteRows(id, db)
  const [row] = await db.query<AccountRow>(sql`
    UPDATE sandbox.account SET campaigns = ${campaigns.size}, value = ${value}, revision = revision + 1,
      incarnation = nextval('sandbox.turn'), clock_revision = nextval('sandbox.turn'),
      receiver_id = ${receiverIdOf(account)}, visitor_since = ${visitorSince(account)}
    WHERE id = ${storable(id)} RETURNING incarnation, revision, clock_revision`)
  return held(account, row as AccountRow, value.length + (await insertRows([stored], db)))
}

/** Deletes an account, whose row is locked. */
export async function deleteAccount(id: string, db: Sql): Promise<void> {
  await deleteRows(id, db)
  await db.query(sql`DELETE FROM sandbox.account WHERE id = ${storable(id)}`)
  await db.query(sql`DELETE FROM sandbox.account_hold WHERE account_id = ${storable(id)}`)
}

/** Adds many accounts at once. */
export async function insertAccounts(
  accounts: readonly Account[],
  secrets: SecretBox,
  db: Sql,
): Promise<void> {
  const sealed = (account: Account) => secrets.sealed(account.id, account)
  for (const page of pagesOf(accounts)) {
    await db.query(sql`
      INSERT INTO sandbox.account (id, campaigns, value, receiver_id, visitor_since)
      SELECT u.id, u.campaigns, u.value, u.receiver_id, u.visitor_since
      FROM unnest(${page.map(({ id }) => storable(id))}::text[], ${page.map(({ campaigns }) => campaigns.size)}::int[],
        ${page.map((account) => membersText(sealed(account)))}::text[], ${page.map(receiverIdOf)}::text[],
        ${page.map(visitorSince)}::bigint[])
        WITH ORDINALITY AS u (id, campaigns, value, receiver_id, visitor_since, n) ORDER BY u.n`)
  }
  await insertRows(accounts.map(sealed), db)
}

/** When a visitor's account was created; null for other accounts. */
function visitorSince({ origin }: Account): number | null {
  return origin?.made_by === 'signup' ? origin.seen_at : null
}

function held(account: Account, row: AccountRow, size: number): Held<Account> {
  const { incarnation, revision, clock_revision: clockRevision } = row
  const version = { incarnation, revision, clockRevision, campaigns: account.campaigns.size }
  return { ...version, state: account, size, growth: 0 }
}

async function deleteRows(id: string, db: Sql): Promise<void> {
  await db.query(sql`
    WITH entries AS (DELETE FROM sandbox.entry WHERE account_id = ${storable(id)}),
      changes AS (DELETE FROM sandbox.change WHERE account_id = ${storable(id)})
    DELETE FROM sandbox.credential WHERE account_id = ${storable(id)}`)
}

/** Returns the length of their JSON. */
async function insertRows(accounts: readonly Account[], db: Sql): Promise<number> {
  let size = 0
  for (const page of pagesOf(rowsOf(accounts))) {
    const columns = entryColumns(page)
    size += columns.value.reduce((sum, { length }) => sum + length, 0)
    await db.query(sql`
      INSERT INTO sandbox.entry (account_id, collection, id, value, type, frequency, status, search)
      SELECT u.account_id, u.collection, u.id, u.value, u.type, u.frequency, u.status, u.search
      FROM unnest(${page.map(({ accountId }) => storable(accountId))}::text[], ${columns.collection}::text[],
        ${columns.id}::text[], ${columns.value}::text[], ${columns.type}::text[], ${columns.frequency}::text[],
        ${columns.status}::text[], ${columns.search}::text[])
        WITH ORDINALITY AS u (account_id, collection, id, value, type, frequency, status, search, n) ORDER BY u.n`)
  }
  // A token may be that of two keys of the account; then the later one counts.
  const credentials = accounts.flatMap((account) => [...new Map(credentialsOf(account))])
  for (const page of pagesOf(credentials)) {
    const { hash, account, key, session } = columnsOf(page)
    await db.query(sql`
      INSERT INTO sandbox.credential (hash, account_id, key_id, session_id)
      SELECT * FROM unnest(${hash}::text[], ${account}::text[], ${key}::text[], ${session}::text[])`)
  }
  return size
}

/** Rows are made when they are written, so that nothing waits for those of a whole account. */
function* rowsOf(
  accounts: readonly Account[],
): Generator<Entry & { accountId: string }, undefined> {
  for (const account of accounts) {
    for (const entry of entriesOf(account)) yield { ...entry, accountId: account.id }
  }
}

function* pagesOf<T>(rows: Iterable<T>): Generator<T[], undefined> {
  let page: T[] = []
  for (const row of rows) {
    page.push(row)
    if (page.length < PAGE) continue
    yield page
    page = []
  }
  if (page.length > 0) yield page
}

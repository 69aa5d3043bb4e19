import type { Account } from '../../accounts/account.ts'
import { receiverIdOf } from '../../runtime/receivers.ts'
import { credentialsOf } from '../../store/credentials.ts'
import type { SecretBox } from '../../store/secret-box.ts'
import type { Sql } from '../sql.ts'
import type { Held } from './account-cache.ts'
import {
  BLOCK,
  CAMPAIGN_COLUMNS,
  campaignColumns,
  collectionOf,
  entryOf,
  HEAD_COLLECTIONS,
  idsOf,
  membersText,
} from './account-rows.ts'
import { storable } from './storable-text.ts'

/** Rows that are written by one statement. */
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
  sql: Sql,
): Promise<Held<Account>> {
  const stored = secrets.sealed(account.id, account)
  const value = membersText(stored)
  const [row] = await sql.query<AccountRow>(
    `INSERT INTO sandbox.account (id, campaigns, places, value, receiver_id, visitor_since)
    VALUES ($1, $2::int, $2::int, $3, $4, $5) RETURNING incarnation, revision, clock_revision`,
    rowOf(account, value),
  )
  return held(account, row as AccountRow, value.length + (await insertRows([stored], sql)))
}

/** The values of an account's row, as the statements number them. */
function rowOf(account: Account, value: string): unknown[] {
  const { id, campaigns } = account
  return [storable(id), campaigns.size, value, receiverIdOf(account), visitorSince(account)]
}

/** Replaces all rows of an account, whose row is locked; it keeps its place among accounts. */
export async function replaceAccount(
  account: Account,
  secrets: SecretBox,
  sql: Sql,
): Promise<Held<Account>> {
  const stored = secrets.sealed(account.id, account)
  const value = membersText(stored)
  await deleteRows(account.id, sql)
  const [row] = await sql.query<AccountRow>(
    `UPDATE sandbox.account SET campaigns = $2::int, places = $2::int, value = $3, revision = revision + 1, log_from = revision + 1,
      incarnation = nextval('sandbox.turn'), clock_revision = nextval('sandbox.turn'), receiver_id = $4, visitor_since = $5
    WHERE id = $1 RETURNING incarnation, revision, clock_revision`,
    rowOf(account, value),
  )
  return held(account, row as AccountRow, value.length + (await insertRows([stored], sql)))
}

/** Deletes an account, whose row is locked. */
export async function deleteAccount(id: string, sql: Sql): Promise<void> {
  await deleteRows(id, sql)
  for (const statement of [
    'DELETE FROM sandbox.account WHERE id = $1',
    'DELETE FROM sandbox.account_hold WHERE account_id = $1',
  ]) {
    await sql.query(statement, [storable(id)])
  }
}

/** Adds many accounts at once. */
export async function insertAccounts(
  accounts: readonly Account[],
  secrets: SecretBox,
  sql: Sql,
): Promise<void> {
  const sealed = (account: Account) => secrets.sealed(account.id, account)
  for (const page of pagesOf(accounts)) {
    await sql.query(
      `INSERT INTO sandbox.account (id, campaigns, places, value, receiver_id, visitor_since)
      SELECT u.id, u.campaigns, u.campaigns, u.value, u.receiver_id, u.visitor_since
      FROM unnest($1::text[], $2::int[], $3::text[], $4::text[], $5::bigint[]) WITH ORDINALITY
        AS u (id, campaigns, value, receiver_id, visitor_since, n) ORDER BY u.n`,
      [
        page.map(({ id }) => storable(id)),
        page.map(({ campaigns }) => campaigns.size),
        page.map((account) => membersText(sealed(account))),
        page.map(receiverIdOf),
        page.map(visitorSince),
      ],
    )
  }
  await insertRows(accounts.map(sealed), sql)
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

async function deleteRows(id: string, sql: Sql): Promise<void> {
  for (const table of ['campaign', 'campaign_block', 'record', 'change', 'credential']) {
    await sql.query(`DELETE FROM sandbox.${table} WHERE account_id = $1`, [storable(id)])
  }
}

/** Returns the length of their JSON. */
async function insertRows(accounts: readonly Account[], sql: Sql): Promise<number> {
  let size = 0
  const names = CAMPAIGN_COLUMNS.join(', ')
  for (const page of pagesOf(rowsOf(accounts, campaignRows))) {
    size += page.reduce((sum, row) => sum + String(row.at(-1)).length, 0)
    await sql.query(
      `INSERT INTO sandbox.campaign (account_id, id, place, ${names})
      SELECT * FROM unnest($1::text[], $2::text[], $3::bigint[], $4::text[], $5::text[], $6::text[], $7::text[], $8::text[])`,
      columnsOf(page, 8),
    )
  }
  for (const page of pagesOf(rowsOf(accounts, blockRows))) {
    await sql.query(
      `INSERT INTO sandbox.campaign_block (account_id, block, campaigns)
      SELECT * FROM unnest($1::text[], $2::bigint[], $3::int[])`,
      columnsOf(page, 3),
    )
  }
  for (const page of pagesOf(rowsOf(accounts, recordRows))) {
    size += page.reduce((sum, row) => sum + String(row.at(-1)).length, 0)
    await sql.query(
      `INSERT INTO sandbox.record (account_id, collection, id, value)
      SELECT u.account_id, u.collection, u.id, u.value
      FROM unnest($1::text[], $2::text[], $3::text[], $4::text[]) WITH ORDINALITY
        AS u (account_id, collection, id, value, n) ORDER BY u.n`,
      columnsOf(page, 4),
    )
  }
  for (const page of pagesOf(rowsOf(accounts, credentialRows))) {
    await sql.query(
      `INSERT INTO sandbox.credential (account_id, hash, key_id, session_id)
      SELECT * FROM unnest($1::text[], $2::text[], $3::text[], $4::text[])`,
      columnsOf(page, 4),
    )
  }
  return size
}

type Row = (string | number | null)[]

function* campaignRows({ id, campaigns }: Account): Generator<Row, undefined> {
  let place = 0
  for (const [campaignId, campaign] of campaigns) {
    yield [storable(id), storable(campaignId), ++place, ...campaignColumns(campaign)]
  }
}

function blockRows({ id, campaigns }: Account): Row[] {
  const last = campaigns.size
  const blocks = Math.floor(last / BLOCK) + 1
  return Array.from({ length: blocks }, (_, block) => {
    // Places begin with 1.
    const from = Math.max(1, block * BLOCK)
    return [storable(id), block, Math.min(last, (block + 1) * BLOCK - 1) - from + 1]
  })
}

function* recordRows(account: Account): Generator<Row, undefined> {
  for (const name of [...HEAD_COLLECTIONS, 'lastRuns', 'past']) {
    const collection = collectionOf(account, name)
    for (const id of idsOf(collection)) {
      const value = JSON.stringify(entryOf(collection, id))
      yield [storable(account.id), name, storable(id), value]
    }
  }
}

function credentialRows(account: Account): Row[] {
  // A token may be that of two keys of the account; then the later one counts.
  return [...new Map(credentialsOf(account))].map(([hash, { accountId, keyId, sessionId }]) => [
    ...[storable(accountId), storable(hash), storable(keyId)],
    sessionId === undefined ? null : storable(sessionId),
  ])
}

function columnsOf(rows: readonly Row[], count: number): Row[] {
  return Array.from({ length: count }, (_, column) => rows.map((row) => row[column] ?? null))
}

/** Rows are made when they are written, so that nothing waits for those of a whole account. */
function* rowsOf(
  accounts: readonly Account[],
  make: (account: Account) => Iterable<Row>,
): Generator<Row, undefined> {
  for (const account of accounts) yield* make(account)
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

import type { Campaign, CampaignHistory } from '../../accounts/campaign.ts'
import type { CampaignFilter, CampaignQuery } from '../../accounts/campaign-list.ts'
import type { CampaignState } from '../../store/store.ts'
import { UnknownAccountError } from '../../store/store-error.ts'
import type { Sql } from '../sql.ts'
import { BLOCK, parsed } from './account-rows.ts'
import { containing, storable } from './storable-text.ts'

interface ListRow {
  total: number
  id: string | null
  value: string | null
  history: string | null
}

/** A page of the campaigns of an account, newest first, read from their rows alone. */
export async function campaignRows(
  id: string,
  query: CampaignQuery,
  sql: Sql,
): Promise<{ items: CampaignState[]; total: number }> {
  const limit = Number.isFinite(query.limit) ? query.limit : null
  const values: unknown[] = [storable(id), limit, query.offset]
  const conditions = conditionsOf(query, values)
  const page = conditions.length === 0 ? ALL : fitting(conditions, query)
  const rows = await sql.query<ListRow>(
    `${page} SELECT t.total, c.id, c.value, r.value AS history
    FROM total t LEFT JOIN page p ON true
    LEFT JOIN sandbox.campaign c ON c.account_id = $1 AND c.id = p.id
    LEFT JOIN sandbox.record r ON r.account_id = $1 AND r.collection = 'past' AND r.id = p.id
    ORDER BY p.place DESC`,
    values,
  )
  const [first] = rows
  if (!first) throw new UnknownAccountError(id)
  return { items: rows.flatMap((row) => stateOf(row)), total: first.total }
}

/** One campaign; undefined if the account does not have it. */
export async function campaignRow(
  id: string,
  campaignId: string,
  sql: Sql,
): Promise<CampaignState | undefined> {
  const [row] = await sql.query<ListRow>(
    `SELECT 1 AS total, c.id, c.value, r.value AS history FROM sandbox.account a
    LEFT JOIN sandbox.campaign c ON c.account_id = a.id AND c.id = $2
    LEFT JOIN sandbox.record r ON r.account_id = a.id AND r.collection = 'past' AND r.id = $2
    WHERE a.id = $1`,
    [storable(id), storable(campaignId)],
  )
  if (!row) throw new UnknownAccountError(id)
  return stateOf(row)[0]
}

function stateOf({ id, value, history }: ListRow): CampaignState[] {
  if (id === null || value === null) return []
  const past = history === null ? undefined : parsed<CampaignHistory>(history)
  return [{ campaign: parsed<Campaign>(value), history: past }]
}

/** All campaigns. The block in which the page begins is found by the numbers of campaigns in all blocks. */
const ALL = `
  WITH total AS MATERIALIZED (
    SELECT a.campaigns AS total FROM sandbox.account a WHERE a.id = $1
  ), start AS MATERIALIZED (
    SELECT b.block, b.through - b.campaigns AS above FROM (
      SELECT block, campaigns, sum(campaigns) OVER (ORDER BY block DESC) AS through
      FROM sandbox.campaign_block WHERE account_id = $1
    ) b WHERE b.through > $3::bigint ORDER BY b.block DESC LIMIT 1
  ), page AS MATERIALIZED (
    SELECT c.id, c.place FROM sandbox.campaign c
    WHERE c.account_id = $1 AND c.place < (SELECT (s.block + 1) * ${BLOCK} FROM start s)
    ORDER BY c.place DESC LIMIT $2::bigint OFFSET (SELECT $3 - s.above FROM start s)
  )`

function fitting(conditions: readonly string[], { search }: CampaignFilter): string {
  const isLookedUp = !search || TRIGRAM.test(search)
  const rows = `SELECT c.id, c.place FROM sandbox.campaign c WHERE c.account_id = $1 AND ${conditions.join(' AND ')}`
  return `
  WITH fitting AS MATERIALIZED (${isLookedUp ? rows : inBlocks(rows)}), total AS MATERIALIZED (
    SELECT (SELECT count(*) FROM fitting) AS total FROM sandbox.account a WHERE a.id = $1
  ), page AS MATERIALIZED (
    SELECT f.id, f.place FROM fitting f ORDER BY f.place DESC LIMIT $2::bigint OFFSET $3::bigint
  )`
}

/** The index for searching knows texts by three characters of a word. */
const TRIGRAM = /[\p{L}\p{N}]{3}/u

/** Rows of campaigns, read block by block: otherwise PostgreSQL may read the campaigns of all accounts. */
function inBlocks(rows: string): string {
  return `
    SELECT c.id, c.place FROM sandbox.campaign_block b CROSS JOIN LATERAL (
      ${rows} AND c.place >= b.block * ${BLOCK} AND c.place < (b.block + 1) * ${BLOCK} OFFSET 0
    ) c WHERE b.account_id = $1`
}

/** The conditions of a filter, whose values are added to `values`. */
function conditionsOf(filter: CampaignFilter, values: unknown[]): string[] {
  const { type, frequency, status } = filter
  const search = filter.search?.toLowerCase()
  if (!type && !frequency && !status && !search) return []
  const terms = [
    { column: 'type', sign: '=', value: type ? storable(type) : undefined },
    { column: 'frequency', sign: '=', value: frequency ? storable(frequency) : undefined },
    { column: 'status', sign: '=', value: status ? storable(status) : undefined },
    {
      column: 'search',
      sign: 'LIKE',
      value: search === undefined ? undefined : containing(search),
    },
  ]
  return terms.flatMap(({ column, sign, value }) =>
    value === undefined ? [] : [`c.${column} ${sign} $${values.push(value)}`],
  )
}

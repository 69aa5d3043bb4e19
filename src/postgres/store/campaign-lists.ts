import type { Campaign, CampaignHistory } from '../../accounts/campaign.ts'
import type { CampaignQuery } from '../../accounts/campaign-list.ts'
import type { CampaignState } from '../../store/store.ts'
import { UnknownAccountError } from '../../store/store-error.ts'
import { type Sql, type Statement, sql } from '../sql.ts'
import { parsed } from './account-rows.ts'
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
  { type, frequency, status, search, limit, offset }: CampaignQuery,
  db: Sql,
): Promise<{ items: CampaignState[]; total: number }> {
  const account = storable(id)
  const rows = await db.query<ListRow>(sql`
    WITH fitting AS MATERIALIZED (
      SELECT id, place FROM sandbox.entry
      WHERE account_id = ${account} AND collection = 'campaigns' ${whereEqual(sql`type`, type)}
        ${whereEqual(sql`frequency`, frequency)} ${whereEqual(sql`status`, status)} ${whereFound(search)}
    ), page AS MATERIALIZED (
      SELECT id, place FROM fitting ORDER BY place DESC
      LIMIT ${Number.isFinite(limit) ? limit : null}::bigint OFFSET ${offset}::bigint
    )
    SELECT (SELECT count(*) FROM fitting) AS total, c.id, c.value, h.value AS history
    FROM sandbox.account a LEFT JOIN page p ON true
    LEFT JOIN sandbox.entry c ON c.account_id = ${account} AND c.collection = 'campaigns' AND c.id = p.id
    LEFT JOIN sandbox.entry h ON h.account_id = ${account} AND h.collection = 'past' AND h.id = p.id
    WHERE a.id = ${account} ORDER BY p.place DESC`)
  const [first] = rows
  if (!first) throw new UnknownAccountError(id)
  return { items: rows.flatMap(stateOf), total: first.total }
}

/** One campaign; undefined if the account does not have it. */
export async function campaignRow(
  id: string,
  campaignId: string,
  db: Sql,
): Promise<CampaignState | undefined> {
  const campaign = storable(campaignId)
  const [row] = await db.query<ListRow>(sql`
    SELECT c.id, c.value, h.value AS history FROM sandbox.account a
    LEFT JOIN sandbox.entry c ON c.account_id = a.id AND c.collection = 'campaigns' AND c.id = ${campaign}
    LEFT JOIN sandbox.entry h ON h.account_id = a.id AND h.collection = 'past' AND h.id = ${campaign}
    WHERE a.id = ${storable(id)}`)
  if (!row) throw new UnknownAccountError(id)
  return stateOf(row)[0]
}

function stateOf({ id, value, history }: ListRow): CampaignState[] {
  if (id === null || value === null) return []
  const past = history === null ? undefined : parsed<CampaignHistory>(history)
  return [{ campaign: parsed<Campaign>(value), history: past }]
}

function whereEqual(column: Statement, wanted: string | undefined): Statement {
  return wanted ? sql`AND ${column} = ${storable(wanted)}` : sql``
}

function whereFound(search: string | undefined): Statement {
  return search ? sql`AND search LIKE ${containing(search.toLowerCase())}` : sql``
}

import type { Campaign } from '../../accounts/campaign.ts'
import { BLOCK, CAMPAIGN_COLUMNS, campaignColumns } from './account-rows.ts'
import type { RowChanges } from './row-changes.ts'
import { storable } from './storable-text.ts'

/** The account that a change was made from. */
export interface ChangeBase {
  id: string
  incarnation: number
  revision: number
}

export interface ChangeTerms {
  changes: RowChanges
  /** JSON of the members without rows, if they have changed. */
  value: string | undefined
  /** JSON of the patches; undefined if replicas have to load the account again. */
  patches: string | undefined
  /** Milliseconds until the account has to be looked at; undefined if the change does not require it. */
  delay: number | undefined
}

/** The row of a statement that made its change. */
export interface Saved {
  revision: number
  clock_revision: number
  campaigns: number
}

export interface Statement {
  text: string
  values: unknown[]
}

/** Changes that are kept for replicas that hold an earlier state. */
export const LOGGED = 500
/** Old ones are removed now and then. */
const TRIM_EVERY = 64

/**
 * One statement that makes a change, if nobody has changed the account since the base: otherwise it returns no row and
 * changes nothing.
 */
export function changeStatement(base: ChangeBase, terms: ChangeTerms): Statement {
  const { changes, value, patches, delay } = terms
  const { campaigns, records, credentials } = changes
  const given = new Values()
  const isTrimmed = (base.revision + 1) % TRIM_EVERY === 0
  const logFrom =
    patches === undefined ? 'a.revision + 1' : `greatest(a.log_from, a.revision + 1 - ${LOGGED})`
  const added = given.add(campaigns.added.length)
  const sets = [
    'revision = a.revision + 1',
    `campaigns = a.campaigns + ${added}::int - ${given.add(campaigns.deleted.length)}::int`,
    `places = a.places + ${added}::int`,
    ...(changes.hasClock ? ["clock_revision = nextval('sandbox.turn')"] : []),
    ...(patches === undefined || isTrimmed ? [`log_from = ${logFrom}`] : []),
    ...(value === undefined ? [] : [`value = ${given.add(value)}`]),
  ]
  const parts = [
    `moved AS (UPDATE sandbox.account a SET ${sets.join(', ')}
      WHERE a.id = ${given.add(base.id)} AND a.incarnation = ${given.add(base.incarnation)} AND a.revision = ${given.add(base.revision)}
      RETURNING a.id, a.revision, a.clock_revision, a.campaigns, a.log_from, a.places - ${added}::int AS first)`,
    ...campaignParts(campaigns, given),
    ...recordParts(records, given),
    ...credentialParts(credentials, given),
  ]
  if (patches !== undefined) {
    parts.push(`logged AS (INSERT INTO sandbox.change (account_id, revision, patches)
      SELECT m.id, m.revision, ${given.add(patches)} FROM moved m)`)
  }
  if (isTrimmed) {
    parts.push(`trimmed AS (DELETE FROM sandbox.change c USING moved m
      WHERE c.account_id = m.id AND c.revision <= m.log_from)`)
  }
  const woken =
    delay === undefined ? '' : `, sandbox.wake(id, ${given.add(delay)}::double precision)`
  const text = `WITH ${parts.join(',\n')}
    SELECT revision, clock_revision, campaigns${woken} FROM moved`
  return { text, values: given.values }
}

function campaignParts(
  { added, changed, deleted }: RowChanges['campaigns'],
  given: Values,
): string[] {
  const parts: string[] = []
  const names = CAMPAIGN_COLUMNS.join(', ')
  if (added.length > 0) {
    parts.push(`campaigns_added AS (INSERT INTO sandbox.campaign (account_id, id, place, ${names})
      SELECT m.id, u.id, m.first + u.n, ${CAMPAIGN_COLUMNS.map((name) => `u.${name}`).join(', ')}
      FROM moved m, unnest(${campaignArrays(added, given)}) WITH ORDINALITY AS u (id, ${names}, n)
      RETURNING place)`)
  }
  if (changed.length > 0) {
    parts.push(`campaigns_changed AS (UPDATE sandbox.campaign c
      SET ${CAMPAIGN_COLUMNS.map((name) => `${name} = u.${name}`).join(', ')}
      FROM moved m, unnest(${campaignArrays(changed, given)}) AS u (id, ${names})
      WHERE c.account_id = m.id AND c.id = u.id)`)
  }
  if (deleted.length > 0) {
    parts.push(`campaigns_deleted AS (DELETE FROM sandbox.campaign c USING moved m
      WHERE c.account_id = m.id AND c.id = ANY (${given.texts(deleted.map(storable))})
      RETURNING c.place)`)
  }
  const counted = [
    ...(added.length > 0 ? ['SELECT place, 1 AS change FROM campaigns_added'] : []),
    ...(deleted.length > 0 ? ['SELECT place, -1 AS change FROM campaigns_deleted'] : []),
  ]
  if (counted.length > 0) {
    parts.push(`blocks AS (INSERT INTO sandbox.campaign_block AS b (account_id, block, campaigns)
      SELECT m.id, p.place / ${BLOCK}, sum(p.change) FROM moved m, (${counted.join(' UNION ALL ')}) p
      GROUP BY m.id, p.place / ${BLOCK}
      ON CONFLICT (account_id, block) DO UPDATE SET campaigns = b.campaigns + excluded.campaigns)`)
  }
  return parts
}

function campaignArrays(campaigns: readonly Campaign[], given: Values): string {
  const rows = campaigns.map((campaign) => [storable(campaign.id), ...campaignColumns(campaign)])
  return ['id', ...CAMPAIGN_COLUMNS]
    .map((_, column) => given.texts(rows.map((row) => row[column] as string)))
    .join(', ')
}

function recordParts({ added, changed, deleted }: RowChanges['records'], given: Values): string[] {
  const parts: string[] = []
  const arrays = (entries: readonly { collection: string; id: string; value?: object }[]) => {
    const columns = [
      given.texts(entries.map(({ collection }) => collection)),
      given.texts(entries.map(({ id }) => storable(id))),
    ]
    const values = entries.flatMap(({ value }) => (value ? [JSON.stringify(value)] : []))
    return [...columns, ...(values.length > 0 ? [given.texts(values)] : [])].join(', ')
  }
  if (added.length > 0) {
    parts.push(`records_added AS (INSERT INTO sandbox.record (account_id, collection, id, value)
      SELECT m.id, u.collection, u.id, u.value FROM moved m,
      unnest(${arrays(added)}) WITH ORDINALITY AS u (collection, id, value, n) ORDER BY u.n)`)
  }
  if (changed.length > 0) {
    parts.push(`records_changed AS (UPDATE sandbox.record r SET value = u.value
      FROM moved m, unnest(${arrays(changed)}) AS u (collection, id, value)
      WHERE r.account_id = m.id AND r.collection = u.collection AND r.id = u.id)`)
  }
  if (deleted.length > 0) {
    parts.push(`records_deleted AS (DELETE FROM sandbox.record r
      USING moved m, unnest(${arrays(deleted)}) AS u (collection, id)
      WHERE r.account_id = m.id AND r.collection = u.collection AND r.id = u.id)`)
  }
  return parts
}

function credentialParts(
  { added, changed, deleted }: RowChanges['credentials'],
  given: Values,
): string[] {
  const parts: string[] = []
  const arrays = (refs: RowChanges['credentials']['added']) =>
    [
      given.texts(refs.map(([hash]) => storable(hash))),
      given.texts(refs.map(([, { keyId }]) => storable(keyId))),
      given.texts(
        refs.map(([, { sessionId }]) => (sessionId === undefined ? null : storable(sessionId))),
      ),
    ].join(', ')
  if (added.length > 0) {
    parts.push(`credentials_added AS (INSERT INTO sandbox.credential (hash, account_id, key_id, session_id)
      SELECT u.hash, m.id, u.key_id, u.session_id
      FROM moved m, unnest(${arrays(added)}) AS u (hash, key_id, session_id))`)
  }
  if (changed.length > 0) {
    parts.push(`credentials_changed AS (UPDATE sandbox.credential c
      SET key_id = u.key_id, session_id = u.session_id
      FROM moved m, unnest(${arrays(changed)}) AS u (hash, key_id, session_id) WHERE c.hash = u.hash)`)
  }
  if (deleted.length > 0) {
    parts.push(`credentials_deleted AS (DELETE FROM sandbox.credential c USING moved m
      WHERE c.account_id = m.id AND c.hash = ANY (${given.texts(deleted.map(storable))}))`)
  }
  return parts
}

/** The values of a statement, as its text refers to them. */
class Values {
  readonly values: unknown[] = []

  /** Returns `$1`, `$2` and so on. */
  add(value: unknown): string {
    return `$${this.values.push(value)}`
  }

  texts(values: readonly (string | null)[]): string {
    return `${this.add(values)}::text[]`
  }
}

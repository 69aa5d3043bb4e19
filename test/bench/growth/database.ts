import { createHash } from 'node:crypto'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { Client } from 'pg'
import { PostgresServer } from '../../support/postgres-server.ts'
import { type Origin, origin, originLine } from '../results.ts'
import { type Server, startSandbox, temporaryFolder } from '../servers.ts'
import { median } from '../statistics.ts'
import { table, whole } from '../table.ts'

/** Campaigns of the small account, with which the large one is compared. */
const SMALL = 1_000
const LARGE = 9_000
const ACCOUNTS = 1_000
/** Requests of each kind for each account, one after another. */
const REQUESTS = 40
const CACHE_MB = 64

/** Milliseconds of a request, by what it asks for. */
type Times = Record<string, number>

export interface DatabaseGrowth {
  origin: Origin
  small: Times
  large: Times
  /** The small account, when there are 1,000 such accounts. */
  among: Times
  memoryMb: { started: number; after: number; afterAllAccounts: number }
}

/** How long requests take on PostgreSQL in accounts of different sizes. */
export async function measureDatabaseGrowth(
  onProgress: (line: string) => void,
): Promise<DatabaseGrowth> {
  const from = origin()
  const database = await PostgresServer.start({ fsync: true })
  try {
    const fixture = join(temporaryFolder(), 'fixture.yaml')
    writeFileSync(fixture, `accounts:\n${lines('demo', SMALL)}`)
    const flags = ['--no-rate-limits', '--fixture', fixture, '--cache-mb', String(CACHE_MB)]
    const serve = () => startSandbox([...flags, '--database', database.urlOf('postgres')])
    // Building an account takes memory that a replica does not need later.
    const building = await serve()
    await freeze(building, 'demo')
    await building.stop()
    onProgress(`an account of ${LARGE} campaigns, by SQL`)
    await addAccounts(database.urlOf('postgres'), ['large'], LARGE / SMALL)
    const server = await serve()
    const started = server.memory()
    const small = await times(server, 'demo')
    const large = await times(server, 'large')
    const after = server.memory()
    onProgress(`${ACCOUNTS} accounts of ${SMALL} campaigns, by SQL`)
    const names = Array.from({ length: ACCOUNTS - 1 }, (_, n) => `copy${n + 1}`)
    await addAccounts(database.urlOf('postgres'), names, 1)
    const among = await times(server, `copy${ACCOUNTS / 2}`)
    onProgress('a list of each account')
    for (let n = 1; n < ACCOUNTS; n++) await ask(server, `copy${n}`, '/campaigns?limit=100')
    const memoryMb = { started, after, afterAllAccounts: server.memory() }
    await server.stop()
    return { origin: from, small, large, among, memoryMb }
  } finally {
    await database.remove()
  }
}

export function databaseGrowthTable(growth: DatabaseGrowth): string {
  const { small, large, among, memoryMb } = growth
  const ms = (value = 0) => `${value.toFixed(1)} ms`
  const ratio = (a = 0, b = 1) => `× ${(a / b).toFixed(1)}`
  const rows = Object.entries(small).map(([name, time]) => [
    ...[name, ms(time), ms(large[name]), ratio(large[name], time)],
    ...[ms(among[name]), ratio(among[name], time)],
  ])
  return [
    `${originLine(growth.origin)}. Median of ${REQUESTS} requests, one after another, on PostgreSQL.`,
    table(
      ['request', '1,000 campaigns', '100,000 campaigns', '', '1,000 of 1,000,000 campaigns', ''],
      rows,
    ),
    `Memory with --cache-mb ${CACHE_MB}: ${whole(memoryMb.started)} MB after the start, ${whole(memoryMb.after)} MB after these requests, ` +
      `${whole(memoryMb.afterAllAccounts)} MB after a list of each of 1,000 accounts.`,
  ].join('\n\n')
}

function lines(name: string, campaigns: number): string {
  return `  - id: acc_${name}
    name: Bench ${name}
    plan: Enterprise
    keys: [{ token: svc_test_${name}, name: Bench, permissions: ['*'] }]
    generate_campaigns: ${campaigns}
`
}

async function times(server: Server, account: string): Promise<Times> {
  const { total, newest } = await list(server, account, '?limit=1')
  const [middle] = (await list(server, account, `?limit=1&offset=${total / 2}`)).items
  const path = `/campaigns/${middle?.id}`
  const search = `/campaigns?search=${encodeURIComponent(String(middle?.name))}`
  const made: string[] = []
  const body = { name: 'Bench', type: 'serp', keywords: ['bench'], frequency: 'daily' }
  const create = async () => {
    const answer = await ask(server, account, '/campaigns', { method: 'POST', body })
    made.push(answer.data.id)
  }
  const change = () =>
    ask(server, account, path, { method: 'PUT', body: { keywords: [`word ${made.length}`] } })
  const first = () => ask(server, account, '/campaigns?limit=20')
  const late = (offset: number) => () =>
    ask(server, account, `/campaigns?limit=20&offset=${offset}`)
  return {
    'first page': await timeOf(first),
    'page in the middle': await timeOf(late(total / 2)),
    'last page': await timeOf(late(total - 20)),
    search: await timeOf(() => ask(server, account, search)),
    read: await timeOf(() => ask(server, account, path)),
    create: await timeOf(create),
    change: await timeOf(change),
    'first page after changes': await timeOf(first),
    delete: await timeOf(() =>
      ask(server, account, `/campaigns/${made.pop() ?? newest}`, { method: 'DELETE' }),
    ),
    'page in the middle after deletions': await timeOf(late(total / 2)),
  }
}

/** Requests alone are measured, without runs of campaigns in between. */
async function freeze({ url }: Server, account: string): Promise<void> {
  const answer = await fetch(`${url}/_sandbox/clock`, {
    method: 'POST',
    headers: { Authorization: `Bearer svc_test_${account}`, 'Content-Type': 'application/json' },
    body: JSON.stringify({ frozen: true }),
  })
  if (!answer.ok) throw new Error(`The clock of ${account} runs on: ${await answer.text()}`)
}

async function timeOf(request: () => Promise<unknown>): Promise<number> {
  const found: number[] = []
  for (let n = 0; n < REQUESTS; n++) {
    const begin = performance.now()
    await request()
    found.push(performance.now() - begin)
  }
  return median(found)
}

async function list(server: Server, account: string, query: string) {
  const { data, meta } = await ask(server, account, `/campaigns${query}`)
  const items = data as { id: string; name: string }[]
  return { items, newest: items[0]?.id, total: Number(meta.total ?? meta.pagination?.total) }
}

async function ask(
  { url }: Server,
  account: string,
  path: string,
  { method = 'GET', body }: { method?: string; body?: object } = {},
) {
  const answer = await fetch(`${url}/api${path}`, {
    method,
    headers: { Authorization: `Bearer svc_test_${account}`, 'Content-Type': 'application/json' },
    ...(body && { body: JSON.stringify(body) }),
  })
  const text = await answer.text()
  if (!answer.ok) throw new Error(`${method} ${path} of ${account}: ${answer.status} ${text}`)
  return JSON.parse(text)
}

/**
 * Copies the small account in the database, with each campaign so many times: building a million campaigns takes hours
 * of nothing else.
 */
async function addAccounts(url: string, names: string[], times: number): Promise<void> {
  const hashes = names.map((name) => createHash('sha256').update(`svc_test_${name}`).digest('hex'))
  const client = new Client(url)
  await client.connect()
  const copies = 'unnest($1::text[]) AS copy (name)'
  await client.query(
    `INSERT INTO sandbox.account (id, campaigns, places, value)
    SELECT 'acc_' || copy.name, $2 * a.campaigns, $2 * a.campaigns,
      replace(a.value, '"acc_demo"', '"acc_' || copy.name || '"')
    FROM sandbox.account a, ${copies} WHERE a.id = 'acc_demo'`,
    [names, times],
  )
  await client.query(
    `INSERT INTO sandbox.record (account_id, collection, id, value)
    SELECT 'acc_' || copy.name, r.collection, r.id, r.value
    FROM sandbox.record r, ${copies}
    WHERE r.account_id = 'acc_demo' AND r.collection NOT IN ('past', 'lastRuns')`,
    [names],
  )
  await client.query(
    `INSERT INTO sandbox.credential (hash, account_id, key_id)
    SELECT copy.hash, 'acc_' || copy.name, c.key_id
    FROM sandbox.credential c, unnest($1::text[], $2::text[]) AS copy (name, hash)
    WHERE c.account_id = 'acc_demo'`,
    [names, hashes],
  )
  await client.query(
    `INSERT INTO sandbox.campaign
    SELECT 'acc_' || copy.name, c.id || 'n' || n, c.place + $2 * n, c.type, c.frequency, c.status,
      'number ' || n || ' ' || c.search,
      replace(replace(c.value, c.id, c.id || 'n' || n), '"name":"', '"name":"Number ' || n || ' ')
    FROM sandbox.campaign c, ${copies}, generate_series(0, $3 - 1) AS n WHERE c.account_id = 'acc_demo'`,
    [names, SMALL, times],
  )
  await client.query(
    `INSERT INTO sandbox.campaign_block
    SELECT account_id, place / 1000, count(*) FROM sandbox.campaign
    WHERE account_id = ANY ($1) GROUP BY 1, 2`,
    [names.map((name) => `acc_${name}`)],
  )
  await client.query('VACUUM ANALYZE sandbox.campaign')
  await client.end()
}

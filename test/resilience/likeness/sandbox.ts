import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parse, stringify } from 'yaml'
import type {
  CampaignAnalytics,
  Dashboard,
  IntelligenceOverview,
  Mention,
  RankingRow,
} from '../../../src/intelligence/records.ts'
import { createSandbox } from '../../../src/sandbox.ts'
import { createClock } from '../../../src/time/clock.ts'
import { PROBES } from './probes.ts'

/** The moment at which every sandbox of a check begins; its clock stands still. */
export const NOW = Date.UTC(2026, 10, 20, 18, 40)
export const TODAY = '2026-11-20'

// biome-ignore lint/suspicious/noExplicitAny: what it is follows from the path, and the laws check it
type Body = any

/** A campaign with all that the API says about it in the default period of thirty days. */
export interface Seen {
  campaign: CampaignRecord
  rows: RankingRow[]
  analytics: CampaignAnalytics
  /** Of its own brand, found by it. */
  mentions: Mention[]
  csv: string[][]
  mentionsCsv: string[][]
  /** The file of a JSON report. */
  report: Body
}

export interface CampaignRecord {
  id: string
  name: string
  type: string
  keywords: string[]
  frequency: string
  settings?: { location?: string; device?: string; search_engine?: string }
  brand: string
  domain: string
  competitors: string[]
  status: string
  created_at: string
  updated_at: string
  tracked_since: string
  last_run_at: string | null
  next_run_at: string | null
  last_run_status: string | null
}

/** What is seen of an account over HTTP. */
export interface World {
  fixture: string
  seed: number
  seen: Seen[]
  dashboard: Dashboard
  overview: IntelligenceOverview
  /** Calls any path with GET. */
  get(path: string): Promise<{ status: number; body: Body; text: string }>
  account: string
  remove(path: string): Promise<{ status: number }>
  post(path: string, body: unknown): Promise<{ status: number; body: Body }>
  control(method: string, path: string, body?: unknown): Promise<Body>
}

/** Starts a sandbox with a fixture, reads everything, and hands it to `use`. */
export async function withWorld(
  fixture: string,
  seed: number,
  use: (world: World) => Promise<void>,
): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'likeness-'))
  const file = join(folder, 'fixture.yaml')
  if (fixture === 'probes') writeFileSync(file, stringify(PROBES))
  else writeFileSync(file, withKey(fixture))
  const clock = { ...createClock({ wallTime: () => NOW }), wallTime: () => NOW }
  const sandbox = await createSandbox(
    { ephemeral: true, seed, fixture: file, rateLimits: false },
    { clock },
  )
  try {
    await use(await read(fixture, seed, sandbox.url))
  } finally {
    await sandbox.close()
    rmSync(folder, { recursive: true })
  }
}

/** A packaged fixture; its first account gets a key that this check knows. */
function withKey(name: string): string {
  const path = fileURLToPath(new URL(`../../../fixtures/${name}.yaml`, import.meta.url))
  const { accounts } = parse(readFileSync(path, 'utf8'))
  const [{ keys = [], ...account }] = accounts
  const others = keys.filter(({ token }: { token: string }) => token !== KEY)
  return stringify({ accounts: [{ ...account, keys: [...others, { token: KEY }] }] })
}

const KEY = 'svc_test_likeness'

async function read(fixture: string, seed: number, url: string): Promise<World> {
  const call = async (method: string, path: string, body?: unknown) => {
    const send = () => fetch(path.startsWith('http') ? path : url + path, request)
    const request = {
      method,
      headers: { authorization: `Bearer ${KEY}`, 'content-type': 'application/json' },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    }
    // A kept connection may have been closed while the check computed.
    const response = await send().catch(send)
    const text = await response.text()
    const isJson = response.headers.get('content-type')?.includes('json')
    return { status: response.status, text, body: isJson ? JSON.parse(text) : undefined }
  }
  const get = (path: string) => call('GET', path)
  const data = async (path: string) => {
    const { status, body, text } = await get(path)
    if (status !== 200) throw new Error(`GET ${path}: ${status} ${text.slice(0, 300)}`)
    return body.data
  }
  const all = async (path: string) => {
    const found: Body[] = []
    for (let offset = 0; ; offset += 1000) {
      const { body, text } = await get(`${path}&limit=1000&offset=${offset}`)
      if (!body?.success) throw new Error(`GET ${path}: ${text.slice(0, 300)}`)
      found.push(...body.data)
      if (!body.meta.pagination.has_more) return found
    }
  }
  const file = async (path: string) => (await get((await data(path)).download_url)).text
  const seen: Seen[] = []
  for (const campaign of (await all('/campaigns?')) as CampaignRecord[]) {
    const { id, brand } = campaign
    seen.push({
      campaign,
      rows: await all(`/serp/rankings?campaign_id=${id}`),
      analytics: await data(`/analytics/campaign/${id}`),
      mentions: await all(`/chat/mentions?brand=${encodeURIComponent(brand)}&campaign_id=${id}`),
      csv: fieldsOf(await file(`/export/csv?campaign_id=${id}`)),
      mentionsCsv: fieldsOf(await file(`/export/csv?campaign_id=${id}&type=mentions`)),
      report: JSON.parse(
        await file(
          `/reports/generate?campaign_id=${id}&format=json&include=rankings,competitors,trends`,
        ),
      ),
    })
  }
  return {
    fixture,
    seed,
    seen,
    dashboard: await data('/core/dashboards'),
    overview: await data('/core/dashboards/intelligence-overview'),
    get,
    account: (await data('/auth/verify')).account_id,
    remove: (path) => call('DELETE', path),
    post: (path, body) => call('POST', path, body),
    control: async (method, path, body) =>
      (await call(method, url.replace(/\/api$/, '/_sandbox') + path, body)).body,
  }
}

/** The fields of a CSV file (RFC 4180). */
export function fieldsOf(text: string): string[][] {
  const rows: string[][] = [['']]
  const pattern = /"((?:[^"]|"")*)"|(,)|(\r?\n)|([^",\r\n]+)/g
  for (const [, quoted, comma, line, plain] of text.replace(/^\uFEFF/, '').matchAll(pattern)) {
    const row = rows.at(-1) as string[]
    if (comma) row.push('')
    else if (line) rows.push([''])
    else row[row.length - 1] += quoted?.replaceAll('""', '"') ?? plain ?? ''
  }
  return rows.filter((row) => row.length > 1 || row[0] !== '')
}

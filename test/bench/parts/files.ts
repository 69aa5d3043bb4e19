import { get } from 'node:http'
import PDFDocument from 'pdfkit'
import type { Campaign } from '../../../src/accounts/campaign.ts'
import { exportRankings } from '../../../src/reports/csv.ts'
import { worldFrom } from '../../support/processes/in-one-go.ts'
import { dataOf, send } from '../operations.ts'
import { fixtureOf, startSandbox } from '../servers.ts'
import { median, timed } from '../statistics.ts'
import { compared, megabytes, type Row, whole } from '../table.ts'

const NOW = '2026-01-15T09:30:00Z'

/** The period with which `campaigns` of 280 keywords have a little over a million rows. */
const MILLION = { from: '2016-01-15', to: '2026-01-14', today: '2026-01-15' }

/** Processes whose first PDF is timed: each has one only. */
const STARTS = 5

/** Opening a report of 30 days and 50 keywords, for the first time in a process and later. */
export async function pdf(): Promise<Row[]> {
  const first: number[] = []
  const later: number[] = []
  const reference: number[] = []
  for (let start = 0; start < STARTS; start++) {
    const sandbox = await startWith(50)
    const { id } = await firstCampaign(sandbox.url)
    const path = `/reports/generate?campaign_id=${id}`
    const report = await dataOf<{ download_url: string }>(`${sandbox.url}/api`, { path })
    const open = () => timed(() => send('', { path: report.download_url }))
    first.push(await open())
    for (let i = 0; i < 8; i++) {
      later.push(await open())
      reference.push(await timed(emptyPdf))
    }
    await sandbox.stop()
  }
  return compared('PDFKit, four pages of a few words', median(reference), {
    'PDF of 30 days, 50 keywords': median(later),
    'the first of a process': median(first),
  })
}

/** A million rows as text/csv: how fast they come, and how much the server grows meanwhile. */
export async function csv(): Promise<Row[]> {
  const sandbox = await startWith(280)
  const rows = `${sandbox.url}/api/export/csv?start_date=${MILLION.from}&end_date=${MILLION.to}`
  await countLines(rows.replace(MILLION.from, MILLION.to), () => {})
  const before = sandbox.memory()
  let peak = before
  const begin = performance.now()
  const lines = await countLines(rows, () => {
    peak = Math.max(peak, sandbox.memory())
  })
  const seconds = (performance.now() - begin) / 1000
  const campaign = await firstCampaign(sandbox.url)
  await sandbox.stop()

  const start2 = performance.now()
  let printed = 0
  const world = worldFrom(1, [campaign])
  for await (const { rows } of exportRankings(world, [campaign], MILLION)) {
    for (const row of rows) printed += JSON.stringify(row).length > 0 ? 1 : 0
  }
  const reference = printed / ((performance.now() - start2) / 1000)
  const count = lines - 1
  const speed = { [`GET /export/csv, ${whole(count)} rows`]: count / seconds }
  return [
    ...compared('computing and JSON.stringify of each, no server', reference, speed, rowsPerSecond),
    ...compared('just before', before, { 'memory while it is sent': peak }, megabytes),
  ]
}

const rowsPerSecond = (value: number) => `${whole(value)} rows/s`

function startWith(keywords: number) {
  const list = Array.from({ length: keywords }, (_, i) => `bench keyword ${i}`)
  const fixture = fixtureOf(`    campaigns:
      - name: Bench
        type: serp
        frequency: daily
        since: 2010-01-01
        competitors: [rankly.example, bright-loom.example]
        keywords: [${list.join(', ')}]
`)
  return startSandbox(['--ephemeral', '--no-rate-limits', '--fixture', fixture, '--now', NOW])
}

async function firstCampaign(url: string): Promise<Campaign> {
  const [first] = await dataOf<Campaign[]>(`${url}/api`, { path: '/campaigns' })
  return first as Campaign
}

/** Reads the answer without keeping it; `sample` is called about every megabyte. */
function countLines(url: string, sample: () => void): Promise<number> {
  const headers = { authorization: 'Bearer svc_test_demo', accept: 'text/csv' }
  return new Promise((resolve, reject) => {
    get(url, { headers }, (response) => {
      let [lines, bytes] = [0, 0]
      response.on('data', (chunk: Buffer) => {
        for (const byte of chunk) if (byte === 10) lines++
        if (bytes >> 20 !== (bytes + chunk.length) >> 20) sample()
        bytes += chunk.length
      })
      response.on('end', () => resolve(lines))
      response.on('error', reject)
    }).on('error', reject)
  })
}

/** PDFKit with four pages of a few words each. */
function emptyPdf(): Promise<void> {
  return new Promise((resolve) => {
    const document = new PDFDocument({ font: 'src/reports/pdf/fonts/Inter-Regular.ttf' })
    document.on('end', resolve).resume()
    for (let page = 1; page < 4; page++) document.text(`This is page ${page}.`).addPage()
    document.end()
  })
}

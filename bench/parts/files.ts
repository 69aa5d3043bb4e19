import { get } from 'node:http'
import PDFDocument from 'pdfkit'
import { exportRankings } from '../../src/reports/exports.ts'
import { fixtureOf, startSandbox } from '../servers.ts'
import { median } from '../statistics.ts'
import { milliseconds, type Row, row, whole } from '../table.ts'

const NOW = '2026-01-15T09:30:00Z'

/** The period with which `campaigns` of 280 keywords have a little over a million rows. */
const MILLION = { from: '2016-01-15', to: '2026-01-14', today: '2026-01-15' }

/** Processes whose first PDF is timed: each has one only. */
const STARTS = 5

export async function pdf(): Promise<Row[]> {
  const { first, later, reference } = await pdfTimes()
  const name = 'PDFKit, four pages of a few words'
  const there = milliseconds(reference)
  return [
    row('PDF of 30 days, 50 keywords', milliseconds(later), name, there, later / reference),
    row('the first of a process', milliseconds(first), name, there, first / reference),
  ]
}

export async function csv(): Promise<Row[]> {
  const { rows, perSecond: ours, reference, before, peak } = await csvFigures()
  return [
    row(
      `GET /export/csv, ${whole(rows)} rows`,
      `${whole(ours)} rows/s`,
      'computing and JSON.stringify of each, no server',
      `${whole(reference)} rows/s`,
      ours / reference,
    ),
    row(
      'memory while it is sent',
      `${peak.toFixed(0)} MB`,
      'just before',
      `${before.toFixed(0)} MB`,
      peak / before,
    ),
  ]
}

/** What opening a report of 30 days and 50 keywords takes, of a process that made none before and of one that did. */
async function pdfTimes() {
  const first: number[] = []
  const later: number[] = []
  const reference: number[] = []
  for (let start = 0; start < STARTS; start++) {
    const sandbox = await startWith(50)
    const { id } = await firstCampaign(sandbox.url)
    const answer = await ask(`${sandbox.url}/api/reports/generate?campaign_id=${id}`)
    const { download_url } = JSON.parse(answer.text).data
    const open = () => timed(() => ask(download_url))
    first.push(await open())
    for (let i = 0; i < 8; i++) {
      later.push(await open())
      reference.push(await timed(emptyPdf))
    }
    await sandbox.stop()
  }
  return { first: median(first), later: median(later), reference: median(reference) }
}

/** A million rows as text/csv: how fast they come, and how much the server grows meanwhile. */
async function csvFigures() {
  const sandbox = await startWith(280)
  const rows = `${sandbox.url}/api/export/csv?start_date=${MILLION.from}&end_date=${MILLION.to}`
  await ask(rows.replace(MILLION.from, MILLION.to), 'text/csv')
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
  for (const row of exportRankings(1, [campaign], MILLION)) {
    printed += JSON.stringify(row).length > 0 ? 1 : 0
  }
  const reference = printed / ((performance.now() - start2) / 1000)
  return { rows: lines - 1, perSecond: (lines - 1) / seconds, reference, before, peak }
}

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

async function firstCampaign(url: string) {
  return JSON.parse((await ask(`${url}/api/campaigns`)).text).data[0]
}

async function ask(url: string, accept = 'application/json') {
  const headers = { authorization: 'Bearer svc_test_demo', accept }
  const response = await fetch(url, { headers })
  if (!response.ok) throw new Error(`${url} was answered with ${response.status}.`)
  return { text: await response.text() }
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

async function timed(run: () => Promise<unknown>): Promise<number> {
  const begin = performance.now()
  await run()
  return performance.now() - begin
}

/** PDFKit with four pages of a few words each. */
function emptyPdf(): Promise<void> {
  return new Promise((resolve) => {
    const document = new PDFDocument({ font: 'fonts/Inter-Regular.ttf' })
    document.on('end', resolve).resume()
    for (let page = 1; page < 4; page++) document.text(`This is page ${page}.`).addPage()
    document.end()
  })
}

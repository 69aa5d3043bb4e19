import { createServer, type Server } from 'node:http'
import express from 'express'
import type * as Package from '../../../src/index.ts'
import { medianTime } from '../statistics.ts'
import { compared, type Row } from '../table.ts'

const ROUNDS = 100
const CAMPAIGN = { name: 'Bench', type: 'serp', keywords: ['one'], frequency: 'daily' }

/** A sandbox for each test of a process: starting another one, and taking back what a test has changed. */
export async function sandboxes(): Promise<Row[]> {
  const built = new URL('../../../dist/src/index.js', import.meta.url).href
  const { createSandbox }: typeof Package = await import(built)
  const fresh = { port: 0, log: 'silent' } as const
  const first = await createSandbox(fresh)
  try {
    const open: { close(): Promise<unknown> }[] = []
    const closeAll = () => Promise.all(open.splice(0).map((each) => each.close()))
    const start = await medianTime(
      ROUNDS,
      async () => open.push(await createSandbox(fresh)),
      closeAll,
    )
    const bare = await medianTime(ROUNDS, async () => open.push(await startExpress()), closeAll)
    await closeAll()

    await first.snapshots.save('bench')
    const restore = await medianTime(
      ROUNDS,
      () => first.snapshots.restore('bench'),
      () => change(first),
    )
    const reset = await medianTime(
      ROUNDS,
      () => first.reset(),
      () => change(first),
    )
    const { data } = await answerOf(first, '/api/campaigns?limit=1000')
    const reference = await medianTime(ROUNDS, () => JSON.stringify(data))
    return [
      ...compared(
        'express() with one route, in a warm process',
        bare,
        {
          'createSandbox() in a warm process': start,
        },
        hundredths,
      ),
      ...compared(
        'JSON.stringify of 1,000 campaigns',
        reference,
        {
          'sandbox.reset() after a change, fixture demo': reset,
          'sandbox.snapshots.restore() after a change': restore,
        },
        hundredths,
      ),
    ]
  } finally {
    await first.close()
  }
}

const hundredths = (value: number) => `${value.toFixed(2)} ms`

/** What a test would do. */
async function change(sandbox: Package.Sandbox): Promise<void> {
  await answerOf(sandbox, '/api/campaigns', { method: 'POST', body: JSON.stringify(CAMPAIGN) })
}

async function answerOf(sandbox: Package.Sandbox, path: string, init: RequestInit = {}) {
  const headers = {
    authorization: 'Bearer svc_test_enterprise',
    'content-type': 'application/json',
  }
  const response = await sandbox.fetch(path, { ...init, headers })
  if (!response.ok) throw new Error(`${path} returned ${response.status}.`)
  return (await response.json()) as { data: unknown }
}

async function startExpress() {
  const app = express()
  app.get('/api/campaigns', (_req, res) => void res.json([]))
  const server = createServer(app)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return { close: () => closed(server) }
}

function closed(server: Server): Promise<void> {
  return new Promise((resolve) => server.close(() => resolve()))
}

/**
 * Uses a sandbox in a process whose globals are replaced: `node replaced.mjs URL WHAT WHEN`, where URL is that of the package.
 */
import { writeSync } from 'node:fs'
import { mock } from 'node:test'

const [url, what, when] = process.argv.slice(2)
const { exit } = process
const replaced = {
  'timers of node:test': () => mock.timers.enable(),
  'ticks and microtasks': () => {
    process.nextTick = () => {}
    globalThis.queueMicrotask = () => {}
  },
  everything: () => {
    Date.now = () => 0
    for (const name of [
      ...[
        'AbortController',
        'AbortSignal',
        'Blob',
        'Buffer',
        'crypto',
        'Date',
        'Event',
        'EventTarget',
        'fetch',
      ],
      ...[
        'File',
        'FormData',
        'Headers',
        'performance',
        'process',
        'queueMicrotask',
        'ReadableStream',
      ],
      ...['Request', 'Response', 'setImmediate', 'setInterval', 'setTimeout', 'clearTimeout'],
      ...['structuredClone', 'TextDecoder', 'TextEncoder', 'Uint8Array', 'URL', 'URLSearchParams'],
    ]) {
      Object.defineProperty(globalThis, name, { value: class Stub {}, configurable: true })
    }
  },
}
const at = (moment) => when === moment && replaced[what]()

at('before the import')
const { createSandbox } = await import(url)
at('before the start')
const sandbox = await createSandbox({ listen: false })
at('after the start')

const headers = { Authorization: 'Bearer svc_test_demo' }
const get = (path) => sandbox.fetch(path, { headers })
const [{ id }] = (await (await get('/api/campaigns')).json()).data
const fileOf = async (path) => {
  const link = await (await get(`${path}?campaign_id=${id}`)).text()
  return get(/http[^"]*\/files\/[^"]*/.exec(link)[0])
}
const pdf = await fileOf('/api/reports/generate')
const csv = await fileOf('/api/export/csv')
const created = await sandbox.fetch('/api/campaigns', {
  method: 'POST',
  headers: { ...headers, 'Content-Type': 'application/json' },
  body: '{"name":"New","type":"serp","keywords":["shoes"],"frequency":"daily"}',
})
let heard = 0
await sandbox.listen(() => heard++)
await sandbox.clock.advance('3d')
await sandbox.faults.add({ operation: 'listCampaigns', delay: 20, error: 'server_error', count: 1 })
const failed = await get('/api/campaigns')
await sandbox.requests.waitFor({ operation: 'updateCampaign', timeout: '1s' }).catch(() => {})
const now = (await sandbox.clock.now()).getTime()
await sandbox.close()
const statuses = [pdf, csv, created, failed].map(({ status }) => status).join(' ')
writeSync(1, `${statuses} ${heard > 0} ${now}`)
exit()

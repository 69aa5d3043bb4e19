import { median } from './load.ts'
import { startSandbox, temporaryFixture } from './servers.ts'

const ROUNDS = 60
const CAMPAIGN = {
  name: 'Spring launch',
  type: 'serp',
  keywords: ['trail running shoes'],
  frequency: 'daily',
}

/**
 * Milliseconds over HTTP, from the request to the end of the answer, of returning an account of 1,000 campaigns
 * to a snapshot and of resetting it, each after a change; beside a request to health of the same server.
 */
export async function returnTimes(isKept: boolean) {
  const { fixture, data } = temporaryFixture(1000)
  const where = isKept ? ['--data', data] : ['--ephemeral']
  const server = await startSandbox([...where, '--no-rate-limits', '--fixture', fixture])
  const control = new URL('/_sandbox', server.url).href
  const headers = {
    Authorization: 'Bearer svc_test_demo',
    'Content-Type': 'application/json',
  }
  const call = async (method: string, url: string, body?: object) => {
    const operator = url.startsWith(control) ? { 'Content-Type': 'application/json' } : headers
    const response = await fetch(url, {
      method,
      headers: operator,
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    })
    if (!response.ok) throw new Error(`${method} ${url}: ${await response.text()}`)
    await response.arrayBuffer()
  }
  const times = async (method: string, path: string) => {
    const found: number[] = []
    for (let i = 0; i < ROUNDS; i++) {
      await call('POST', new URL('/api/campaigns', server.url).href, CAMPAIGN)
      const begun = performance.now()
      await call(method, `${control}${path}`)
      found.push(performance.now() - begun)
    }
    return median(found)
  }
  await call('POST', `${control}/snapshots`, { name: 'clean' })
  const health = await times('GET', '/health')
  const restore = await times('POST', '/snapshots/clean/restore')
  const reset = await times('POST', '/reset')
  await server.stop()
  return { health, restore, reset }
}

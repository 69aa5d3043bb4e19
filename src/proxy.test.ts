import { expect, it } from 'vitest'
import { startHttp } from '../test/support/listening.ts'
import { startProxy, UNJUDGED } from '../test/support/proxy.ts'
import { ASSUMED } from '../test/support/upstream.ts'
import type { Judge } from './proxy/judge.ts'
import type { Violation } from './schema/traffic.ts'

it.each(['', '/v2', '/api'])('has a base URL that leads to the API at "%s"', async (path) => {
  const seen: string[] = []
  const origin = await startHttp((req, res) => {
    seen.push(req.url ?? '')
    res.end()
  })

  const proxy = await startProxy(`${origin}${path}`)
  await fetch(`${proxy.url}/campaigns`)

  expect(seen).toEqual([`${path}/campaigns`])
})

it('lists violations when what has passed is judged', async () => {
  const origin = await startHttp((_req, res) => res.end('not held'))
  let release = () => {}
  const released = new Promise<void>((resolve) => {
    release = resolve
  })
  const found: Violation[] = []
  const judge = async () => {
    await released
    found.push(ASSUMED)
    return { violations: [ASSUMED.id] }
  }
  const late: Judge = { ...UNJUDGED, judge, violations: () => found }
  const { proxy } = await startProxy(origin, {}, { judge: late })
  // The handlers are loaded by the first call.
  await proxy.violations.list()
  await (await fetch(`${proxy.url}/campaigns`)).text()

  const listing = proxy.violations.list()
  const first = await Promise.race([listing, new Promise((resolve) => setImmediate(resolve))])
  release()

  expect(first).toBeUndefined()
  expect(await listing).toHaveLength(1)
})

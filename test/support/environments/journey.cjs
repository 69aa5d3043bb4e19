/**
 * Uses a sandbox as component tests do. It runs in the test runners of users, with the globals of their environment, and
 * gets the functions of the runner.
 */
module.exports = function journey({ test, expect, createSandbox, msw }) {
  const headers = { Authorization: 'Bearer svc_test_demo' }
  const uses = (name, use, options = { listen: false }) =>
    test(name, async () => {
      const sandbox = await createSandbox(options)
      try {
        await use(sandbox)
      } finally {
        await sandbox.close()
      }
    })
  const CAMPAIGN = { name: 'New', type: 'serp', keywords: ['shoes'], frequency: 'daily' }
  const creation = (body) => ({
    method: 'POST',
    headers: { ...headers, 'Content-Type': 'application/json' },
    body,
  })

  uses('lists and creates', async ({ fetch }) => {
    const list = await fetch('/api/campaigns', { headers: new Headers(headers) })
    expect((await list.json()).data).toHaveLength(12)
    const created = await fetch('/api/campaigns', creation(JSON.stringify(CAMPAIGN)))
    expect(created.status).toBe(201)
    const parameters = await fetch('/api/campaigns', creation(new URLSearchParams({ a: 'b' })))
    expect(parameters.status).toBe(400)
  })

  for (const [path, begin] of [
    ['/api/reports/generate', '%PDF'],
    ['/api/export/csv', 'campaign_id,'],
  ]) {
    uses(`${path} leads to a file`, async ({ fetch }) => {
      const [{ id }] = (await (await fetch('/api/campaigns', { headers })).json()).data
      const link = await (await fetch(`${path}?campaign_id=${id}`, { headers })).text()
      const file = await fetch(/http[^"]*\/files\/[^"]*/.exec(link)[0])
      expect(file.status).toBe(200)
      expect((await file.text()).startsWith(begin)).toBe(true)
    })
  }

  uses('stops a request by a signal of the environment', async ({ fetch, faults }) => {
    await faults.add({ operation: 'listCampaigns', delay: 10_000 })
    const stop = new AbortController()
    const answer = fetch('/api/campaigns', { headers, signal: stop.signal })
    stop.abort()
    const reason = await answer.catch((error) => error)
    expect(reason.name).toBe('AbortError')
  })

  uses('delivers events to a webhook and a listener', async (sandbox) => {
    const heard = []
    await sandbox.listen((event) => heard.push(event))
    const { url } = await sandbox.receiver.get()
    const webhook = JSON.stringify({ url, events: ['campaign.completed'] })
    expect((await sandbox.fetch('/api/webhooks', creation(webhook))).status).toBe(201)
    await sandbox.clock.advance('3d')
    expect(heard.length).toBeGreaterThan(0)
    expect((await sandbox.receiver.get()).received.length).toBeGreaterThan(0)
  })

  uses('delays, breaks and logs', async ({ fetch, faults, requests }) => {
    await faults.add({ operation: 'listCampaigns', delay: 20, error: 'server_error', count: 1 })
    expect((await fetch('/api/campaigns', { headers })).status).toBe(500)
    await faults.add({ operation: 'listCampaigns', connection: 'reset', count: 1 })
    const broken = await fetch('/api/campaigns', { headers }).catch((error) => error)
    expect(broken.message).toBe('fetch failed')
    expect(await requests.list()).toHaveLength(2)
    const waited = await requests.waitFor({ method: 'PUT', timeout: '1s' }).catch((error) => error)
    expect(waited.message).toMatch(/PUT/)
  })

  uses('shows real time', async ({ clock, snapshots, reset }) => {
    expect((await clock.now()).getTime()).toBeGreaterThan(1.7e12)
    await snapshots.save('clean')
    await snapshots.restore('clean')
    await reset()
  })

  uses(
    'answers over the network',
    async ({ port }) => {
      expect(await status({ port })).toBe(200)
    },
    {},
  )

  uses('answers within another server', async ({ handler }) => {
    const server = require('node:http').createServer(handler)
    await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve))
    expect(await status(server.address())).toBe(200)
    server.close()
    server.closeAllConnections()
  })

  if (msw) {
    uses('answers through MSW', async (sandbox) => {
      const server = msw.setupServer(
        ...msw.sandboxHandlers(sandbox, { baseUrl: 'https://a.example/v1' }),
      )
      server.listen({ onUnhandledRequest: 'error' })
      try {
        const list = await fetch('https://a.example/v1/campaigns', { headers })
        expect((await list.json()).data).toHaveLength(12)
        const created = await fetch(
          'https://a.example/v1/campaigns',
          creation(JSON.stringify(CAMPAIGN)),
        )
        expect(created.status).toBe(201)
      } finally {
        server.close()
      }
    })
  }

  function status({ port }) {
    const target = { host: '127.0.0.1', port, path: '/api/campaigns', headers, agent: false }
    return new Promise((resolve, reject) => {
      const request = require('node:http').get(target, (response) => {
        response.resume()
        resolve(response.statusCode)
      })
      request.on('error', reject)
    })
  }
}

import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, it, onTestFinished } from 'vitest'
import { Client } from './client.ts'
import { DEFAULTS } from './settings.ts'

it.each([
  ['POST', 2],
  ['GET', 2],
  ['PUT', 2],
])('sends a %s that gets no answer %i times in all', async (method, times) => {
  const seen: (string | undefined)[] = []
  const server = createServer((req) => {
    seen.push(req.method)
    req.socket.destroy()
  })
  const client = await clientOf(server)

  const exchange = await client.send('main', { method, path: '/campaigns' })

  expect(exchange.broken?.kind).toBe('no_answer')
  expect(seen).toEqual(Array.from({ length: times }, () => method))
})

// A connection may end after the server has done its work: a second POST would create a second campaign.
it('sends a request once where the caller says so', async () => {
  let seen = 0
  const server = createServer((request) => {
    seen += 1
    request.socket.destroy()
  })
  const client = await clientOf(server)

  await client.send('main', { method: 'POST', path: '/campaigns', once: true })

  expect(seen).toBe(1)
})

/** A client of a server that it closes after the test. */
async function clientOf(server: ReturnType<typeof createServer>): Promise<Client> {
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  const { port } = server.address() as AddressInfo
  const settings = {
    ...DEFAULTS,
    baseUrl: `http://127.0.0.1:${port}`,
    tokens: { main: 'svc_test_a' },
    runId: 'a',
    version: '0',
  }
  const client = new Client(settings, new AbortController().signal)
  onTestFinished(() => {
    client.close()
    server.close()
  })
  return client
}

it('gives up a response that is too long, and ends the run after two of them', async () => {
  const chunk = Buffer.alloc(1_000_000, 97)
  const client = await clientOf(
    createServer((_request, response) => {
      const fill = () => {
        while (response.write(chunk));
      }
      response.on('drain', fill)
      fill()
    }),
  )
  const call = { method: 'GET', path: '/campaigns' }

  expect((await client.send('main', call)).broken?.message).toBe('a response of more than 20 MB')
  await client.send('main', call)
  await expect(client.send('main', call)).rejects.toThrow('2 requests had no whole answer')
})

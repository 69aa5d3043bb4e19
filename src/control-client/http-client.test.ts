import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, it, onTestFinished } from 'vitest'
import { httpClient } from './http-client.ts'

/** The root of a server that sends this text as a stream, a few bytes at a time. */
async function streaming(text: string): Promise<string> {
  const server = createServer((_req, res) => {
    res.setHeader('Content-Type', 'text/event-stream')
    const bytes = Buffer.from(text)
    for (let at = 0; at < bytes.length; at += 5) res.write(bytes.subarray(at, at + 5))
    res.end()
  })
  onTestFinished(() => void server.close())
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

it('reads messages in pieces, and texts with line separators of Unicode whole', async () => {
  const sent = { keyword: 'one\u2028two\u2029three' }
  const root = await streaming(`id: 7\nevent: ranking.changed\ndata: ${JSON.stringify(sent)}\n\n`)

  const { stream } = httpClient({ root, token: undefined, account: undefined, client: 'cli' })
  const messages = []
  for await (const message of await stream('/events/stream')) messages.push(message)

  expect(messages).toEqual([{ id: '7', event: 'ranking.changed', data: sent }])
})

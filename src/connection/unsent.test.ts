import { get, type IncomingMessage, type ServerResponse } from 'node:http'
import express from 'express'
import { expect, it, onTestFinished } from 'vitest'
import { listening } from '../../test/support/listening.ts'
import { createAppServer } from './server.ts'
import { UNSENT_LIMITS } from './unsent.ts'

/** More than a system takes ahead of a reader. */
const LARGE = 'a'.repeat(16 * 1024 * 1024)

function limit(limits: Partial<typeof UNSENT_LIMITS>): void {
  const usual = { ...UNSENT_LIMITS }
  onTestFinished(() => void Object.assign(UNSENT_LIMITS, usual))
  Object.assign(UNSENT_LIMITS, limits)
}

async function serve(answer: (res: ServerResponse) => void) {
  const sent: ServerResponse[] = []
  const app = express().use((_req, res) => {
    sent.push(res)
    answer(res)
  })
  const server = createAppServer(app)
  const port = await listening(server)
  /** Asks, and does not read the body. */
  const ask = () =>
    new Promise<IncomingMessage>((resolve) => {
      const outgoing = get({ port, agent: false }, resolve).on('error', () => {})
      onTestFinished(() => void outgoing.destroy())
    })
  return { ask, sent }
}

it('drops the client that has kept its response for the longest time, if all take too much', async () => {
  limit({ bytes: 40 * 1024 * 1024 })
  const { ask, sent } = await serve((res) => void res.end(LARGE))

  for (let n = 0; n < 4; n++) await ask()

  await expect
    .poll(() => sent.map(({ destroyed }) => destroyed))
    .toEqual([true, true, false, false])
})

it.each<[string, (res: ServerResponse) => void]>([
  ['a whole response', (res) => void res.end(LARGE)],
  ['a stream', (res) => void res.write(LARGE)],
])('drops a client that takes nothing of %s for a while', async (_, answer) => {
  limit({ ms: 200 })
  const { ask, sent } = await serve(answer)

  await ask()

  await expect.poll(() => sent[0]?.destroyed).toBe(true)
})

it('lets a client read slowly, and does not count what it has read', async () => {
  limit({ ms: 500, bytes: 20 * 1024 * 1024 })
  const { ask, sent } = await serve((res) => void res.end(LARGE))

  for (let n = 0; n < 3; n++) {
    const incoming = await ask()
    let read = 0
    for await (const chunk of incoming) read += (chunk as Buffer).length
    expect(read).toBe(LARGE.length)
  }

  await expect
    .poll(() => sent.map(({ writableFinished }) => writableFinished))
    .toEqual([true, true, true])
})

it('waits for a handler as long as it takes after a large response on the same connection', async () => {
  limit({ ms: 500 })
  const waiting: ServerResponse[] = []
  let isFirst = true
  const { ask } = await serve((res) => {
    if (isFirst) res.end(LARGE)
    else waiting.push(res)
    isFirst = false
  })
  for await (const _ of await ask());

  const second = ask()
  await expect.poll(() => waiting.length).toBe(1)
  const { socket } = (waiting[0] as ServerResponse).req

  expect(socket.timeout ?? 0).toBe(0)
  waiting[0]?.end()
  expect((await second).statusCode).toBe(200)
})

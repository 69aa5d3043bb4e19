import { createServer } from 'node:http'
import type { Duplex } from 'node:stream'
import { setImmediate as turn } from 'node:timers/promises'
import { expect, it } from 'vitest'
import { InProcessNetwork } from './in-process.ts'

it('a sender waits while the receiver does not read what it has', async () => {
  const server = createServer().removeAllListeners('connection')
  const network = new InProcessNetwork()
  network.serve(server)
  const accepted = new Promise<Duplex>((resolve) => server.on('connection', resolve))
  const client = await new Promise<Duplex>((resolve) =>
    network.open((_, socket) => resolve(socket as unknown as Duplex)),
  )
  const sender = await accepted
  let isTaken = false
  sender.write(Buffer.alloc(2 * 1024 * 1024), () => {
    isTaken = true
  })

  for (let turns = 0; turns < 20; turns++) await turn()
  expect(isTaken).toBe(false)

  client.resume()
  await expect.poll(() => isTaken).toBe(true)
})

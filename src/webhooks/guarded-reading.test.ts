import { once } from 'node:events'
import { type AddressInfo, connect, createServer } from 'node:net'
import { expect, it, onTestFinished } from 'vitest'
import { guardReading } from './guarded-reading.ts'

it('gives the parser 4 kB at a time, and nothing of a closed connection', async () => {
  const server = createServer((socket) => void socket.write(Buffer.alloc(20_000, 'x')))
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const socket = connect((server.address() as AddressInfo).port, '127.0.0.1')
  onTestFinished(() => {
    socket.destroy()
    server.close()
  })
  guardReading(socket)
  while (socket.readableLength < 20_000) await once(socket, 'readable')

  const first = socket.read()
  const second = socket.read()
  socket.destroy()

  expect([first, second].map(({ length }) => length)).toEqual([4096, 4096])
  expect(socket.read()).toBeNull()
})

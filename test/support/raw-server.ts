import { type AddressInfo, createServer, type Socket } from 'node:net'
import { onTestFinished } from 'vitest'

/** What a server does with a connection when bytes come on it. */
export type Behaviour = (socket: Socket, bytes: Buffer) => void

/** A server of bytes on this machine; `behave` gets each connection with what came on it. */
export async function startRaw(behave: Behaviour) {
  const seen = { posts: 0, connections: 0 }
  let received = ''
  const server = createServer((socket) => {
    seen.connections += 1
    socket.on('error', () => {})
    onTestFinished(() => void socket.destroy())
    socket.on('data', (bytes) => {
      received += bytes.toString('latin1')
      if (bytes.toString('latin1').startsWith('POST ')) seen.posts += 1
      behave(socket, bytes)
    })
  })
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void server.close())
  const { port } = server.address() as AddressInfo
  return { seen, received: () => received, port, url: `http://127.0.0.1:${port}` }
}

/** Sends `head`, and then `text` for as long as the other side reads. */
export function flood(socket: Socket, head: string, text: string): void {
  socket.write(head)
  const go = () => {
    while (!socket.destroyed && socket.write(text)) {}
  }
  socket.on('drain', go)
  go()
}

/** Sends a text in pieces of one byte. */
export function bytewise(socket: Socket, text: string): void {
  if (text === '') return
  socket.setNoDelay()
  socket.write(text.slice(0, 1), () => setImmediate(() => bytewise(socket, text.slice(1))))
}

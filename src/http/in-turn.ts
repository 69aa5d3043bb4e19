import type { IncomingMessage, RequestListener, Server, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'

/** Requests of one connection that may wait for those before them: until no more is read, and until it is closed. */
export const LIMITS = { pause: 1000, close: 10_000 }

interface Line {
  waiting: [IncomingMessage, ServerResponse][]
  isPaused: boolean
}

/**
 * Takes up a request when the one before it on its connection is answered, and lets those of others pass between them.
 * Node hands over all requests that a client has sent ahead at once: together they would keep everybody waiting, and hold
 * answers in memory that nobody reads.
 */
export function answerInTurn(server: Server, handle: RequestListener, limits = LIMITS): void {
  const lines = new WeakMap<Socket, Line>()

  const take = (req: IncomingMessage, res: ServerResponse, line: Line) => {
    res.once('close', () => proceed(req.socket, line))
    handle(req, res)
  }
  const proceed = (socket: Socket, line: Line) => {
    const next = line.waiting.shift()
    if (!next) lines.delete(socket)
    // Node reads on after each answer, as if nothing were waiting.
    if (line.waiting.length >= limits.pause) socket.pause()
    else if (line.isPaused) {
      line.isPaused = false
      socket.resume()
    }
    if (next && !socket.destroyed) setImmediate(take, ...next, line)
  }

  server.on('request', (req, res) => {
    const { socket } = req
    const line = lines.get(socket)
    if (!line) {
      const first = { waiting: [], isPaused: false }
      lines.set(socket, first)
      take(req, res, first)
      return
    }
    line.waiting.push([req, res])
    if (line.waiting.length > limits.close) socket.destroy()
    else if (line.waiting.length >= limits.pause && !line.isPaused) {
      line.isPaused = true
      // Node reads on at the end of each request that it takes out of what has come.
      process.nextTick(() => line.isPaused && socket.pause())
    }
  })

  // Who sends no more may still read: Node would end the connection with what waits unanswered.
  Object.assign(server, { httpAllowHalfOpen: true })
  server.on('connection', (socket) => {
    socket.once('end', () => {
      if (!lines.get(socket)?.waiting.length) socket.end()
    })
  })
}

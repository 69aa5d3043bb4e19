import type { IncomingMessage, RequestListener, Server, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { setImmediate } from '../node-globals.ts'
import { connectionEvent } from './connection-event.ts'

/**
 * How many requests of a connection may wait: at `pause`, or so many `bytes`, reading stops; above `close` it is closed. In
 * memory, headers take up to twenty times their bytes.
 */
export const LIMITS = { pause: 1000, bytes: 262_144, close: 10_000 }

/** The requests of a connection, of which one is handled at a time. */
interface Line {
  handled: IncomingMessage | undefined
  waiting: [IncomingMessage, ServerResponse, readUntil: number][]
  isPaused: boolean
  /** `bytesRead` of the connection when the request that is handled had arrived. */
  readUntil: number
}

function isFull(
  { waiting, readUntil }: Line,
  { bytesRead }: Socket,
  limits: typeof LIMITS,
): boolean {
  if (waiting.length === 0) return false
  return waiting.length >= limits.pause || bytesRead - readUntil >= limits.bytes
}

/**
 * Handles the pipelined requests of a connection one at a time, and those of other connections in between. Node emits
 * all requests that a client has sent ahead at once: together they would block everyone else, and hold unread answers
 * in memory.
 */
export function answerInTurn(server: Server, handle: RequestListener, limits = LIMITS): void {
  const lines = new WeakMap<Socket, Line>()
  const lineOf = (socket: Socket): Line => {
    const known = lines.get(socket)
    if (known) return known
    const line: Line = { handled: undefined, waiting: [], isPaused: false, readUntil: 0 }
    lines.set(socket, line)
    return line
  }

  const take = (req: IncomingMessage, res: ServerResponse, line: Line) => {
    line.handled = req
    res.on('close', () => proceed(req.socket, line))
    handle(req, res)
  }
  const proceed = (socket: Socket, line: Line) => {
    const next = line.waiting.shift()
    line.handled = next?.[0]
    line.readUntil = next?.[2] ?? 0
    // Node resumes reading after each answer, although requests are waiting.
    if (isFull(line, socket, limits)) socket.pause()
    else if (line.isPaused) {
      line.isPaused = false
      socket.resume()
    }
    if (next && !socket.destroyed) setImmediate(take, next[0], next[1], line)
  }

  server.on('request', (req, res) => {
    const { socket } = req
    const line = lineOf(socket)
    if (!line.handled) {
      line.readUntil = socket.bytesRead
      return take(req, res, line)
    }
    line.waiting.push([req, res, socket.bytesRead])
    if (line.waiting.length > limits.close) socket.destroy()
    else if (isFull(line, socket, limits)) {
      line.isPaused = true
      // Node resumes reading at the end of each request that it parses, in a tick.
      const pause = () => line.isPaused && socket.pause()
      process.nextTick(() => process.nextTick(pause))
    }
  })

  // A client that has stopped sending may still read: Node would end the connection with requests unanswered.
  Object.assign(server, { httpAllowHalfOpen: true })
  server.on(connectionEvent(server), (socket: Socket) => {
    socket.once('end', () => {
      const { handled, waiting = [] } = lines.get(socket) ?? {}
      // The client has probably gone, and a stream must end then. A request that broke off gets its answer by `clientError`.
      if (handled?.complete && waiting.length === 0) socket.end()
    })
  })
}

import {
  createServer,
  IncomingMessage,
  type RequestListener,
  type Server,
  type ServerOptions,
  ServerResponse,
} from 'node:http'
import type { Socket } from 'node:net'
import type { Express, Request, RequestHandler, Response } from 'express'
import { type Config, ConfigError } from '../config.ts'
import { setImmediate } from '../node-globals.ts'
import type { BatchedResponse } from '../pipeline/send.ts'
import { connectionEvent } from './connection-event.ts'
import { ResponseBatch } from './response-batch.ts'
import { UnsentResponses } from './unsent.ts'

/** Milliseconds: slow senders must not hold a connection for ever. Node checks them at the interval `every`. */
export const TIMEOUTS = { headers: 15_000, request: 60_000, idle: 10_000, every: 1000 } as const

export type Timeouts = { [name in keyof typeof TIMEOUTS]: number }

/**
 * A server, of `makeServer`, whose requests and responses have the prototypes of Express from the start. Express itself would change
 * the prototype of each, which invalidates V8's optimizations: that took a fifth of a request. With them, `handle` needs no
 * routes of Express; requests of other servers go through `app`.
 */
export function createExpressServer(
  app: Express,
  timeouts: Timeouts = TIMEOUTS,
  makeServer: (options: ServerOptions) => Server = createServer,
  handle?: RequestHandler,
): Server {
  const Message = class extends IncomingMessage {}
  const batch = new ResponseBatch()
  const unsent = new UnsentResponses()
  const OutgoingResponse = class extends ServerResponse implements BatchedResponse {
    endBatched(text: string, encoding: BufferEncoding): void {
      batch.end(this, text, encoding)
    }

    flushBatch(): void {
      batch.flush()
    }

    override write(...given: unknown[]): boolean {
      const hasRoom = super.write(...(given as Parameters<ServerResponse['write']>))
      if (!hasRoom) unsent.add(this)
      return hasRoom
    }

    override end(...given: unknown[]): this {
      super.end(...(given as Parameters<ServerResponse['end']>))
      if (!this.writableFinished) unsent.add(this)
      return this
    }

    // This response may be complete and wait in the batch.
    override destroy(error?: Error): this {
      batch.flush()
      return super.destroy(error)
    }
  }
  Object.setPrototypeOf(Message.prototype, app.request)
  Object.setPrototypeOf(OutgoingResponse.prototype, app.response)
  const server = makeServer({
    headersTimeout: timeouts.headers,
    requestTimeout: timeouts.request,
    keepAliveTimeout: timeouts.idle,
    connectionsCheckingInterval: timeouts.every,
    // A missing Host header is answered by `route`, in the envelope; Node's own answer is empty.
    requireHostHeader: false,
    IncomingMessage: Message,
    ServerResponse: OutgoingResponse as unknown as typeof ServerResponse,
  })
  server.on('request', ({ socket }) => batch.open(socket))
  // Registered before `answerInTurn`, which ends the connection of a client that has stopped sending.
  server.on(connectionEvent(server), (socket: Socket) => socket.once('end', () => batch.flush()))
  answerInTurn(server, (message, response) => {
    if (!handle || !(message instanceof Message)) return app(message, response)
    const [req, res] = [message as IncomingMessage as Request, response as Response]
    req.originalUrl = req.url
    req.res = res
    res.locals = {}
    handle(req, res, () => res.destroy())
  })
  // By default Node silently drops headers after the 1,000th. Their size in bytes is limited anyway.
  server.maxHeadersCount = 0
  return server
}

/** Throws a ConfigError with a way out when the server cannot listen there. With `open`, takes over its socket. */
export function listen(server: Server, { port, host }: Config, open?: Server): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => reject(listenError(error, port, host)))
    if (open) server.listen(open, resolve)
    else server.listen(port, host, resolve)
  })
}

function listenError(error: NodeJS.ErrnoException, port: number, host: string): Error {
  switch (error.code) {
    case 'EADDRINUSE':
      return new ConfigError(
        `Port ${port} of ${host} is taken. Choose another with --port ${port + 1}, or any free one with --port 0.`,
      )
    case 'EACCES':
      return new ConfigError(
        `Port ${port} may not be used by this user. Choose one above 1023 with --port 4010.`,
      )
    case 'EADDRNOTAVAIL':
    case 'ENOTFOUND':
      return new ConfigError(
        `This machine has no address ${host}. Choose another with --host 127.0.0.1.`,
      )
    default:
      return error
  }
}

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

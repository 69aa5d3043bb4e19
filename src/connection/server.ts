import {
  createServer,
  IncomingMessage,
  type Server,
  type ServerOptions,
  ServerResponse,
} from 'node:http'
import type { Express } from 'express'
import { type Config, ConfigError } from '../config.ts'
import { answerInTurn } from './pipelining.ts'
import { UnsentResponses } from './unsent.ts'

/** Milliseconds: slow senders must not hold a connection for ever. Node checks them at the interval `every`. */
export const TIMEOUTS = { headers: 15_000, request: 60_000, idle: 10_000, every: 1000 } as const

export type Timeouts = { [name in keyof typeof TIMEOUTS]: number }

/**
 * A server, of `makeServer`, whose requests go to `app`. They have the prototypes from the start that Express would give them
 * (docs/dev/decisions/005).
 */
export function createAppServer(
  app: Express,
  timeouts: Timeouts = TIMEOUTS,
  makeServer: (options: ServerOptions) => Server = createServer,
): Server {
  class Request extends IncomingMessage {}
  class Response extends ServerResponse<IncomingMessage> {}
  Object.setPrototypeOf(Request.prototype, app.request)
  Object.setPrototypeOf(Response.prototype, app.response)
  Object.assign(app, { request: Request.prototype, response: Response.prototype })
  const server = makeServer({
    IncomingMessage: Request,
    ServerResponse: Response as typeof ServerResponse,
    headersTimeout: timeouts.headers,
    requestTimeout: timeouts.request,
    keepAliveTimeout: timeouts.idle,
    connectionsCheckingInterval: timeouts.every,
    // A missing Host header is answered by `route`, in the envelope; Node's own answer is empty.
    requireHostHeader: false,
  })
  // By default Node silently drops headers after the 1,000th. Their size in bytes is limited anyway.
  server.maxHeadersCount = 0
  const unsent = new UnsentResponses()
  server.on('request', (_req, res) => unsent.watch(res))
  answerInTurn(server, app)
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

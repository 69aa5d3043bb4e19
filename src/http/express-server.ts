import { createServer, IncomingMessage, type Server, ServerResponse } from 'node:http'
import type { Express } from 'express'
import { answerInTurn } from './in-turn.ts'

/** Milliseconds: slow senders must not hold a connection for ever. Node looks after them `every` so often. */
export const TIMEOUTS = { headers: 15_000, request: 60_000, idle: 10_000, every: 1000 } as const

export type Timeouts = { [name in keyof typeof TIMEOUTS]: number }

/**
 * A server whose requests and responses are from the start what Express makes of Node's by giving them another
 * prototype, with which V8 loses all that it has learned of them: that took a fifth of a request.
 */
export function createExpressServer(app: Express, timeouts: Timeouts = TIMEOUTS): Server {
  const options = {
    headersTimeout: timeouts.headers,
    requestTimeout: timeouts.request,
    keepAliveTimeout: timeouts.idle,
    connectionsCheckingInterval: timeouts.every,
    // A missing Host header is answered by `route`, in the envelope; Node's own answer is empty.
    requireHostHeader: false,
    IncomingMessage: withPrototype(IncomingMessage, app.request),
    ServerResponse: withPrototype(ServerResponse, app.response),
  }
  const server = createServer(options)
  answerInTurn(server, app)
  // Node leaves out those after the 1,000th without a word. What headers may have together is limited in bytes.
  server.maxHeadersCount = 0
  return server
}

/** Node's constructors are functions that can be called on any object. */
function withPrototype<Base extends abstract new (...given: never[]) => object>(
  base: Base,
  prototype: object,
): Base {
  function Made(this: object, ...given: unknown[]) {
    Reflect.apply(base as unknown as (...given: unknown[]) => void, this, given)
  }
  Made.prototype = prototype
  return Made as unknown as Base
}

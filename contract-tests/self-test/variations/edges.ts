import type { Answer, Exchange, Mutation } from '../types.ts'
import type { Variation } from './variation.ts'

/**
 * What an edge in front of the service, a gateway or a load balancer, answers in its place for a moment. §7 asks clients to
 * wait and repeat on a limit; of an answer that never came from the service, the specification says nothing.
 */

const PAGE = { 'Content-Type': 'text/html' }
const page = (status: number, headers: Answer['headers'] = {}): Answer => ({
  status,
  headers: { ...PAGE, ...headers },
  body: undefined,
  raw: `<html><head><title>${status}</title></head><body></body></html>`,
})
const message = (status: number, text: string, headers: Answer['headers'] = {}): Answer => ({
  status,
  headers: { 'Content-Type': 'application/json', ...headers },
  body: { message: text },
})
const reset = (): Answer => ({ status: 502, headers: {}, body: undefined, reset: true })

/** Answers with something else for some time, from a request on. No header of the service is sent then. */
function away(from: number, ms: number, instead: (exchange: Exchange) => Answer): Mutation {
  return {
    onRequest: (exchange, next) => {
      const { number, memory, service } = exchange
      if (number < from) return next()
      const since = (memory.get('away since') as number) ?? service.now()
      memory.set('away since', since)
      if (service.now() - since >= ms) return next()
      memory.set('is away', number)
      return instead(exchange)
    },
    onResponse: (answer, { memory, number }) => {
      if (memory.get('is away') !== number) return
      for (const name of ['Limit', 'Remaining', 'Reset'])
        delete answer.headers[`X-RateLimit-${name}`]
    },
  }
}

const outages: Variation[] = [
  ...[502, 503, 504].map((status) => ({
    name: `The service is away for 0.7 s, with pages of status ${status}`,
    mutation: away(22, 700, () => page(status)),
  })),
  { name: 'Connections are reset for 0.7 s', mutation: away(22, 700, reset) },
  {
    name: 'The service is away for 0.7 s while campaigns are created',
    mutation: away(4, 700, () => page(503)),
  },
  {
    name: 'The service is away for 3 s, with resets and pages in turns',
    mutation: away(40, 3000, ({ number }) => (number % 2 ? reset() : page(502))),
  },
  {
    name: 'A gateway answers with its own messages for 1.2 s',
    mutation: away(30, 1200, ({ number }) =>
      number % 2
        ? message(504, 'Endpoint request timed out')
        : message(500, 'Internal server error'),
    ),
  },
  {
    name: 'A firewall forbids requests for 0.7 s, with a page',
    mutation: away(50, 700, () => page(403)),
  },
  {
    name: 'The service is away for 2 s, and says so in Retry-After',
    mutation: away(30, 2000, () => page(503, { 'Retry-After': '2' })),
  },
  {
    name: 'The service is away for 2 s, and says in Retry-After until when',
    mutation: away(30, 2000, ({ service }) =>
      page(503, { 'Retry-After': new Date(service.now() + 2999).toUTCString() }),
    ),
  },
  {
    name: 'The service is away for 1 s, and asks for an hour in Retry-After',
    mutation: away(30, 1000, () => page(503, { 'Retry-After': '3600' })),
  },
]

const throttles: Variation[] = [
  { name: 'An edge throttles for 0.7 s, with pages', mutation: away(35, 700, () => page(429)) },
  {
    name: 'An edge throttles for 2 s, with pages and Retry-After',
    mutation: away(35, 2000, () => page(429, { 'Retry-After': '2' })),
  },
  {
    name: 'An edge throttles for 0.9 s, with messages',
    mutation: away(60, 900, () => message(429, 'Too Many Requests')),
  },
  {
    name: 'A burst is refused for 0.7 s with no requests remaining',
    mutation: {
      onRequest: (exchange, next) => {
        const { number, memory, service } = exchange
        const since = (memory.get('burst') as number) ?? service.now()
        if (number >= 45) memory.set('burst', since)
        if (number < 45 || service.now() - since >= 700) return next()
        const error = { code: 'rate_limit_exceeded', message: 'Too many requests' }
        return {
          status: 429,
          headers: { 'Content-Type': 'application/json', 'X-RateLimit-Remaining': '0' },
          body: { success: false, error },
        }
      },
    },
  },
]

const connections: Variation[] = [
  { name: 'Idle connections are closed after 1 ms', mutation: { idleMs: 1 } },
]

export const EDGE_VARIATIONS: Variation[] = [...outages, ...throttles, ...connections]

import { type Plant, type Variation, variations } from '../changes.ts'
import type { Reply, Request, World } from '../world.ts'

/**
 * What an edge in front of the service, a gateway or a load balancer, answers in its place for a moment. §7 asks clients to
 * wait and repeat on a limit; of an answer that never came from the service, the specification says nothing.
 */
const page = (status: number, headers: Reply['headers'] = {}): Reply => ({
  status,
  headers: { 'Content-Type': 'text/html', ...headers },
  text: `<html><head><title>${status}</title></head><body></body></html>`,
})
const message = (status: number, text: string): Reply => ({
  status,
  headers: { 'Content-Type': 'application/json' },
  body: { message: text },
})
const reset = (): Reply => ({ status: 502, headers: {}, isReset: true })

/** Answers with something else for some time, from a request on. No header of the service is sent then. */
function away(from: number, ms: number, instead: (request: Request, world: World) => Reply): Plant {
  return (world) => {
    let since: number | undefined
    const { after } = world
    world.after = (reply, request) => {
      after(reply, request)
      if (request.number < from) return
      since ??= request.at
      if (request.at - since >= ms) return
      delete reply.body
      delete reply.text
      Object.assign(reply, instead(request, world))
    }
    const { before } = world
    world.before = (request, next) => {
      const isAway = request.number >= from && (!since || request.at - since < ms)
      return isAway ? instead(request, world) : before(request, next)
    }
  }
}

const dateIn = (world: World, ms: number) => new Date(world.now() + ms).toUTCString()

export const EDGES: Variation[] = variations('edges', [
  ...[502, 504].map((status): [string, Plant] => [
    `the service is away for 0.7 s, with pages of status ${status}`,
    away(22, 700, () => page(status)),
  ]),
  ['connections are reset for 0.7 s', away(22, 700, reset)],
  ['the service is away for 0.7 s while campaigns are created', away(4, 700, () => page(503))],
  [
    'the service is away for 3 s, with resets and pages in turns',
    away(40, 3000, ({ number }) => (number % 2 ? reset() : page(502))),
  ],
  [
    'a gateway answers with its own messages for 1.2 s',
    away(30, 1200, ({ number }) =>
      number % 2
        ? message(504, 'Endpoint request timed out')
        : message(500, 'Internal server error'),
    ),
  ],
  ['a firewall forbids requests for 0.7 s, with a page', away(50, 700, () => page(403))],
  [
    'the service is away for 2 s, and says so in Retry-After',
    away(30, 2000, () => page(503, { 'Retry-After': '2' })),
  ],
  [
    'the service is away for 2 s, and says in Retry-After until when',
    away(30, 2000, (_request, world) => page(503, { 'Retry-After': dateIn(world, 2999) })),
  ],
  [
    'the service is away for 1 s, and asks for an hour in Retry-After',
    away(30, 1000, () => page(503, { 'Retry-After': '3600' })),
  ],
  ['an edge throttles for 0.7 s, with pages', away(35, 700, () => page(429))],
  [
    'an edge throttles for 2 s, with pages and Retry-After',
    away(35, 2000, () => page(429, { 'Retry-After': '2' })),
  ],
  [
    'an edge throttles for 0.9 s, with messages',
    away(60, 900, () => message(429, 'Too Many Requests')),
  ],
  [
    'a burst is refused for 0.7 s with no requests remaining',
    away(45, 700, () => ({
      status: 429,
      headers: { 'Content-Type': 'application/json', 'X-RateLimit-Remaining': '0' },
      body: {
        success: false,
        error: { code: 'rate_limit_exceeded', message: 'Too many requests' },
      },
    })),
  ],
  ['idle connections are closed after 1 ms', () => {}, { options: { idleMs: 1 } }],
])

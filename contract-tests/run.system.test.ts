import { afterEach, describe, expect, it } from 'vitest'
import { DEFAULTS, type Settings } from './http/settings.ts'
import { NEEDED_REQUESTS } from './journey/preflight.ts'
import { USUAL_REQUESTS, USUAL_STRANGERS } from './journey/runner.ts'
import type { RunResult } from './report/result.ts'
import { provable, runSuite } from './run.ts'
import {
  all,
  changed,
  from,
  handled,
  keyed,
  type Plant,
  replies,
  tally,
} from './self-test/changes.ts'
import { type Planting, type RunningServer, startServer } from './self-test/server.ts'
import { checkServer, settingsFor } from './self-test/suite.ts'
import { Refusal, TOKENS } from './self-test/world.ts'

const running: RunningServer[] = []
afterEach(async () => {
  for (const server of running.splice(0)) await server.close()
})

async function serve(planting?: Planting): Promise<RunningServer> {
  const server = await startServer(planting)
  running.push(server)
  return server
}

const namesOf = (server: RunningServer) => server.campaigns().map(({ name }) => String(name))
/** The campaigns on a server that a run made. */
const leftOn = (server: RunningServer) =>
  namesOf(server).filter((name) => name.includes('svc-check-test'))
const verdicts = ({ facts }: RunResult) => facts.map(({ id, verdict }) => `${id} ${verdict}`)

describe('a run', () => {
  it('proves every fact of a conforming server with all credentials', async () => {
    const { result, left } = await checkServer()

    const unproved = result.facts.filter(({ verdict }) => verdict !== 'pass')
    expect(unproved.map(({ id, reason }) => `${id}: ${reason}`)).toEqual([])
    expect(result.facts).toHaveLength(provable.length)
    expect(result.outcome).toBe('passed')
    expect(left).toEqual([])
    // The quota that is required before anything is created.
    expect(NEEDED_REQUESTS - result.requests.main).toBeGreaterThanOrEqual(0)
    expect(NEEDED_REQUESTS - result.requests.main).toBeLessThan(8)
    const { anonymous, misspelled, main, restricted, limited, revoked } = result.requests
    const atMost = (most: number) => expect.toSatisfy((count: number) => count <= most)
    expect({ main, restricted, limited, revoked }).toEqual({
      // Some are made because there is no key of another account.
      main: atMost(USUAL_REQUESTS.main + 2),
      restricted: USUAL_REQUESTS.restricted + 3,
      limited: atMost(USUAL_REQUESTS.limited),
      revoked: USUAL_REQUESTS.revoked,
    })
    expect(anonymous + misspelled).toBe(USUAL_STRANGERS)
    // All that a run asks for has room.
    expect(result.requests.total).toBeLessThanOrEqual(DEFAULTS.maxTotal)
  })

  it('logs out once with the key for it, after all other tries', async () => {
    const sent: (string | undefined)[] = []
    const server = await serve(
      replies((_, request, world) => {
        if (request.operation === 'logout') sent.push(world.sentToken(request))
      }),
    )
    const { other, logout: _, ...rest } = TOKENS

    const { result } = await runSuite(settingsFor(server, { tokens: { ...rest, logout: other } }))

    expect(sent.indexOf(TOKENS.other)).toBe(sent.length - 1)
    expect(verdicts(result).filter((each) => each.endsWith('fail'))).toEqual([])
  })

  it('judges the response of that logout', async () => {
    const server = await serve(
      changed(from('other'), ({ body }, { operation }) => {
        if (operation === 'logout') delete body.data
      }),
    )
    const tokens = { main: TOKENS.main, logout: TOKENS.other }

    const { result } = await runSuite(settingsFor(server, { tokens }))

    expect(verdicts(result).filter((each) => each.endsWith('fail'))).toEqual([
      '1.3 fail',
      '4.7 fail',
    ])
  })

  it.each([
    ['a zone that claims to be UTC', 2 * 3_600_000, {}, ['4.11 fail']],
    ['a clock that is a minute fast', 60_000, {}, []],
    ['a simulated clock', 2 * 3_600_000, { 'X-Sandbox-Clock': 'yes' }, []],
  ])(
    'compares meta.timestamp with the header Date: %s',
    async (_name, aheadMs, headers, failed) => {
      const server = await serve(
        replies((reply) => {
          const { meta } = reply.body as { meta?: { timestamp: string } }
          if (meta) meta.timestamp = new Date(Date.now() + aheadMs).toISOString()
          reply.headers = { ...reply.headers, ...headers }
        }),
      )

      const { result } = await runSuite(settingsFor(server))

      expect(verdicts(result).filter((each) => each.endsWith('fail'))).toEqual(failed)
    },
  )

  it('leaves campaigns that it did not create as they are', async () => {
    const server = await serve()
    const before = namesOf(server)

    await runSuite(settingsFor(server))

    expect(namesOf(server)).toEqual(before)
  })

  it('gives the same verdicts again within the same hour', async () => {
    const server = await serve()

    const { result: first } = await runSuite(settingsFor(server))
    const { result: second } = await runSuite(settingsFor(server))

    expect(verdicts(second)).toEqual(verdicts(first))
    expect(second.requests.limited).toBeLessThan(first.requests.limited)
  })

  it('says what it lacked for the facts that it could not try', async () => {
    const server = await serve()
    const { tokens } = settingsFor(server)

    const {
      result: { facts, outcome },
    } = await runSuite(settingsFor(server, { tokens: { main: tokens.main } }))

    const reasons = facts.filter(({ verdict }) => verdict !== 'pass').map(({ reason }) => reason)
    expect(outcome).toBe('incomplete')
    expect(new Set(reasons)).toEqual(
      new Set([
        'no --revoked-token was given',
        'no --restricted-token was given',
        'no --limited-token was given',
      ]),
    )
  })

  it('sends only safe methods when it is read-only', async () => {
    const methods = new Set<string>()
    const server = await serve(replies((_, { method }) => methods.add(method)))

    const { result } = await runSuite(settingsFor(server, { readOnly: true }))

    // RFC 9110 §9.2.1
    expect([...methods].sort()).toEqual(['GET', 'HEAD', 'OPTIONS'])
    expect(result.facts.find(({ id }) => id === '4.21')?.verdict).toBe('pass')
    expect(result.facts.find(({ id }) => id === '4.15')?.reason).toBe('the run is --read-only')
    expect(result.outcome).toBe('incomplete')
    expect(result.checks.flatMap(({ failures }) => failures)).toEqual([])
  })

  it('holds observations against our assumptions at their level', async () => {
    const reworded = replies((reply) => {
      if (reply.status === 401) reply.status = 403
    })

    const stated = await checkServer(reworded)
    const assumed = await checkServer(reworded, { level: 'assumed' })

    const missing = stated.result.observations.find(({ id }) => id === 'failure.missing_credential')
    expect(missing).toMatchObject({
      observed: { status: 403 },
      assumed: { status: 401 },
      differs: true,
    })
    expect(stated.result.outcome).toBe('passed')
    expect(assumed.result.outcome).toBe('failed')
  })
})

describe('a quota', () => {
  it('that is too small ends the run before anything is created', async () => {
    const server = await serve({ options: { mainLimit: 100 }, plant: keyed('main', { used: 60 }) })

    const { result } = await runSuite(settingsFor(server))

    expect(result.outcome).toBe('could_not_run')
    expect(result.reason).toMatch(/39 requests left.*takes up to 64/)
    expect(result.requests.total).toBe(1)
    expect(leftOn(server)).toEqual([])
  })

  /** Refuses the nth request of the main key, and those after it up to the mth. */
  const usedUp = (first: number, to: number, headers: Record<string, string> = {}): Plant => {
    const isRefused = (count: number) => count >= first && count < to
    return all(
      (world) => {
        const { count } = world
        world.count = (key, request) => {
          if (key.token === TOKENS.main && isRefused(tally(world, 'main'))) return false
          return count(key, request)
        }
      },
      changed(from('main'), (reply, _request, world) => {
        const count = tally(world, 'main answers')
        if (isRefused(count + 1)) reply.headers['X-RateLimit-Remaining'] = '0'
        if (isRefused(count))
          Object.assign(reply.headers, { 'X-RateLimit-Remaining': '0' }, headers)
      }),
    )
  }

  it('that ends within the run cuts it short, and is no pass', async () => {
    const server = await serve(usedUp(20, Number.POSITIVE_INFINITY))

    const {
      result: { outcome, reason, leftovers },
    } = await runSuite(settingsFor(server))

    expect(outcome).toBe('cut_short')
    expect(reason).toMatch(/quota of the main key is used up.*--max-wait/)
    // The key that could delete them is the one that is used up.
    expect(leftovers.map(({ name }) => name.slice(0, 22)).sort()).toEqual([
      'svc-check-test first: ',
      'svc-check-test second',
    ])
  })

  it('that is used up at the start ends the run as one that could not be made', async () => {
    const server = await serve()
    server.useUp(server.tokens.main)

    const {
      result: { outcome, reason },
    } = await runSuite(settingsFor(server))

    expect(outcome).toBe('could_not_run')
    expect(reason).toMatch(/used up.*--max-wait/)
  })

  it('that is reset soon enough is waited for', async () => {
    const server = await serve(usedUp(20, 21, { 'Retry-After': '0' }))

    const {
      result: { outcome },
    } = await runSuite(settingsFor(server))

    expect(outcome).toBe('passed')
  })

  it('that is reset and used up again and again is not waited for without end', async () => {
    const server = await serve(usedUp(20, Number.POSITIVE_INFINITY, { 'Retry-After': '0' }))

    const {
      result: { outcome, reason, requests },
    } = await runSuite(settingsFor(server))

    expect(outcome).toBe('cut_short')
    expect(reason).toMatch(/quota of the main key is used up/)
    // The requests before, the tries, and the clean-up.
    expect(requests.main).toBeLessThan(35)
  })

  it.each([3, 4, 5, 6, 7, 8, 9, 12])(
    'deletes what it created with %i requests at most',
    async (maxRequests) => {
      const server = await serve()

      const { result } = await runSuite(settingsFor(server, { maxRequests }))

      expect(result.leftovers).toEqual([])
      expect(leftOn(server)).toEqual([])
      expect(result.requests.main).toBeLessThanOrEqual(maxRequests)
    },
  )

  it('that ends after a contradiction does not hide it', async () => {
    const server = await serve(replies(({ headers }) => delete headers['X-RateLimit-Limit']))

    const { result } = await runSuite(settingsFor(server, { maxRequests: 30 }))

    expect(result.outcome).toBe('failed')
    expect(result.reason).toMatch(/30 requests with the main key/)
  })
})

it('logs out with no key that the server took for a good one', async () => {
  const loggedOut: (string | undefined)[] = []
  const server = await serve((world) => {
    const { keyFor } = world
    world.keyFor = (token, request) =>
      token.startsWith('svc_test_') ? world.keys[0] : keyFor(token, request)
    replies((_, request) => {
      if (request.operation === 'logout') loggedOut.push(world.sentToken(request))
    })(world)
  })

  await runSuite(settingsFor(server))

  expect(loggedOut).toEqual([undefined])
})

describe('cleaning up', () => {
  const undeletable = handled('deleteCampaign', () => {
    throw new Refusal('server_error', 'No deletion today')
  })

  it('reports what it could not delete, with a command for it', async () => {
    const server = await serve(undeletable)

    const {
      result: { leftovers, requests },
    } = await runSuite(settingsFor(server))

    const left = server.campaigns().filter(({ name }) => String(name).includes('svc-check-test'))
    expect(leftovers.map(({ id }) => id).sort()).toEqual(left.map(({ id }) => id).sort())
    expect(left.length).toBeGreaterThan(0)
    expect(leftovers[0]?.curl).toBe(
      `curl -i -X DELETE '${server.baseUrl}/campaigns/${leftovers[0]?.id}' -H "Authorization: Bearer $SVC_TOKEN"`,
    )
    expect(requests.main - requests.repeated.main).toBeLessThanOrEqual(80)
    expect(requests.total - requests.repeated.total).toBeLessThanOrEqual(140)
  })

  it('changes and deletes nothing under an id that is not that of its own campaign', async () => {
    const server = await serve(
      handled('createCampaign', (_request, next, world) => {
        const reply = next()
        reply.body.data = { id: world.campaigns[0]?.id }
        return reply
      }),
    )
    const before = namesOf(server)

    const {
      result: { outcome },
    } = await runSuite(settingsFor(server))

    expect(namesOf(server)).toEqual(before)
    expect(outcome).toBe('failed')
  })

  it.each([5, 12, 25, 60, 90, 120])('is done when the run is ended at request %i', async (at) => {
    const controller = new AbortController()
    const server = await serve(
      replies((_, { number }) => {
        if (number === at) controller.abort()
      }),
    )

    const { result } = await runSuite(settingsFor(server), controller)

    expect(result.outcome).toBe('interrupted')
    expect(leftOn(server)).toEqual([])
  })
})

it('shows no key in what it found', async () => {
  const server = await serve(
    replies(({ body, headers }, request, world) => {
      const token = String(world.sentToken(request))
      body.message = `your token is ${token}`
      headers['X-Token'] = token
      if (body.error) body.error.code = token
      if (body.data) body.data = { [token]: body.data }
    }),
  )
  const settings: Settings = settingsFor(server)

  const text = JSON.stringify(await runSuite(settings))

  for (const token of Object.values(settings.tokens)) expect(text).not.toContain(token)
  // A misspelled key is all but one letter of a good one.
  expect(text).not.toContain(settings.tokens.main.slice(0, -1))
})

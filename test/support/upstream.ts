import { ApiError } from '../../src/errors.ts'
import { exchangeOf } from '../../src/pipeline/exchange.ts'
import type { OpenUpstream, Upstream, UpstreamState } from '../../src/pipeline/upstream.ts'
import type { Violation } from '../../src/schema/traffic.ts'

/** Two kinds of violation, as the judge makes them. */
export const STATED: Violation = {
  id: 'vio_stated',
  kind: 'contradicts_stated',
  direction: 'response',
  operation: 'listCampaigns',
  fact: '4.1',
  section: '§4',
  statement: 'A success has success = true.',
  expected: 'success is true',
  actual: 'success is "yes"',
  count: 12,
  first_seen: '2026-01-15T09:00:00.000Z',
  last_seen: '2026-01-15T09:29:00.000Z',
  requests: ['request-old', 'request-one'],
  method: 'GET',
  path: '/campaigns',
}
export const ASSUMED: Violation = {
  id: 'vio_assumed',
  kind: 'differs_from_assumption',
  direction: 'response',
  operation: 'getCampaign',
  section: '§7',
  statement: 'An unknown campaign is answered with 404.',
  expected: '404',
  actual: '410',
  count: 1,
  first_seen: '2026-01-15T09:10:00.000Z',
  last_seen: '2026-01-15T09:10:00.000Z',
  requests: ['request-two'],
  method: 'GET',
  path: '/campaigns/{id}',
}

const STATE: UpstreamState = {
  upstream: 'https://staging.example.com/api',
  mode: 'watch',
  cassette: 'cassette.har',
  recorded: 0,
  replayed: 0,
  unjudged: 0,
  sources: { upstream: 0, sandbox: 0, cassette: 0 },
  sandbox_operations: [],
  sandbox_missing: false,
  enforce: null,
}

/** Stands for a proxied server: the sandbox answers, and each answer names its source and its violations. */
export function fakeUpstream(
  state: Partial<UpstreamState> = {},
  violations: readonly Violation[] = [],
): OpenUpstream {
  let current = { ...STATE, ...state }
  let found = violations
  const isOf = (violation: Violation, id: string) => violation.requests.includes(id)
  const upstream: Upstream = {
    stage(_req, res, next) {
      const { id } = exchangeOf(res)
      const source = current.mode === 'replay' ? 'cassette' : 'upstream'
      current.sources = { ...current.sources, [source]: current.sources[source] + 1 }
      const count = found.filter((violation) => isOf(violation, id)).length
      res.setHeader('X-Sandbox-Source', source)
      res.setHeader('X-Sandbox-Violations', `${count}; ${id}`)
      next()
    },
    tunnel: (_req, socket) => socket.destroy(),
    judged: async () => {},
    violations: ({ request, ...filter } = {}) =>
      found.filter(
        (violation) =>
          (request === undefined || isOf(violation, request)) &&
          Object.entries(filter).every(
            ([name, value]) => value === undefined || violation[name as keyof Violation] === value,
          ),
      ),
    clearViolations() {
      const { length } = found
      found = []
      return length
    },
    state: () => current,
    async change({ sandboxOperations, sandboxMissing, ...change }) {
      if (change.mode === 'record' && current.recorded > 0) {
        throw new ApiError(
          'invalid_input',
          'cassette.har has recordings. Use update to add others.',
        )
      }
      const given = Object.fromEntries(
        Object.entries({
          ...change,
          sandbox_operations: sandboxOperations,
          sandbox_missing: sandboxMissing,
        }).filter(([, value]) => value !== undefined),
      )
      current = { ...current, ...given }
    },
    close: async () => {},
  }
  return async () => upstream
}

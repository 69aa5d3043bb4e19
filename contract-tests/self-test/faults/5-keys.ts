import { by, changed, data, from, handled, succeeded } from '../mutations.ts'
import type { Exchange, Mutation } from '../types.ts'
import type { Fault } from './fault.ts'

/** A key of which only a part is compared: `taken` decides whether a token passes for the main key. */
const carelessly = (taken: (token: string, key: string) => boolean): Fault['mutation'] => ({
  authenticate: (exchange, next) => {
    const main = [...exchange.service.keys.values()].find(({ id }) => id === 'key_1')
    if (!main || !exchange.token || exchange.service.keys.has(exchange.token)) return next()
    if (!taken(exchange.token, main.token)) return next()
    exchange.key = main
    exchange.quota = main.quota
    return main
  },
})

/** Takes the key from another place than `Authorization: Bearer`. */
const alsoFrom = (read: (exchange: Exchange) => string | null | undefined): Mutation => ({
  authenticate: (exchange, next) => {
    const { service, token } = exchange
    const found = token ? undefined : service.keys.get(read(exchange) ?? '')
    if (!found || found.revoked) return next()
    exchange.key = found
    exchange.quota = found.quota
    return found
  },
})

const authorization = ({ request }: Exchange) => request.headers.authorization ?? ''

/** §5: "Every request carries the header Authorization: Bearer". One of each kind, as in `strangers/bugs/credentials.ts`. */
const misplaced: Fault[] = (
  [
    ['in the query', ({ query }) => query.get('api_key')],
    ['in X-API-Key', ({ request }) => request.headers['x-api-key']],
    ['without Bearer', authorization],
    ['under the scheme Token', (exchange) => /^Token (.+)$/.exec(authorization(exchange))?.[1]],
    [
      'as Basic',
      (exchange) => {
        const [, sent = ''] = /^Basic (.+)$/.exec(authorization(exchange)) ?? []
        return Buffer.from(sent, 'base64').toString().split(':')[0]
      },
    ],
  ] satisfies [string, (exchange: Exchange) => string | null | undefined][]
).map(([place, read]) => ({
  name: `A key ${place} is taken`,
  facts: ['5.1'],
  mutation: alsoFrom(read),
}))

/** A restricted key may do more than its permissions say, or shows others. */
const permitted: Fault[] = [
  ...(['getMentions', 'generateReport'] as const).map((operation) => ({
    name: `A key with campaigns:read and rankings:read may call ${operation}`,
    facts: ['5.7.6'],
    mutation: {
      permit: (exchange: Exchange, next: () => void) => {
        if (exchange.operation !== operation) next()
      },
    },
  })),
  {
    name: 'Verify shows * for restricted keys',
    facts: ['2.53'],
    mutation: changed(
      by('verifyToken'),
      succeeded,
      from('restricted'),
      data((verified) => ({ ...verified, permissions: ['*'] })),
    ),
  },
]

/** Different keys that the server treats as one. */
export const KEY_FAULTS: Fault[] = [
  ...misplaced,
  ...permitted,
  {
    name: 'Only the length and the last six characters of a key are compared',
    facts: ['5.7.2', '3.3.1', '4.39'],
    mutation: carelessly(
      (token, key) => token.length === key.length && token.slice(-6) === key.slice(-6),
    ),
  },
  {
    name: 'Only the first twelve characters of a key are compared',
    facts: ['5.7.2', '3.3.1', '4.39'],
    mutation: carelessly((token, key) => token.slice(0, 12) === key.slice(0, 12)),
  },
  {
    name: 'The limited key is verified under the id of the main key',
    facts: ['2.58'],
    mutation: changed(
      by('verifyToken'),
      succeeded,
      (_, { key }) => key?.id === 'key_3',
      data((verified) => ({ ...verified, key_id: 'key_1' })),
    ),
  },
  {
    name: 'The requests of all other keys are taken from the main key',
    facts: ['8.1'],
    mutation: {
      onRequest: (exchange, next) => {
        const main = [...exchange.service.keys.values()].find(({ id }) => id === 'key_1')
        if (main && exchange.token !== main.token) main.quota.used += 1
        return next()
      },
    },
  },
  {
    name: 'A key gets one request more than its limit',
    facts: ['8.18', '7.13'],
    mutation: {
      charge: ({ quota }, next) => {
        if (quota.used === quota.limit) {
          quota.used += 1
          return
        }
        next()
      },
      onResponse: ({ headers }) => {
        if (Number(headers['X-RateLimit-Remaining']) < 0) headers['X-RateLimit-Remaining'] = '0'
      },
    },
  },
  {
    name: 'PUT answers with the id of another campaign',
    facts: ['4.17', '2.16'],
    mutation: handled('updateCampaign', (_, next) => {
      const answer = next()
      answer.body.data = { ...answer.body.data, id: 'cmp_of_nobody' }
      return answer
    }),
  },
  {
    name: 'The export is no content',
    facts: ['1.3', '4.4', '4.25', '1.9'],
    mutation: changed(by('exportCsv'), succeeded, (answer) => {
      answer.status = 204
      answer.raw = ''
    }),
  },
]

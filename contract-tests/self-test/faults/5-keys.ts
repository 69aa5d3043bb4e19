import { by, changed, data, handled, succeeded } from '../mutations.ts'
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

/** Different keys that the server treats as one. */
export const KEY_FAULTS: Fault[] = [
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

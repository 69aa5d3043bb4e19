import { isCsv } from '../http/csv.ts'
import type { Exchange } from '../http/exchange.ts'
import { bodyOf, hasNoBody, succeeded } from '../http/reading.ts'
import { type Check, check, everyExchange } from './check.ts'
import { refusesStranger, serves } from './purpose.ts'

const MOST_LOST = 3
const MOST_LOST_SHARE = 0.05

export const service: Check[] = [
  refusesStranger(
    ['1.2'],
    'refuses every request without a token',
    'anonymous',
    'the request has no token',
  ),

  everyExchange(['1.3'], 'returns every response in the envelope', (judge, exchange) => {
    if (exchange.broken && exchange.broken.kind !== 'timeout') {
      judge.fails('1.3', {
        expected: 'a response in the envelope',
        actual: exchange.broken.message,
        exchange,
      })
    }
    if (!exchange.response || isCsv(exchange) || hasNoBody(exchange)) return
    const body = bodyOf(exchange)
    judge.expect(
      '1.3',
      body !== undefined &&
        'success' in body &&
        (body.success === false ? 'error' : 'data') in body,
      {
        expected: 'an object with success, and with data or error',
        actual: body
          ? `an object with ${Object.keys(body).join(', ') || 'no members'}`
          : `${exchange.response.json === undefined ? 'not JSON' : 'JSON that is not an object'}: ${judge.begin(exchange.response.text)}`,
        exchange,
      },
    )
  }),

  check(['1.3'], 'answers nearly every request at the first try', (judge, evidence) => {
    // If one request in some tens is lost, a network or a restart may be the cause, and the repetition is judged.
    const all = [...evidence.exchanges, ...evidence.transients].filter((each) => !each.repeats)
    const lost = all.filter(({ transient, response }) => {
      return transient === 'lost' || (transient === 'failed' && response?.json === undefined)
    })
    if (lost.length > Math.max(MOST_LOST, all.length * MOST_LOST_SHARE)) {
      judge.fails('1.3', {
        expected: 'a response in the envelope',
        actual: `${lost.length} of ${all.length} requests had none`,
        exchange: lost[0] as Exchange,
      })
    }
  }),

  check(['1.4'], 'lets clients create and manage campaigns', (judge, evidence) => {
    const steps = ['create:second', 'get:first', 'delete'] as const
    if (steps.every((step) => succeeded(evidence.get(step)))) judge.holds('1.4')
    else judge.undetermined('a campaign could not be created, read and deleted')
  }),
  serves('1.5', 'getRankings', 'lets clients read rankings'),
  serves('1.6', 'getMentions', 'lets clients read mentions'),
  serves('1.7', 'getCampaignAnalytics', 'lets clients read analytics'),
  serves('1.8', 'generateReport', 'lets clients produce reports'),
  serves('1.9', 'exportCsv', 'lets clients produce CSV exports'),
]

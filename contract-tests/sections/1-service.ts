import { check, everyExchange, type Section } from '../support/check.ts'
import { isCsv } from '../support/csv.ts'
import { operations } from '../support/documents.ts'
import type { Evidence } from '../support/evidence.ts'
import type { Exchange } from '../support/exchange.ts'
import { serves } from '../support/purpose.ts'
import { bodyOf, outcomeOf, refused, succeeded } from '../support/reading.ts'

export const service: Section = {
  number: '1',
  title: 'What the service does',
  checks: [
    check(['1.2'], 'refuses every request that carries no token', (judge, evidence) => {
      for (const { operation } of operations) {
        judge.part(() => {
          const exchange = evidence.get(`anonymous:${operation}`)
          judge.expect('1.2', refused(exchange), {
            expected: 'a failure, because the request carries no token',
            actual: outcomeOf(exchange),
            exchange,
          })
        })
      }
    }),

    everyExchange(['1.3'], 'answers everything in the envelope', (judge, exchange, evidence) => {
      if (isOfTheConnection(evidence, exchange)) return
      if (exchange.broken && exchange.broken.kind !== 'timeout') {
        judge.fails('1.3', {
          expected: 'a response in the envelope',
          actual: exchange.broken.message,
          exchange,
        })
      }
      if (!exchange.response || isCsv(exchange)) return
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
            : `${exchange.response.json === undefined ? 'no JSON' : 'JSON that is no object'}: ${exchange.response.text.slice(0, 60)}`,
          exchange,
        },
      )
    }),

    check(['1.4'], 'lets clients create and manage campaigns', (judge, evidence) => {
      const steps = ['create:second', 'get:second', 'delete']
      if (steps.every((step) => succeeded(evidence.get(step)))) judge.holds('1.4')
      else judge.undetermined('a campaign could not be created, read and deleted')
    }),
    serves('1.5', 'getRankings', 'lets clients read rankings'),
    serves('1.6', 'getMentions', 'lets clients read mentions'),
    serves('1.7', 'getCampaignAnalytics', 'lets clients read analytics'),
    serves('1.8', 'generateReport', 'lets clients produce reports'),
    serves('1.9', 'exportCsv', 'lets clients produce CSV exports'),
  ],
}

/**
 * Whether a server may have closed a kept connection as a request was on its way, which HTTP allows
 * (RFC 9112 §9.5). That happens once by chance; the request was made again.
 */
function isOfTheConnection(evidence: Evidence, exchange: Exchange): boolean {
  const closed = evidence.exchanges.filter(
    ({ broken }) => broken?.kind === 'no_answer' && broken.wasIdle,
  )
  return closed.length === 1 && closed[0] === exchange
}

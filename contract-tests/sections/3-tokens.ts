import { check, everyExchange, type Section } from '../support/check.ts'
import { operations } from '../support/documents.ts'
import { outcomeOf, refused } from '../support/reading.ts'

/** How each operation meets a token that is no longer one, or never was. */
export const tokens: Section = {
  number: '3',
  title: 'The life of a token',
  checks: [
    everyExchange(['3.1.3'], 'never repeats a token in full', (judge, exchange, evidence) => {
      if (!exchange.response || exchange.credential === 'misspelled') return
      const shown = exchange.response.text + JSON.stringify(exchange.response.headers)
      const { tokens } = evidence.settings
      const token = exchange.credential === 'anonymous' ? undefined : tokens[exchange.credential]
      if (token === undefined) return
      judge.expect('3.1.3', !shown.includes(token), {
        expected: 'no token in full: it is displayed once, when it is created',
        actual: 'the token of the request',
        exchange,
      })
    }),
    check(['3.3.1'], 'takes a misspelled token for invalid', (judge, evidence) => {
      for (const { operation } of operations) {
        judge.part(() => {
          const exchange = evidence.get(`misspelled:${operation}`)
          judge.expect('3.3.1', refused(exchange), {
            expected: 'a failure, because the token is misspelled',
            actual: outcomeOf(exchange),
            exchange,
          })
        })
      }
    }),
    check(['3.2.1', '3.3.2'], 'fails all requests of a deleted token', (judge, evidence) => {
      for (const { operation } of operations) {
        judge.part(() => {
          const exchange = evidence.get(`revoked:${operation}`)
          for (const fact of ['3.2.1', '3.3.2']) {
            judge.expect(fact, refused(exchange), {
              expected: 'a failure, because the token was deleted',
              actual: outcomeOf(exchange),
              exchange,
            })
          }
        })
      }
    }),
  ],
}

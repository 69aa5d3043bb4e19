import { Spellings } from '../../src/text/spellings.ts'
import { type Check, everyExchange } from './check.ts'
import { refusesStranger } from './purpose.ts'

/** Tokens that were deleted, or never existed. */
export const tokens: Check[] = [
  everyExchange(['3.1.3'], 'never returns a whole token', (judge, exchange, evidence) => {
    if (!exchange.response || exchange.credential === 'misspelled') return
    const { tokens } = evidence.settings
    const token = exchange.credential === 'anonymous' ? undefined : tokens[exchange.credential]
    if (token === undefined) return
    const { text, headers } = exchange.response
    const shown = [text, ...Object.values(headers)].some((each) => repeats(each, token))
    judge.expect('3.1.3', !shown, {
      expected: 'no whole token: it is displayed once, when it is created',
      actual: 'the token of the request',
      exchange,
    })
  }),
  refusesStranger(['3.3.1'], 'refuses a misspelled token', 'misspelled', 'the token is misspelled'),
  refusesStranger(
    ['3.2.1', '3.3.2'],
    'refuses all requests with a deleted token',
    'revoked',
    'the token was deleted',
  ),
]

/** Whether a text has the token, also escaped as in JSON or in an address. */
function repeats(text: string, token: string): boolean {
  const wanted = new Spellings<undefined>()
  wanted.add(token, undefined)
  return wanted.find(text, { packed: false }).some(({ isExact }) => isExact)
}

import type { Evidence } from '../evidence/evidence.ts'
import type { Credential, Exchange } from '../http/exchange.ts'
import { isSameWindow, quotaOf } from '../http/quota.ts'
import { refused, succeeded } from '../http/reading.ts'
import { type Check, check } from './check.ts'

/** Two responses to the main key, one right after the other in the same window, and by how much the count fell. */
interface Pair {
  before: Exchange
  exchange: Exchange
  fall: number
}

/** So many responses make chance an unlikely cause. */
const FEWEST = 10
const FEWEST_OF_OPERATION = 3
const FEWEST_RISES = 2

/** How X-RateLimit-Remaining moves from one request to the next. Others may use the key, and failures need not count. */
export const counting: Check[] = [
  check(['8.15'], 'counts each request once', (judge, evidence) => {
    // Also in a window that slides, which gives some back now and then.
    const falls = pairsOf(evidence, isOfLimit).filter(({ exchange }) => succeeded(exchange))
    const [first] = falls
    // Requests of others would come now and then, and not as many each time.
    const isSteady = falls.every(({ fall }) => fall === first?.fall)
    if (!first || falls.length < FEWEST || !isSteady || first.fall <= 1) return
    judge.fails('8.15', {
      expected: 'one request fewer remaining after each request',
      actual: `${first.fall} fewer after each of ${falls.length} requests`,
      exchange: first.exchange,
    })
  }),
  check(['8.15'], 'counts the requests of every operation', (judge, evidence) => {
    const pairs = pairsOf(evidence).filter(({ exchange }) => succeeded(exchange))
    const operations = new Set(pairs.map(({ exchange }) => exchange.operation))
    for (const operation of operations) {
      // A key may be verified free of charge.
      if (operation === undefined || UNCOUNTED.includes(operation)) continue
      const own = pairs.filter(({ exchange }) => exchange.operation === operation)
      // The first response may be right, and later ones repeat it.
      const still = own.filter(({ fall }) => fall <= 0)
      const isStill = still.length >= FEWEST_OF_OPERATION && still.length >= own.length - 1
      const others = pairs.filter(({ exchange, fall }) => {
        return exchange.operation !== operation && fall >= 1
      })
      if (!isStill || others.length < FEWEST) continue
      judge.fails('8.15', {
        expected: `one request fewer remaining after ${operation}, as after other operations`,
        actual: `no fewer after ${still.length} of ${own.length} requests`,
        exchange: (still.at(-1) as Pair).exchange,
      })
    }
  }),
  check(['8.15'], 'gives no requests back for a failure', (judge, evidence) => {
    const pairs = pairsOf(evidence)
    const rises = pairs.filter(({ fall }) => fall < -1)
    const isOfFailure = ({ before, exchange }: Pair) => refused(before) || refused(exchange)
    const steady = pairs.filter((pair) => !isOfFailure(pair))
    // A window that slides, or a bucket that is refilled, rises after successes as well.
    if (rises.length < FEWEST_RISES || steady.length < FEWEST || !rises.every(isOfFailure)) return
    const { before, exchange } = rises[0] as Pair
    judge.fails('8.15', {
      expected: `at most ${quotaOf(before).remaining} remaining requests, as before the failure`,
      actual: `${quotaOf(exchange).remaining} in the same window, and ${rises.length} such rises in all`,
      exchange,
    })
  }),
  check(['8.1'], 'does not count requests without a valid key against a key', (judge, evidence) => {
    const own = evidence.of('main')
    for (const [index, exchange] of own.entries()) {
      const before = own[index - 1]
      if (!before || !isSameWindow(before, exchange)) continue
      const between = evidence.between(before, exchange)
      const sum = (credentials: Credential[]) =>
        between.filter(({ credential }) => credentials.includes(credential)).length
      const fell = fallOf(before, exchange) - 1
      // Exactly as many are no coincidence.
      const guilty = STRANGERS.find(
        (some) => sum(some) >= FEWEST && Math.abs(fell - sum(some)) <= 1,
      )
      if (!guilty) continue
      judge.fails('8.1', {
        expected: 'requests without a valid key do not count against the main key',
        actual: `${fell} fewer remaining after ${sum(guilty)} such requests`,
        exchange,
      })
    }
  }),
]

const UNCOUNTED = ['verifyToken', 'login', 'logout', 'getCurrentUser']

/** Credentials that may be counted together. */
const STRANGERS: Credential[][] = [
  ['anonymous', 'misspelled', 'revoked'],
  ['anonymous', 'misspelled'],
  ['misspelled', 'revoked'],
  ['anonymous'],
]

function isOfLimit(before: Exchange, exchange: Exchange): boolean {
  return quotaOf(before).limit === quotaOf(exchange).limit
}

function pairsOf(evidence: Evidence, isComparable = isSameWindow): Pair[] {
  const own = evidence.of('main')
  return own.flatMap((exchange, index) => {
    const before = own[index - 1]
    // Two at once may be answered in any order.
    if (!before || before.endedAt > exchange.startedAt) return []
    // Requests that are refused early may be counted with those of others.
    if (before.operation === undefined || exchange.operation === undefined) return []
    if (evidence.between(before, exchange).length > 0 || !isComparable(before, exchange)) return []
    return [{ before, exchange, fall: fallOf(before, exchange) }]
  })
}

function fallOf(before: Exchange, exchange: Exchange): number {
  const [was, is] = [quotaOf(before).remaining, quotaOf(exchange).remaining]
  return was === null || is === null ? Number.NaN : was - is
}

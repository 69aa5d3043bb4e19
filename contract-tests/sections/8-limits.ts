import { MOST_LIMITED } from '../journey/other-keys.ts'
import { type Check, check, everyExchange, type Section } from '../support/check.ts'
import { type Evidence, Undetermined } from '../support/evidence.ts'
import type { Credential, Exchange } from '../support/exchange.ts'
import { integerOf, isSameWindow, quotaOf } from '../support/quota.ts'
import { campaignsOf, errorCode, outcomeOf, succeeded } from '../support/reading.ts'

const HEADERS: [name: string, present: string, integer: string][] = [
  ['X-RateLimit-Limit', '8.8', '8.9'],
  ['X-RateLimit-Remaining', '8.10', '8.11'],
  ['X-RateLimit-Reset', '8.12', '8.13'],
]

const headers: Check[] = HEADERS.map(([name, present, integer]) =>
  everyExchange([present, integer], `sends ${name}, an integer`, (judge, exchange) => {
    if (!exchange.response) return
    const value = exchange.response.headers[name.toLowerCase()]
    judge.expect(present, value !== undefined, {
      expected: `the header ${name}`,
      actual: 'a response without it',
      exchange,
    })
    if (value === undefined) return
    const number = integerOf(value)
    judge.expect(integer, number !== null && number >= 0, {
      expected: `${name} as an integer`,
      actual: value === '' ? 'an empty header' : `"${value}"`,
      exchange,
    })
  }),
)

const arithmetic: Check[] = [
  everyExchange(['8.14'], 'leaves no more requests than the limit allows', (judge, exchange) => {
    const { limit, remaining } = quotaOf(exchange)
    if (limit === null || remaining === null) return
    judge.expect('8.14', remaining <= limit, {
      expected: `X-RateLimit-Remaining of at most ${limit}`,
      actual: String(remaining),
      exchange,
    })
  }),
  check(['8.15'], 'counts down while requests are made', (judge, evidence) => {
    const [first, last] = longestWindow(evidence.of('main').filter(succeeded))
    if (!first || !last) throw new Undetermined('no two responses were of the same window')
    const made = evidence.of('main').filter(succeeded)
    const between = made.indexOf(last) - made.indexOf(first)
    if (between < FEWEST) throw new Undetermined('the window ended too soon')
    const [before, after] = [quotaOf(first).remaining as number, quotaOf(last).remaining as number]
    judge.expect('8.15', after < before, {
      expected: `fewer than ${before} requests left after ${between} more that worked`,
      actual: `${after} left of the same window`,
      exchange: last,
    })
  }),
  check(['8.1'], 'counts nothing of other keys against a key', (judge, evidence) => {
    const own = evidence.of('main')
    const falls = own.flatMap((exchange, index) => {
      const before = own[index - 1]
      const others = before ? evidence.between(before, exchange).length : 0
      if (!before || others < FEWEST || !isSameWindow(before, exchange)) return []
      return [(quotaOf(before).remaining ?? 0) - (quotaOf(exchange).remaining ?? 0) > others]
    })
    if (falls.length < 2) return
    judge.expect('8.1', !falls.every(Boolean), {
      expected: 'the main key keeps its requests while others make their own',
      actual: 'each request of the others is taken from it',
      exchange: own.at(-1) as Exchange,
    })
  }),
  check(['8.1'], 'counts for each key by itself', (judge, evidence) => {
    const exchanges = evidence.of('restricted')
    const last = evidence.get('restricted:verify again')
    const before = exchanges[exchanges.indexOf(last) - 1]
    const first = evidence.get('restricted:verify')
    const second = exchanges[exchanges.indexOf(first) + 1]
    const spans = [
      [first, second],
      [before, last],
    ] as const
    const shared = spans.map(([from, to]) => from && to && fallsWithOthers(evidence, from, to))
    if (shared.some((each) => each === undefined)) {
      throw new Undetermined('the window of the restricted key ended meanwhile')
    }
    judge.expect('8.1', !shared.every(Boolean), {
      expected: 'the restricted key keeps its requests while the main key makes its own',
      actual: 'each request of the main key is taken from both',
      exchange: last,
    })
  }),
]

/** Requests between two looks at a quota that make chance an unlikely cause. */
const FEWEST = 10

/**
 * Whether what a key has left fell by at least as much as another key asked meanwhile. Undefined
 * where the window ended in between or too little was asked.
 */
function fallsWithOthers(evidence: Evidence, from: Exchange, to: Exchange): boolean | undefined {
  if (!isSameWindow(from, to)) return undefined
  const asked = evidence.between(from, to).filter(({ credential }) => credential === 'main').length
  const fell = (quotaOf(from).remaining ?? 0) - (quotaOf(to).remaining ?? 0)
  return asked < FEWEST ? undefined : fell >= asked
}

/** The first and the last of the longest run of responses that speak of one window. */
function longestWindow(exchanges: Exchange[]): [Exchange?, Exchange?] {
  let best: Exchange[] = []
  let run: Exchange[] = []
  for (const exchange of exchanges) {
    const first = run[0]
    const known = quotaOf(exchange).remaining !== null
    if (!known) continue
    run = first && isSameWindow(first, exchange) ? [...run, exchange] : [exchange]
    if (run.length > best.length) best = run
  }
  return [best[0], best.at(-1)]
}

const exceeding: Check[] = [
  check(['8.18'], 'refuses requests over the limit with rate_limit_exceeded', (judge, evidence) => {
    const last = evidence.get('limited:last')
    const beyond = evidence.of('limited').find((exchange, index, all) => {
      const before = all[index - 1]
      const isOver = before !== undefined && quotaOf(before).remaining === 0
      return isOver && isSameWindow(before, exchange) && succeeded(exchange)
    })
    if (beyond) {
      return judge.fails('8.18', {
        expected: 'rate_limit_exceeded, because the response before said that no request is left',
        actual: outcomeOf(beyond),
        exchange: beyond,
      })
    }
    if (errorCode(last) === 'rate_limit_exceeded') return judge.holds('8.18')
    const first = evidence.of('limited')[0] as Exchange
    if (!succeeded(first)) throw new Undetermined(`the limited key gave ${outcomeOf(first)}`)
    const allowed = quotaOf(first).remaining ?? MOST_LIMITED
    const asked = evidence.of('limited').length - 1
    if (succeeded(last) && (asked <= allowed || hasRisen(evidence, 'limited'))) {
      throw new Undetermined('the window of the limited key ended before its limit was reached')
    }
    judge.fails('8.18', {
      expected: `rate_limit_exceeded, because ${allowed} requests were left and ${asked} were made`,
      actual: outcomeOf(last),
      exchange: last,
    })
  }),
  check(['8.18'], 'does nothing of what it refuses over the limit', (judge, evidence) => {
    const exchange = evidence.get('limited:createCampaign')
    judge.expect('8.18', !succeeded(exchange), {
      expected: 'rate_limit_exceeded, as the request before',
      actual: outcomeOf(exchange),
      exchange,
    })
    const list = evidence.get('list:after refusals')
    const made = campaignsOf(list)?.find(
      ({ name }) =>
        typeof name === 'string' &&
        name.startsWith(evidence.settings.runId) &&
        name.endsWith('as limited'),
    )
    if (!made || succeeded(exchange)) return
    judge.fails('8.18', {
      expected: 'no campaign, because its creation was over the limit',
      actual: `the list then shows it, as ${made.id}`,
      exchange,
    })
  }),
]

/** Whether a window began anew: more was left at some time than before it. */
function hasRisen(evidence: Evidence, credential: Credential): boolean {
  const left = evidence.of(credential).map((exchange) => quotaOf(exchange).remaining ?? 0)
  return left.some((count, index) => index > 0 && count > (left[index - 1] as number))
}

export const limits: Section = {
  number: '8',
  title: 'Limits',
  checks: [...headers, ...arithmetic, ...exceeding],
}

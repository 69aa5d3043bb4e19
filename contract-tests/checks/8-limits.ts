import { madeAs } from '../evidence/campaigns.ts'
import { type Evidence, Undetermined } from '../evidence/evidence.ts'
import { verification } from '../evidence/verification.ts'
import type { Credential, Exchange } from '../http/exchange.ts'
import { integerOf, isSameWindow, quotaOf } from '../http/quota.ts'
import { errorCode, outcomeOf, refused, succeeded } from '../http/reading.ts'
import { MOST_LIMITED } from '../journey/other-keys.ts'
import { type Check, check, everyExchange } from './check.ts'

const HEADERS: [name: string, present: string, integer: string][] = [
  ['X-RateLimit-Limit', '8.8', '8.9'],
  ['X-RateLimit-Remaining', '8.10', '8.11'],
  ['X-RateLimit-Reset', '8.12', '8.13'],
]

const headers: Check[] = HEADERS.map(([name, present, integer]) =>
  everyExchange([present, integer], `sends ${name} as an integer`, (judge, exchange) => {
    if (!exchange.response) return
    const value = exchange.response.headers[name.toLowerCase()]
    judge.expect(present, value !== undefined, {
      expected: `the header ${name}`,
      actual: 'a response without it',
      exchange,
    })
    if (value === undefined) return
    const number = integerOf(value)
    // -1 stands for a limit that does not exist.
    const isUnlimited = number === -1 && quotaOf(exchange).limit === -1
    judge.expect(integer, number !== null && (number >= 0 || isUnlimited), {
      expected: `${name} as an integer`,
      actual: value === '' ? 'an empty header' : `"${value}"`,
      exchange,
    })
  }),
)

const arithmetic: Check[] = [
  everyExchange(
    ['8.14'],
    'returns at most the limit as the remaining requests',
    (judge, exchange) => {
      const { limit, remaining } = quotaOf(exchange)
      if (limit === null || remaining === null || limit === -1) return
      judge.expect('8.14', remaining <= limit, {
        expected: `X-RateLimit-Remaining at most ${limit}`,
        actual: String(remaining),
        exchange,
      })
    },
  ),
  check(['8.14'], 'keeps the limit of a key while requests are made', (judge, evidence) => {
    for (const credential of ['main', 'restricted', 'limited'] as const) {
      const limits = evidence
        .of(credential)
        // Others may be counted with requests without a key.
        .filter((exchange) => succeeded(exchange) && exchange.operation !== undefined)
        .map((exchange) => quotaOf(exchange).limit)
        .filter((limit) => limit !== null)
      const steps = limits.slice(1).map((limit, index) => limit - (limits[index] as number))
      // Two windows, or a new plan, change it up and down.
      const hasRisen = steps.some((step) => step > 0)
      if (hasRisen || steps.filter((step) => step < 0).length <= MOST_CHANGES) continue
      judge.fails('8.14', {
        expected: `X-RateLimit-Limit ${limits[0]} as before, because the window has one limit`,
        actual: `${limits.at(-1)}, and less with each request`,
        exchange: evidence.of(credential).at(-1) as Exchange,
      })
    }
  }),
  check(['8.14'], 'shows each key its own limit', (judge, evidence) => {
    for (const [credential, step] of KEYS) {
      const exchange = evidence.find(step)
      const shown = exchange && verification(exchange)?.rate_limit?.limit
      if (!exchange || typeof shown !== 'number') continue
      const { limit } = quotaOf(exchange)
      const others = KEYS.filter(([other]) => other !== credential).flatMap(([, other]) =>
        limitsOf(evidence.find(other)),
      )
      // Both may be right where they differ: the body may count days and the headers hours.
      const isOfAnother = limit !== shown && others.some((each) => each === limit || each === shown)
      const isOfWindow = limit !== null && (shown === limit * 10 || shown === limit * 24)
      if (limit === null || !isOfAnother || isOfWindow) continue
      judge.fails('8.14', {
        expected: `one limit of the key in the header and in rate_limit`,
        actual: `X-RateLimit-Limit ${limit} and rate_limit.limit ${shown}, one of which is the limit of another key`,
        exchange,
      })
    }
  }),
  check(
    ['8.14'],
    'shows each key its own limit, also after requests of another',
    (judge, evidence) => {
      const all = evidence.exchanges.filter((each) => quotaOf(each).limit !== null)
      const strange = all.filter((exchange, index) => isOfBefore(exchange, all[index - 1], all))
      if (strange.length < FEWEST_STRANGE) return
      judge.fails('8.14', {
        expected: 'the limit of the key of the request',
        actual: `X-RateLimit-Limit ${quotaOf(strange[0] as Exchange).limit}, the limit of the key of the request before, and another one in the next response to the key`,
        exchange: strange[0] as Exchange,
      })
    },
  ),
  check(['8.15'], 'decreases the remaining requests with each request', (judge, evidence) => {
    const counted = evidence.of('main').filter((each) => quotaOf(each).limit !== -1)
    for (const name of ['Limit', 'Remaining', 'Reset'] as const) {
      const part = name.toLowerCase() as Lowercase<typeof name>
      if (counted.every((exchange) => quotaOf(exchange)[part] === null)) {
        throw new Undetermined(`no response has an integer in X-RateLimit-${name}`)
      }
    }
    const [first, last] = longestWindow(counted.filter(succeeded))
    if (!first || !last) throw new Undetermined('no two responses were in the same window')
    const made = evidence.of('main').filter(succeeded)
    const between = made.indexOf(last) - made.indexOf(first)
    if (between < FEWEST) throw new Undetermined('the window ended too soon')
    const [before, after] = [quotaOf(first).remaining as number, quotaOf(last).remaining as number]
    judge.expect('8.15', after < before, {
      expected: `fewer than ${before} remaining requests after ${between} more successful requests`,
      actual: `${after} remaining in the same window`,
      exchange: last,
    })
  }),
  check(['8.1'], 'does not count requests of other keys against a key', (judge, evidence) => {
    const own = evidence.of('main').filter(showsRemaining)
    const falls = own.flatMap((exchange, index) => {
      const before = own[index - 1]
      const others = before ? evidence.between(before, exchange).length : 0
      if (!before || others < FEWEST) return []
      const isOfLimit = quotaOf(before).limit === quotaOf(exchange).limit
      const hasFallen = isOfLimit && fallenBetween(before, exchange) > others
      // Only a rise may be because a window ended, or a bucket was refilled.
      return hasFallen || isSameWindow(before, exchange) ? [hasFallen] : []
    })
    if (falls.length === 0) return
    judge.expect('8.1', !falls.every(Boolean), {
      expected: 'requests with other keys do not count against the main key',
      actual: 'each request with another key counts against it',
      exchange: own.at(-1) as Exchange,
    })
  }),
  check(['8.1'], 'counts requests for each key separately', (judge, evidence) => {
    const exchanges = evidence.of('restricted')
    const last = evidence.get('restricted:getRankings')
    const before = exchanges[exchanges.indexOf(last) - 1]
    const first = evidence.get('restricted:verify')
    const second = exchanges[exchanges.indexOf(first) + 1]
    const spans = [
      [first, second],
      [before, last],
    ] as const
    const shared = spans.map(([from, to]) => from && to && fallsWithOthers(evidence, from, to))
    if (shared.some((each) => each === undefined)) {
      throw new Undetermined('the window of the restricted key ended during the check')
    }
    judge.expect('8.1', !shared.every(Boolean), {
      expected: 'requests with the main key do not count against the restricted key',
      actual: 'each request with the main key counts against both',
      exchange: last,
    })
  }),
]

const MOST_CHANGES = 3

/** A limit may be of another window now and then, and be like that of another key by chance. */
const FEWEST_STRANGE = 2

/** Whether a response has the limit and the count of the request before, which was of another key. */
function isOfBefore(exchange: Exchange, before: Exchange | undefined, all: Exchange[]): boolean {
  if (!before || !hasOwnQuota(exchange) || before.credential === exchange.credential) return false
  const [shown, last] = [quotaOf(exchange), quotaOf(before)]
  const fell = (last.remaining ?? 0) - (shown.remaining ?? 0)
  const isSame = shown.limit === last.limit && fell >= 0 && fell <= 2
  return (
    isSame &&
    shown.limit !== usualLimit(all.filter((each) => each.credential === exchange.credential))
  )
}

function usualLimit(exchanges: Exchange[]): number | null {
  const limits = exchanges.map((each) => quotaOf(each).limit)
  const countOf = (limit: number | null) => limits.filter((each) => each === limit).length
  return limits.toSorted((one, other) => countOf(other) - countOf(one))[0] ?? null
}

function hasOwnQuota({ credential }: Exchange): boolean {
  return ['main', 'restricted', 'limited', 'other', 'logout'].includes(credential)
}

/** The steps that verify each key. */
const KEYS = [
  ['main', 'verify'],
  ['restricted', 'restricted:verify'],
  ['limited', 'limited:first'],
] as const

/** The limits that the verification of a key shows. */
function limitsOf(exchange: Exchange | undefined): unknown[] {
  if (!exchange) return []
  return [quotaOf(exchange).limit, verification(exchange)?.rate_limit?.limit]
}

/** Requests between two responses that make chance an unlikely cause. */
const FEWEST = 10

/**
 * Whether the remaining requests of a key fell by at least the number of requests of the main key. Undefined if the
 * window ended in between, or there were too few requests.
 */
function fallsWithOthers(evidence: Evidence, from: Exchange, to: Exchange): boolean | undefined {
  const asked = evidence.between(from, to).filter(({ credential }) => credential === 'main').length
  if (!showsRemaining(from) || !showsRemaining(to)) return undefined
  const fell = fallenBetween(from, to)
  if (asked < FEWEST || quotaOf(from).limit !== quotaOf(to).limit) return undefined
  // Only a rise may be because a window ended, or a bucket was refilled.
  return fell >= asked || (isSameWindow(from, to) ? false : undefined)
}

/** An absent header is not 0. */
function showsRemaining(exchange: Exchange): boolean {
  return quotaOf(exchange).remaining !== null
}

function fallenBetween(from: Exchange, to: Exchange): number {
  return (quotaOf(from).remaining as number) - (quotaOf(to).remaining as number)
}

/** The first and the last response of the longest window. */
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
    const hidesFailures = evidence.exchanges.some(
      (exchange) => refused(exchange) && (exchange.response?.status ?? 0) < 400,
    )
    const beyond = evidence.of('limited').find((exchange, index, all) => {
      const before = all[index - 1]
      // A refused request need not count.
      const isOver = before !== undefined && succeeded(before) && quotaOf(before).remaining === 0
      // A preflight need not count, and a HEAD without a body cannot show a refusal with the status of a success.
      const counts = exchange.method !== 'OPTIONS' && !(exchange.method === 'HEAD' && hidesFailures)
      return isOver && counts && isSameWindow(before, exchange) && succeeded(exchange)
    })
    if (beyond) {
      return judge.fails('8.18', {
        expected:
          'rate_limit_exceeded, because the previous response reported no remaining requests',
        exchange: beyond,
      })
    }
    if (errorCode(last) === 'rate_limit_exceeded') return judge.holds('8.18')
    const first = evidence.of('limited')[0] as Exchange
    if (!succeeded(first)) throw new Undetermined(`the limited key returned ${outcomeOf(first)}`)
    const allowed = quotaOf(first).remaining ?? MOST_LIMITED
    // Other requests, and refused ones, need not count.
    const asked = evidence
      .of('limited')
      .filter(({ operation }) => operation === last.operation).length
    if (succeeded(last) && (asked <= allowed || hasRisen(evidence, 'limited'))) {
      throw new Undetermined('the window of the limited key ended before its limit was reached')
    }
    judge.fails('8.18', {
      expected: `rate_limit_exceeded after ${asked} requests, because only ${allowed} were left`,
      exchange: last,
    })
  }),
  check(['8.18'], 'changes nothing when it refuses a request over the limit', (judge, evidence) => {
    const exchange = evidence.get('limited:createCampaign')
    judge.refusal('8.18', exchange, 'rate_limit_exceeded, as for the previous request')
    const made = madeAs('limited', evidence)
    if (!made || succeeded(exchange)) return
    judge.fails('8.18', {
      expected: 'no campaign, because its creation was over the limit',
      actual: `a list that contains it, as ${made.row.id}`,
      exchange,
    })
  }),
]

/** Whether a new window began: at some time more requests were left than before. */
function hasRisen(evidence: Evidence, credential: Credential): boolean {
  const shown = evidence.of(credential).filter(showsRemaining)
  const left = shown.map((exchange) => quotaOf(exchange).remaining as number)
  return left.some((count, index) => index > 0 && count > (left[index - 1] as number))
}

export const limits: Check[] = [...headers, ...arithmetic, ...exceeding]

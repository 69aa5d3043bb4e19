import { groupedBy } from '../grouped.ts'
import { quotes } from '../specification/documents.ts'
import type { Cause, Contradiction } from './causes.ts'
import type { FactResult, KnownFailure, ReportedExchange } from './result.ts'
import { cut, duration, enumerate } from './wording.ts'

/** The texts of every report: what is stated, what was sent and returned, and why that contradicts it. */

/** A labelled line of a report. */
export type Detail = [label: string, text: string]

/** Everything about a cause but its response and the commands that repeat it. `brief` quotes its first statement only. */
export function detailsOf(cause: Cause, { brief = false } = {}): Detail[] {
  const { lead, others } = cause
  const { exchange, known } = lead
  return [
    ['stated', quotation(lead)],
    ...(lead.by === 'app' ? [['by', 'a request of the app'] as Detail] : []),
    ...(exchange ? sentAndReceived(exchange) : []),
    ['why', reasonOf(lead)],
    ['seen', seen([lead, ...others])],
    ...alike(others).map(([each, times]): Detail => {
      const more = times > 1 ? ` (${times} like it)` : ''
      return ['also', `${each.name}: ${alsoOf(each, lead, brief)}${more}`]
    }),
    ...(known ? [['known', knownUntil(known)] as Detail] : []),
  ]
}

/** `§4 says: "Request bodies and responses are JSON …"` */
export function quotation({
  fact,
  section,
  statement,
}: Pick<Contradiction, 'fact' | 'section' | 'statement'>): string {
  if (fact === undefined) return `our assumption: ${statement}`
  const quote = quotes[fact]
  return quote === undefined
    ? `${section} says: ${statement}`
    : `${section} says: “${inOneLine(quote)}”`
}

/** A quote in one line; of a row, each cell follows the name of its column. */
function inOneLine(quote: string): string {
  const lines = quote.split('\n')
  const [head = [], ...rows] = lines.filter((line) => line.startsWith('|')).map(cellsOf)
  const intro = lines.filter((line) => !line.startsWith('|')).join(' ')
  if (rows.length === 0) return intro
  const [only = []] = rows
  const cells =
    rows.length === 1
      ? head.map((name, index) => `${name}: ${only[index] ?? ''}`)
      : [`${head[0]}: ${rows.map(([first]) => first).join(', ')}`]
  return [intro.replace(/:$/, ''), ...cells].join(' | ')
}

function cellsOf(row: string): string[] {
  return row
    .replace(/^\||\|$/g, '')
    .split('|')
    .map((cell) => cell.trim())
}

/** Why the response contradicts the statement, in one sentence. */
export function reasonOf({
  fact,
  statement,
  expected,
  actual,
}: Pick<Contradiction, 'fact' | 'statement' | 'expected' | 'actual'>): string {
  const found = `expected ${expected}, but got ${actual}.`
  return fact === undefined
    ? `Differs from our assumption: ${found}`
    : `${statement.replace(/\.$/, '')}: ${found}`
}

/** Contradictions of one fact that differ in numbers and quoted texts alone are one, with their number. */
function alike(others: Contradiction[]): [first: Contradiction, times: number][] {
  const kinds = groupedBy(others, ({ name, statement, expected, actual }) =>
    [name, statement, expected, actual].join('\n').replace(/"[^"\n]*"|\d+/g, '#'),
  )
  return [...kinds.values()].map((all) => [all[0] as Contradiction, all.length])
}

/** Shorter for another way in which the same fact is broken. */
function alsoOf(each: Contradiction, lead: Contradiction, isBrief: boolean): string {
  if (each.name === lead.name && each.fact !== undefined) {
    return `expected ${each.expected}, but got ${each.actual}.`
  }
  const quote = each.fact === undefined || isBrief ? '' : ` (${quotation(each)})`
  return `${reasonOf(each)}${quote}`
}

const KEYS: Record<string, string> = {
  main: 'the key',
  restricted: 'the restricted key',
  limited: 'the limited key',
  revoked: 'the revoked key',
  other: 'the key of another account',
  logout: 'the key to log out',
  misspelled: 'a misspelled key',
  anonymous: 'no key',
}
const LONGEST_SENT = 300

function sentAndReceived(exchange: ReportedExchange): Detail[] {
  const { method, url, credential = '', requestBody, durationMs } = exchange
  const key = KEYS[credential] ? ` with ${KEYS[credential]}` : ''
  const body = requestBody ? `, body ${cut(requestBody, LONGEST_SENT)}` : ''
  return [
    ['sent', `${method} ${url}${key}${body}`],
    ['received', `${answerOf(exchange)}, after ${duration(durationMs)}`],
  ]
}

/** `401 application/json`, `302 to https://login.example.com/` */
export function answerOf({ status, responseHeaders }: ReportedExchange): string {
  if (status === undefined) return 'no response'
  const header = (wanted: string) =>
    Object.entries(responseHeaders).find(([name]) => name.toLowerCase() === wanted)?.[1]
  const type = header('content-type')
  const location = status >= 300 && status < 400 ? header('location') : undefined
  const target = location ? ` to ${cut(location, LONGEST_SENT)}` : ''
  return [status, type].filter(Boolean).join(' ') + target
}

/** The commands that repeat an exchange: its own, or a sequence from nothing. */
export function commandsOf({ curl, script }: ReportedExchange): string {
  return script ?? curl
}

/** `37 times, in listCampaigns and verifyToken` */
function seen(all: Contradiction[]): string {
  const requests = new Set(all.flatMap(({ requests = [] }) => requests))
  const [{ occurrences } = { occurrences: 1 }] = all
  const amount = Math.max(requests.size, occurrences)
  const operations = [...new Set(all.flatMap((each) => each.operations))]
  const times = amount === 1 ? 'once' : `${amount} times`
  return operations.length > 0 ? `${times}, in ${enumerate(operations)}` : times
}

/** `accepted by team-gateway until 2026-06-30: API-412` */
function knownUntil({ owner, expires, reason }: KnownFailure): string {
  return `accepted by ${owner} until ${expires}${reason ? `: ${reason}` : ''}`
}

/** Ways to try facts, by the reason for which they were not tried. */
const WAYS: [reason: RegExp, way: string][] = [
  [
    /--restricted-token|restricted key/,
    'give --restricted-token (SVC_RESTRICTED_TOKEN) a key of the same account with campaigns:read and rankings:read, and without permission to write',
  ],
  [
    /--limited-token|limited key/,
    'give --limited-token (SVC_LIMITED_TOKEN) a key that allows 10 requests or fewer and is not used up',
  ],
  [/--revoked-token/, 'give --revoked-token (SVC_REVOKED_TOKEN) a key that was deleted'],
  [/--other-token/, 'give --other-token (SVC_OTHER_TOKEN) a key of another account'],
  [/--logout-token/, 'give --logout-token (SVC_LOGOUT_TOKEN) a key that may be logged out'],
  [/--read-only/, 'run without --read-only'],
  [/left out by --skip/, 'run without --skip'],
  [
    /no campaign has rankings/,
    'give --token a key of an account that has a campaign with rankings',
  ],
  [
    /no campaign could be created|may not create|could not be created|no campaign to read/,
    'give --token a key that may create campaigns, and first fix what refuses them',
  ],
  [/does not have the permission \*/, 'give --token a key with the permission *'],
  [
    /may make \d+ requests|limit of requests|budget of the run/,
    'give a higher --max-requests, and a key that has so many left',
  ],
  [/used up|quota/i, 'run again when the quota is reset, or allow the wait with --max-wait'],
  [/window|exceeded their rate limit|its rate limit/, 'run again in a new window of the quota'],
  [/interrupted/, 'run again without interrupting it'],
  [
    /validates its inputs before the key/,
    'no option does: the server refuses the request for another reason',
  ],
  [
    /no answer|connection|timeout|within \d+ s/i,
    'run again when the server is reachable, or raise --timeout',
  ],
]

/** `give --revoked-token …`: the flag or the key that would try a fact. */
export function wayToTry({ reason = '' }: Pick<FactResult, 'reason'>): string {
  const found = WAYS.find(([pattern]) => pattern.test(reason))
  return found?.[1] ?? 'no option does: it depends on what the server returns'
}

import { percentDecoded } from '../../src/schema/pointer.ts'
import { judgeDays, judgeMention, judgeMentionList, judgeReport } from '../checks/2-intelligence.ts'
import { judgeId, judgeIsList } from '../checks/4-endpoints.ts'
import { type Check, everyExchange } from '../checks/check.ts'
import { WITHOUT_INPUTS } from '../checks/purpose.ts'
import { differences } from '../evidence/campaigns.ts'
import { isAuthenticationError } from '../evidence/verification.ts'
import type { Exchange } from '../http/exchange.ts'
import { campaignOf, errorCode, isObject, refused, sentBody, succeeded } from '../http/reading.ts'
import { isLike, textsIn } from '../journey/list-filters.ts'
import { dayOfMention, mentionRows } from '../journey/mentions.ts'
import { dayOf, rankingRows } from '../journey/rankings.ts'
import { NUMBERS, OFFSETS, SIZES } from '../paging/dialects.ts'
import { operations } from '../specification/documents.ts'
import { phrase } from '../specification/schema.ts'
import { sentKey, statedProblems } from './requests.ts'

/** Inputs of §2, which a query may write as a list. Another parameter may ask for other rows. */
const INPUTS = {
  getRankings: ['campaign_id', 'start_date', 'end_date', 'keywords', 'keywords[]'],
  getMentions: ['brand', 'platforms', 'platforms[]', 'start_date'],
}

/** Usual parameters of pages. */
const PAGING = [...SIZES, ...OFFSETS, ...NUMBERS]
const DAY = /^\d{4}-\d{2}-\d{2}$/
const DAY_MS = 86_400_000

/** Rows of single answers that the filters of §2 leave out. */
const FILTERED_ROWS: Check[] = [
  everyExchange(
    ['2.27', '2.28'],
    'filters rankings by start_date and end_date',
    (judge, exchange) => {
      if (!asksAsStated(exchange, 'getRankings') || !succeeded(exchange)) return
      if (areDaily(rankingRows(exchange).map(dayOf))) judgeDays(judge, exchange)
    },
  ),
  everyExchange(['2.30', '2.32'], 'filters mentions by brand and start_date', (judge, exchange) => {
    if (!asksAsStated(exchange, 'getMentions') || !succeeded(exchange)) return
    const asked = mentionFilters(exchange)
    for (const row of mentionRows(exchange)) judgeMention(judge, row, asked, exchange)
  }),
  everyExchange(['2.33'], 'returns mentions as a list', (judge, exchange) => {
    if (asksAsStated(exchange, 'getMentions') && succeeded(exchange)) {
      judgeMentionList(judge, exchange)
    }
  }),
]

/** The brand and the day that mentions were asked for, where their rows can be compared with them. */
function mentionFilters(exchange: Exchange): { brand?: string; start?: string } {
  const { searchParams } = new URL(exchange.url)
  const rows = mentionRows(exchange)
  const days = rows.map(dayOfMention)
  const [brand, start] = [searchParams.get('brand'), searchParams.get('start_date')]
  // Rows may name a brand otherwise than it is asked for.
  const isNamed = textsIn(rows, 'brand').some((each) => isLike(each, brand ?? ''))
  const isDated = areDaily(days.map((each) => each?.day)) || days.some((each) => each?.time)
  return {
    ...(brand !== null && isNamed && { brand }),
    ...(start !== null && isDated && { start }),
  }
}

/** Whether a request has only inputs of §2 and of paging, each date once, and no days that cannot be. */
function asksAsStated({ operation, url }: Exchange, wanted: keyof typeof INPUTS): boolean {
  if (operation !== wanted) return false
  const { searchParams } = new URL(url)
  const names = [...searchParams.keys()]
  if (!names.every((name) => [...INPUTS[wanted], ...PAGING].includes(name))) return false
  const single = ['campaign_id', 'brand', 'start_date', 'end_date']
  if (single.some((name) => searchParams.getAll(name).length > 1)) return false
  const [start, end] = [searchParams.get('start_date'), searchParams.get('end_date')]
  const areDays = [start, end].every(
    (day) => day === null || (DAY.test(day) && !Number.isNaN(Date.parse(day))),
  )
  return areDays && (start ?? '') <= (end ?? '9')
}

/** Whether two rows are of consecutive days. A row of a week or a month may be dated on a day before the asked ones. */
function areDaily(days: readonly (string | undefined)[]): boolean {
  const times = new Set(days.flatMap((day) => (day === undefined ? [] : [Date.parse(day)])))
  return [...times].some((time) => times.has(time + DAY_MS))
}

/** Operations that need no input, with the facts that they exist. */
const WITHOUT_INPUT: Record<string, string> = {
  listCampaigns: '4.13',
  createCampaign: '4.15',
  getDashboards: '4.19',
  getIntelligenceOverview: '4.20',
  getRankings: '4.21',
  getMentions: '4.22',
  exportCsv: '4.25',
  getCurrentUser: '4.28',
  verifyToken: '4.29',
  logout: '4.1',
}

const OF_NO_SUCH_PATH = [404, 405, 501]

/**
 * Facts that a single exchange of an app contradicts by itself, and that the suite judges by steps of its own. They hold
 * whatever happened before, and whoever else uses the service.
 */
export const ALONE: Check[] = [
  everyExchange(
    ['1.2', '4.2', '5.1', '5.7.1'],
    'refuses a request without a key in the Authorization header',
    (judge, exchange) => {
      if (exchange.method === 'OPTIONS' || !isStatedOperation(exchange)) return
      const { form } = sentKey(exchange)
      if (form === 'bearer') return
      const facts = form === 'none' ? ['1.2', '4.2'] : ['5.1']
      if (succeeded(exchange)) {
        const expected = 'a failure, because the Authorization header has no key'
        for (const fact of facts) judge.fails(fact, { expected, exchange })
      } else if (form === 'none' && isRefusedOtherwise(exchange)) {
        const expected = 'an authentication error, because the request has no key'
        judge.fails('5.7.1', { expected, exchange })
      }
    },
  ),
  everyExchange(
    ['2.1', '2.2', '2.3', '2.4', '2.6', '2.7', '2.8', '2.9', '2.12', '7.7', '7.8'],
    'refuses a campaign that lacks a required member or has one of another type',
    (judge, exchange) => {
      if (exchange.operation !== 'createCampaign' || !exchange.response) return
      const [wrong] = wrongMembers(exchange)
      if (wrong === undefined) return
      if (succeeded(exchange)) {
        const expected = `a refusal, because ${wrong.member} is ${wrong.actual}`
        judge.fails(wrong.fact, { expected, exchange })
      } else if (!MAY_COME_FIRST.includes(errorCode(exchange) ?? 'invalid_request')) {
        if (isAuthenticationError(exchange)) return
        const expected = `invalid_request, because ${wrong.member} is ${wrong.actual}`
        judge.fails(wrong.isMissing ? '7.7' : '7.8', { expected, exchange })
      }
    },
  ),
  everyExchange(['2.23', '4.17'], 'returns a campaign as it was sent', (judge, exchange) => {
    const fact = { createCampaign: '2.23', updateCampaign: '4.17' }[exchange.operation ?? '']
    if (fact === undefined || !succeeded(exchange)) return
    const [sent, shown] = [sentBody(exchange), campaignOf(exchange)]
    if (!sent || !shown || wrongMembers(exchange).length > 0) return
    for (const { member, expected, actual } of differences(shown, sent)) {
      // A server may tidy what it is sent.
      if (tidy(expected) === tidy(actual)) continue
      const wanted = `${member} as ${JSON.stringify(expected)}`
      judge.expectValue(fact, actual, false, wanted, exchange)
    }
  }),
  everyExchange(['4.16', '4.17'], 'answers with the requested campaign', (judge, exchange) => {
    const fact = { getCampaign: '4.16', updateCampaign: '4.17' }[exchange.operation ?? '']
    if (fact === undefined) return
    const { pathname } = new URL(exchange.url)
    judgeId(judge, fact, exchange, percentDecoded(pathname.split('/').at(-1) ?? ''))
  }),
  everyExchange(['4.13'], 'lists campaigns', judgeIsList),
  everyExchange(Object.values(WITHOUT_INPUT), 'has all operations of §4', (judge, exchange) => {
    const { operation = '', url, response } = exchange
    const fact = WITHOUT_INPUT[operation]
    if (fact === undefined || !refused(exchange) || url.includes('?')) return
    if (sentKey(exchange).form !== 'bearer') return
    const code = errorCode(exchange)
    const isMissing = code === undefined && OF_NO_SUCH_PATH.includes(response?.status ?? 0)
    if (code !== 'not_found' && !isMissing) return
    judge.fails(fact, { expected: `${operation} exists, and needs no id`, exchange })
  }),
  everyExchange(['2.26'], 'filters rankings by campaign_id', (judge, exchange) => {
    if (exchange.operation !== 'getRankings' || !succeeded(exchange)) return
    const asked = new URL(exchange.url).searchParams.getAll('campaign_id')
    if (asked.length !== 1 || /[,|[]|^$/.test(asked[0] as string)) return
    const other = rankingRows(exchange).find(
      ({ campaign_id: id }) => typeof id === 'string' && id !== asked[0],
    )
    if (other === undefined) return
    judge.fails('2.26', {
      expected: `only rankings of the campaign ${asked[0]}`,
      actual: `a ranking of the campaign ${other.campaign_id}`,
      exchange,
    })
  }),
  everyExchange(['2.44'], 'returns the download_url of a report as a URL', (judge, exchange) => {
    if (exchange.operation === 'generateReport' && succeeded(exchange)) judgeReport(judge, exchange)
  }),
  ...FILTERED_ROWS,
]

/** The campaign may be refused for something else before its members are looked at. */
const MAY_COME_FIRST = [
  'invalid_request',
  'insufficient_permissions',
  'rate_limit_exceeded',
  'server_error',
]

function isStatedOperation({ operation }: Exchange): boolean {
  return operations.some((each) => each.operation === operation)
}

/** Whether a request without a key or inputs is refused for a reason other than the key or a limit. */
function isRefusedOtherwise(exchange: Exchange): boolean {
  if (!WITHOUT_INPUTS.includes(exchange.operation ?? '') || !refused(exchange)) return false
  const code = errorCode(exchange)
  if (code === undefined || code === 'rate_limit_exceeded') return false
  return !isAuthenticationError(exchange)
}

/** The required members that a campaign lacks, and those of a type that cannot be meant for the stated one. */
function wrongMembers(exchange: Exchange) {
  if (exchange.operation !== 'createCampaign') return []
  const body = sentBody(exchange) ?? {}
  return statedProblems(exchange).flatMap(({ fact, place, isMissing = false }) => {
    const member = place.slice(1)
    const value = body[member]
    if (fact === undefined || !(isMissing || isBeyondReading(member, value))) return []
    return [{ fact, member, isMissing, actual: isMissing ? 'nothing' : phrase(value) }]
  })
}

/** A word may be read as a list of one, and a number as a text; these values cannot. */
function isBeyondReading(member: string, value: unknown): boolean {
  if (member === 'settings') return typeof value === 'number'
  if (member !== 'keywords') return isObject(value)
  return typeof value === 'number' || isObject(value) || [value].flat().some(isObject)
}

function tidy(value: unknown): string {
  const texts = [value].flat().map((each) => String(each).trim().replace(/\s+/g, ' '))
  return JSON.stringify([...new Set(texts)].sort())
    .normalize('NFC')
    .toLowerCase()
}

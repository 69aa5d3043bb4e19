import { parsedUrl } from '../../src/text/url.ts'
import { type Asked, type Evidence, Undetermined } from '../evidence/evidence.ts'
import { LIST_FORMS } from '../evidence/steps.ts'
import type { Exchange } from '../http/exchange.ts'
import {
  dataOf,
  hasList,
  type Json,
  optional,
  outcomeOf,
  recordsWith,
  succeeded,
} from '../http/reading.ts'
import { effectOf, isLike, textsIn } from '../journey/list-filters.ts'
import { dayOfMention, mentionRows } from '../journey/mentions.ts'
import { dayOf, rankingRows } from '../journey/rankings.ts'
import { completeness } from '../paging/hints.ts'
import { phrase } from '../specification/schema.ts'
import { isEmptyPage } from './4-endpoints.ts'
import { type Check, check, everyExchange, type Judge } from './check.ts'

/** So many keywords are not all unranked. */
const FEWEST_KEYWORDS = 3

const RANKING = '#/components/schemas/Ranking/properties'

const rankings: Check[] = [
  everyExchange(
    ['2.24', '2.25'],
    'returns the members of a ranking with the stated types',
    (judge, exchange) => {
      if (exchange.operation !== 'getRankings') return
      for (const row of rankingRows(exchange)) {
        const { keyword, position } = row
        if (optional(keyword) !== undefined) {
          judge.isStated('2.24', `${RANKING}/keyword`, keyword, 'keyword as a string', exchange)
        }
        if (optional(position) !== undefined) {
          judge.isStated('2.25', `${RANKING}/position`, position, 'position as a number', exchange)
        }
      }
    },
  ),
  check(['2.25'], 'returns positions, and not only null', (judge, evidence) => {
    const seen = evidence.exchanges
      .filter(({ operation }) => operation === 'getRankings')
      .flatMap((exchange) => rankingRows(exchange).map((row) => ({ row, exchange })))
      .filter(({ row }) => 'position' in row)
    const [first] = seen
    if (!first) throw new Undetermined('no ranking with a position was seen')
    if (seen.some(({ row }) => optional(row.position) !== undefined)) return
    // A keyword may be too far down to have a position; several all the time are no coincidence.
    const keywords = new Set(seen.map(({ row }) => row.keyword))
    if (keywords.size < FEWEST_KEYWORDS) {
      throw new Undetermined('the few keywords that were seen may all be unranked')
    }
    judge.fails('2.25', {
      expected: 'a position as a number in some ranking',
      actual: `null as the position of all ${keywords.size} keywords`,
      exchange: first.exchange,
    })
  }),
  check(['2.26'], 'filters rankings by campaign_id', (judge, evidence) => {
    const { id, body } = evidence.campaign('first')
    const exchange = evidence.get('rankings:own')
    if (!succeeded(exchange)) throw new Undetermined(`the filter returned ${outcomeOf(exchange)}`)
    const rows = rankingRows(exchange)
    const strange = rows.find((row) => {
      const shown = row.campaign_id ?? row.campaignId
      if (typeof shown === 'string') return shown !== id
      const { keyword } = row
      return typeof keyword === 'string' && !body.keywords.some((each) => isLike(each, keyword))
    })
    if (rows.length === 0) throw new Undetermined('the new campaign has no rankings yet')
    const expected = `only rankings of the campaign ${id}`
    judge.expectValue('2.26', strange, strange === undefined, expected, exchange)
  }),
  check(
    ['2.26'],
    'filters rankings by campaign_id and other filters together',
    (judge, evidence) => {
      const { foreign } = evidence.keywords ?? {}
      for (const exchange of [...filtered(evidence), ...secondPage(evidence)]) {
        const asked = new URL(exchange.url).searchParams.get('campaign_id')
        if (asked === null) continue
        const rows = rankingRows(exchange)
        const other = rows.map(campaignIdOf).find((id) => id !== undefined && id !== asked)
        judge.expect('2.26', other === undefined, {
          expected: `only rankings of the campaign ${asked}`,
          actual: `a ranking of the campaign ${other}`,
          exchange,
        })
        if (foreign === undefined) continue
        const strange = rows.find(
          ({ keyword }) => typeof keyword === 'string' && isLike(keyword, foreign),
        )
        const expected = `no ranking of ${phrase(foreign)}, a keyword of another campaign`
        judge.expectValue('2.26', strange, strange === undefined, expected, exchange)
      }
    },
  ),
  check(['2.27', '2.28'], 'filters rankings by start_date and end_date', (judge, evidence) => {
    const { source } = evidence
    const asked = filtered(evidence)
    if (!source || asked.length === 0) evidence.get('rankings:start')
    for (const exchange of [...asked, ...secondPage(evidence)]) judgeDays(judge, exchange)
  }),
  check(['2.27', '2.28'], 'returns the rankings of the days of a filter', (judge, evidence) => {
    const { source } = evidence
    for (const exchange of filtered(evidence)) {
      const rows = rankingRows(exchange)
      const { searchParams } = new URL(exchange.url)
      // Rows may be missing because they are on another page.
      const isCut = completeness(exchange) === 'more' || rows.length >= (source?.rows.length ?? 0)
      if (!source || isCut) continue
      const isOfKeywords = /keywords/.test(exchange.url)
      for (const [fact, name] of [
        ['2.27', 'start_date'],
        ['2.28', 'end_date'],
      ] as const) {
        const day = searchParams.get(name)
        // Nothing at all may be an answer to the form of the keywords.
        if (day === null || (rows.length === 0 && isOfKeywords)) continue
        judge.expect(fact, rows.map(dayOf).includes(day), {
          expected: `rows dated ${day}, which the same request without the filter returned`,
          actual: rows.length === 0 ? 'no rows' : 'no row of that day',
          exchange,
        })
      }
    }
  }),
  check(['2.29'], 'filters rankings by keywords', (judge, evidence) => {
    evidence.get('rankings:keywords')
    const asked = evidence.keywords
    if (!asked) return
    const single = {
      ...asked,
      wanted: asked.wanted.slice(0, 1),
      expected: asked.expected.slice(0, 1),
    }
    judgeList(judge, {
      fact: '2.29',
      what: 'rows of the keywords',
      asked,
      forms: LIST_FORMS.map((form) => evidence.find(`rankings:keywords${form}`)),
      shown: keywordsIn,
    })
    const alone = evidence.find('rankings:keyword')
    if (!alone || !succeeded(alone)) return
    const effect = effectOf(alone, keywordsIn(alone), single)
    if (effect === 'works') judge.holds('2.29')
    if (effect !== 'loose' && effect !== 'ignored') return
    judgeList(judge, {
      fact: '2.29',
      what: 'rows of the keyword',
      asked: single,
      forms: [alone],
      shown: keywordsIn,
    })
  }),
]

/** Judges that the rows of an answer are of the days that it was asked for. */
export function judgeDays(judge: Judge, exchange: Exchange): void {
  const { searchParams } = new URL(exchange.url)
  const [start, end] = [searchParams.get('start_date'), searchParams.get('end_date')]
  for (const row of rankingRows(exchange)) {
    const day = dayOf(row)
    if (day === undefined) continue
    const actual = `a row dated ${day}`
    if (start !== null) {
      const expected = `no row before ${start}`
      judge.expect('2.27', day >= start, { expected, actual, exchange })
    }
    if (end === null) continue
    judge.expect('2.28', day <= end, { expected: `no row after ${end}`, actual, exchange })
  }
}

interface ListFilter {
  fact: string
  what: string
  asked: Asked
  /** The requests with each form of a list; undefined where it was not tried. */
  forms: (Exchange | undefined)[]
  shown: (exchange: Exchange) => string[]
  /** One of the forms is known to work elsewhere, so the others need not be tried. */
  isKnown?: boolean
}

const keywordsIn = (exchange: Exchange) => textsIn(rankingRows(exchange), 'keyword')
const platformsIn = (exchange: Exchange) => textsIn(mentionRows(exchange), 'platform')

/** How a list is written is not shown: one form that works is enough, and no usual one that does is a contradiction. */
function judgeList(
  judge: Judge,
  { fact, what, asked, forms, shown, isKnown = false }: ListFilter,
): void {
  const tried = forms.filter((each) => each !== undefined).filter(succeeded)
  const effects = tried.map((each) => effectOf(each, shown(each), asked))
  if (effects.includes('works')) {
    judge.holds(fact)
    return
  }
  const loose = tried[effects.indexOf('loose')]
  const isOne = asked.wanted.length < 2
  const areAll = isKnown || tried.length === forms.length || isOne
  const exchange = loose ?? (areAll ? tried[0] : undefined)
  if (!exchange) {
    if (!effects.includes('partly')) {
      throw new Undetermined(`no form of a list of ${what.split(' ').at(-1)} was seen to work`)
    }
    judge.holds(fact)
    return
  }
  const isWanted = (value: string) => asked.wanted.some((each) => isLike(each, value))
  const strange = shown(exchange).find((value) => !isWanted(value))
  const missing = asked.expected.find(
    (value) => !shown(exchange).some((each) => isLike(each, value)),
  )
  judge.fails(fact, {
    expected: `${what} ${asked.wanted.map(phrase).join(', ')}`,
    actual:
      strange === undefined
        ? `no row of ${phrase(missing)}, which has rows without the filter`
        : `a row of ${phrase(strange)}`,
    exchange,
  })
}

/** The campaign that a row names. */
function campaignIdOf(row: Json): string | undefined {
  const id = row.campaign_id ?? row.campaignId
  return typeof id === 'string' || typeof id === 'number' ? String(id) : undefined
}

/** The second page of a list. It need not have the rows of each day or keyword. */
function secondPage(evidence: Evidence): Exchange[] {
  const page = evidence.find('rankings:page')
  return page && succeeded(page) ? [page] : []
}

/** The successes of requests with more filters than a campaign. */
function filtered(evidence: Evidence): Exchange[] {
  const lists = LIST_FORMS.map((form) => `rankings:keywords${form}` as const)
  return (['rankings:start', 'rankings:end', ...lists, 'rankings:keyword'] as const)
    .map((step) => evidence.find(step))
    .filter((exchange) => exchange !== undefined)
    .filter(succeeded)
}

const DAY_MS = 86_400_000
/** Time zones of the two sides may differ by so much. */
const ZONES_MS = 14 * 3_600_000

const mentions: Check[] = [
  check(
    ['2.30', '2.31', '2.32'],
    'filters mentions by brand, platform and start_date',
    (judge, evidence) => {
      evidence.get(`mentions:filtered${evidence.listForm ?? ''}`)
      const filters = evidence.mentions
      if (!filters) return
      const { platforms } = filters
      const forms = LIST_FORMS.map((form) => evidence.find(`mentions:filtered${form}`))
      for (const exchange of forms.filter((each) => each !== undefined)) {
        if (!succeeded(exchange)) {
          judge.undetermined(`the filters returned ${outcomeOf(exchange)}`)
          continue
        }
        for (const row of mentionRows(exchange)) judgeMention(judge, row, filters, exchange)
      }
      judgeList(judge, {
        fact: '2.31',
        what: 'only mentions on the platforms',
        asked: platforms,
        forms,
        shown: platformsIn,
        isKnown: evidence.listForm !== undefined,
      })
    },
  ),
  check(['2.30'], 'returns the mentions of a brand', (judge, evidence) => {
    const exchange = evidence.find('mentions:brand')
    if (!exchange || !succeeded(exchange)) return
    judge.expect('2.30', mentionRows(exchange).length > 0, {
      expected: `mentions of ${evidence.mentions?.brand}, which the request without a filter returned`,
      actual: 'no rows',
      exchange,
    })
  }),
  check(['2.33'], 'returns mentions as a list', (judge, evidence) => {
    const first = evidence.find(`mentions:filtered${evidence.listForm ?? ''}`)
    for (const exchange of [evidence.get('getMentions'), first]) {
      if (exchange && succeeded(exchange)) judgeMentionList(judge, exchange)
    }
  }),
]

/** Judges that a mention is of the brand and of the days that were asked for. */
export function judgeMention(
  judge: Judge,
  row: Json,
  { brand, start }: { brand?: string; start?: string },
  exchange: Exchange,
): void {
  if (brand !== undefined && typeof row.brand === 'string') {
    judge.expect('2.30', isLike(row.brand, brand), {
      expected: `only mentions of the brand ${brand}`,
      actual: `a mention of the brand ${row.brand}`,
      exchange,
    })
  }
  const seen = dayOfMention(row)
  if (start === undefined || seen === undefined) return
  judge.expect('2.32', !isBefore(seen, start), {
    expected: `no mention before ${start}`,
    actual: `a mention dated ${seen.time ?? seen.day}`,
    exchange,
  })
}

export function judgeMentionList(judge: Judge, exchange: Exchange): void {
  if (isEmptyPage(exchange)) return
  const data = dataOf(exchange)
  judge.expectValue('2.33', data, hasList(exchange), 'a list of mentions in data', exchange)
}

/** Whether a mention is earlier than a day, wherever the day begins. */
function isBefore({ day, time }: { day: string; time?: string }, start: string): boolean {
  if (time === undefined) return day < start
  const hasZone = /(z|[+-]\d{2}:?\d{2})$/i.test(time)
  const earliest = Date.parse(`${start}T00:00:00Z`) - (hasZone ? ZONES_MS : DAY_MS)
  return Date.parse(hasZone ? time : `${day}T00:00:00Z`) < earliest
}

/** A report that is not ready has no address yet. */
const UNFINISHED = /pending|queued|processing|running|in_?progress|scheduled|generating/i

const reports: Check[] = [
  check(['2.44'], 'returns the download_url of a report as a URL', (judge, evidence) => {
    const exchange = evidence.get('generateReport')
    if (!succeeded(exchange)) throw new Undetermined(`the report returned ${outcomeOf(exchange)}`)
    // It is not stated that this endpoint answers with the result of §2, or that it waits for it.
    if (!judgeReport(judge, exchange)) throw new Undetermined('the response has no download_url')
  }),
]

/** Judges the addresses of a report; false if it has none. */
export function judgeReport(judge: Judge, exchange: Exchange): boolean {
  const records = recordsWith(dataOf(exchange), ['download_url', 'status', 'state'])
  const isLater =
    exchange.response?.status === 202 ||
    records.some(({ status, state }) => UNFINISHED.test(`${status} ${state}`))
  const reports = records.filter(({ download_url: url }) => {
    return url !== undefined && !(isLater && (url === null || url === ''))
  })
  for (const { download_url: url } of reports) {
    judge.expectValue('2.44', url, isAbsoluteUrl(url), 'download_url as a URL', exchange)
  }
  return reports.length > 0
}

/**
 * A URL has a scheme (RFC 3986 §3), no blanks, a host after `//`, and no part that is left to be filled in. A drive of
 * Windows (`C:`) and a host with its port look like a scheme.
 */
function isAbsoluteUrl(value: unknown): boolean {
  const isBroken = /[{}<>\s]|%7B|\/:[a-z]|^https?:(?!\/\/[^/])|^[a-z]:|^[a-z\d.-]+:\d+(\/|$)/i
  if (typeof value !== 'string' || isBroken.test(value)) return false
  return parsedUrl(value) !== undefined && /^[a-z][a-z\d+.-]*:/i.test(value)
}

export const intelligence: Check[] = [...rankings, ...mentions, ...reports]

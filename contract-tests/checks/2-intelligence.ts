import { type Evidence, Undetermined } from '../evidence/evidence.ts'
import type { Exchange } from '../http/exchange.ts'
import { dataOf, hasList, optional, outcomeOf, recordsWith, succeeded } from '../http/reading.ts'
import { dayOfMention, mentionRows } from '../journey/mentions.ts'
import { completeness } from '../journey/paging-hints.ts'
import { dayOf, isLike, rankingRows } from '../journey/rankings.ts'
import { phrase } from '../specification/schema.ts'
import { type Check, check, everyExchange } from './check.ts'

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
      if (foreign === undefined) return
      for (const exchange of filtered(evidence)) {
        const strange = rankingRows(exchange).find(
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
    for (const exchange of asked) {
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
    const { wanted = [], first = '' } = evidence.keywords ?? {}
    const forms = KEYWORDS.map((step) => evidence.find(step)).filter(
      (exchange) => exchange !== undefined && succeeded(exchange),
    ) as Exchange[]
    const strange = (exchange: Exchange) =>
      rankingRows(exchange).find(
        ({ keyword }) =>
          typeof keyword === 'string' && !wanted.some((each) => isLike(keyword, each)),
      )
    // How a list is written is not shown: one form that works is enough.
    const working = forms.find((each) => rankingRows(each).length > 0 && !strange(each))
    if (working) return judge.holds('2.29')
    const ignoring = forms.filter(strange)
    if (ignoring.length === 0) throw new Undetermined('no form of a list of keywords has rows')
    for (const exchange of ignoring) {
      judge.fails('2.29', {
        expected: `only rows of the keywords ${wanted.map(phrase).join(', ') || phrase(first)}`,
        actual: `a row of the keyword ${phrase(strange(exchange)?.keyword)}`,
        exchange,
      })
    }
  }),
]

const KEYWORDS = [
  'rankings:keywords',
  'rankings:keywords[]',
  'rankings:keywords,',
  'rankings:keyword',
] as const

/** The successes of requests with more filters than a campaign. */
function filtered(evidence: Evidence): Exchange[] {
  return (['rankings:start', 'rankings:end', ...KEYWORDS] as const)
    .map((step) => evidence.find(step))
    .filter((exchange) => exchange !== undefined)
    .filter(succeeded)
}

/** Time zones of the two sides may differ by a day. */
const DAY_MS = 86_400_000

const mentions: Check[] = [
  check(
    ['2.30', '2.31', '2.32'],
    'filters mentions by brand, platform and start_date',
    (judge, evidence) => {
      const exchange = evidence.find('mentions:filtered[]') ?? evidence.get('mentions:filtered')
      const { brand = '', platforms = [], start = '' } = evidence.mentions ?? {}
      if (!succeeded(exchange))
        throw new Undetermined(`the filters returned ${outcomeOf(exchange)}`)
      const earliest = new Date(Date.parse(start) - DAY_MS).toISOString().slice(0, 10)
      for (const row of mentionRows(exchange)) {
        const cases = [
          ['2.30', 'of the brand', [brand], row.brand],
          ['2.31', 'on', platforms, row.platform],
        ] as const
        for (const [fact, preposition, wanted, shown] of cases) {
          if (typeof shown !== 'string') continue
          judge.expect(
            fact,
            wanted.some((each) => isLike(shown, each)),
            {
              expected: `only mentions ${preposition} ${wanted.join(' or ')}`,
              actual: `a mention ${preposition} ${shown}`,
              exchange,
            },
          )
        }
        const seen = dayOfMention(row)
        if (seen === undefined) continue
        const { day, hasTime } = seen
        judge.expect('2.32', day >= (hasTime ? earliest : start), {
          expected: `no mention before ${start}`,
          actual: `a mention dated ${day}`,
          exchange,
        })
      }
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
    const asked = (['getMentions', 'mentions:filtered'] as const).map((step) => evidence.get(step))
    for (const exchange of asked.filter(succeeded)) {
      const data = dataOf(exchange)
      judge.expectValue('2.33', data, hasList(exchange), 'a list of mentions in data', exchange)
    }
  }),
]

/** A report that is not ready has no address yet. */
const UNFINISHED = /pending|queued|processing|running|in_?progress|scheduled|generating/i

const reports: Check[] = [
  check(['2.44'], 'returns the download_url of a report as a URL', (judge, evidence) => {
    const exchange = evidence.get('generateReport')
    if (!succeeded(exchange)) throw new Undetermined(`the report returned ${outcomeOf(exchange)}`)
    const reports = recordsWith(dataOf(exchange), ['download_url']).filter((report) => {
      const isLater = exchange.response?.status === 202 || UNFINISHED.test(String(report.status))
      return report.download_url !== null || !isLater
    })
    // It is not stated that this endpoint answers with the result of §2, or that it waits for it.
    if (reports.length === 0) throw new Undetermined('the response has no download_url')
    for (const { download_url: url } of reports) {
      judge.expectValue('2.44', url, isAbsoluteUrl(url), 'download_url as a URL', exchange)
    }
  }),
]

/** A URL has a scheme (RFC 3986 §3), and no part that is left to be filled in. */
function isAbsoluteUrl(value: unknown): boolean {
  if (typeof value !== 'string' || /[{}<>]|%7B|\/:[a-z]/i.test(value)) return false
  return URL.canParse(value) && /^[a-z][a-z\d+.-]*:/i.test(value)
}

export const intelligence: Check[] = [...rankings, ...mentions, ...reports]

import { describe, expect, it } from 'vitest'
import { settingsFor } from '../self-test/suite.ts'
import type { Observed } from './observed.ts'
import { accusationsOf, resultOfTraffic } from './testing/journey-traffic.ts'
import { BASE_URL, seen } from './testing/seen.ts'

const DAYS = ['2026-11-01', '2026-11-02', '2026-11-03', '2026-11-04']
const TOKENS = { main: 'm', restricted: 'r', limited: 'l', revoked: 'v' }
const CAMPAIGN = { name: 'A', type: 'serp', keywords: ['a'], frequency: 'daily' }

const rankings = (keywords = ['shoes', 'boots'], days = DAYS) =>
  keywords.flatMap((keyword) => days.map((date) => ({ keyword, position: 3, date })))
const mentions = (platforms = ['chatgpt', 'gemini'], days = DAYS, brand = 'Acme') =>
  platforms.flatMap((platform) => days.map((date) => ({ brand, platform, date })))

const ranked = (at: number, query: string, data: unknown): Observed => ({
  ...seen('GET', `/serp/rankings?campaign_id=cmp_1${query}`, { data, at }),
  operation: 'getRankings',
})
const mentioned = (at: number, query: string, data: unknown): Observed => ({
  ...seen('GET', `/chat/mentions${query}`, { data, at }),
  operation: 'getMentions',
})

/** The facts that traffic contradicts, and those that it proves. */
function judged(observed: Observed[]) {
  const settings = settingsFor({ baseUrl: BASE_URL, tokens: TOKENS })
  const { checks, facts } = resultOfTraffic({ settings, observed })
  const failures = checks.flatMap((check) => check.failures)
  const named = [...accusationsOf({ settings, observed }), ...failures].map(({ fact }) => fact)
  const passed = facts.filter(({ verdict }) => verdict === 'pass').map(({ id }) => id)
  // These answers have no headers of limits.
  return { named: [...new Set(named.filter((fact) => !fact?.startsWith('8.')))], passed }
}

const all = ranked(1, '', rankings())
const anyMention = mentioned(1, '', mentions())

describe('filters in the traffic of an app', () => {
  it.each([
    ['a day before start_date', '2.27', [ranked(1, '&start_date=2026-11-02', rankings())]],
    ['a day after end_date', '2.28', [ranked(1, '&end_date=2026-11-03', rankings())]],
    [
      'no row of the first day',
      '2.27',
      [all, ranked(2, '&start_date=2026-11-02', rankings(['shoes'], DAYS.slice(2)))],
    ],
    [
      'rows of another keyword',
      '2.29',
      [all, ranked(2, '&keywords=shoes', rankings()), ranked(3, '&keywords[]=shoes', rankings())],
    ],
    [
      'mentions of another brand',
      '2.30',
      [mentioned(1, '?brand=Acme', [...mentions(), ...mentions(['gemini'], DAYS, 'Other')])],
    ],
    [
      'mentions on another platform',
      '2.31',
      [
        anyMention,
        mentioned(2, '?brand=Acme&platforms=gemini', mentions()),
        mentioned(3, '?brand=Acme&platforms[]=gemini', mentions()),
      ],
    ],
    [
      'mentions on another platform, where other lists need no brackets',
      '2.31',
      [
        all,
        ranked(2, '&keywords=shoes', rankings(['shoes'])),
        mentioned(3, '', mentions()),
        mentioned(4, '?brand=Acme&platforms=gemini', mentions()),
      ],
    ],
    ['earlier mentions', '2.32', [mentioned(1, '?start_date=2026-11-03', mentions())]],
    ['a count of mentions', '2.33', [mentioned(1, '?brand=Acme', { count: 3 })]],
  ])('shows %s', (_, fact, observed) => {
    expect(judged(observed).named).toEqual([fact])
  })

  it('shows that filters work', () => {
    const { named, passed } = judged([
      all,
      ranked(
        2,
        '&start_date=2026-11-02&end_date=2026-11-03',
        rankings(undefined, DAYS.slice(1, 3)),
      ),
      ranked(3, '&keywords=shoes', rankings(['shoes'])),
      mentioned(4, '', mentions()),
      mentioned(
        5,
        '?brand=Acme&platforms=gemini&start_date=2026-11-02',
        mentions(['gemini'], DAYS.slice(1)),
      ),
    ])

    expect(named).toEqual([])
    expect(passed).toEqual(
      expect.arrayContaining(['2.27', '2.28', '2.29', '2.30', '2.31', '2.32', '2.33']),
    )
  })

  it.each([
    [
      'rows of a week, dated on its Monday',
      [ranked(1, '&start_date=2026-11-04', rankings(undefined, ['2026-11-02', '2026-11-09']))],
    ],
    [
      'another parameter, which may ask for more',
      [ranked(1, '&start_date=2026-11-03&compare=previous_period', rankings())],
    ],
    [
      'a list in a form that the server may not know',
      [all, ranked(2, '&keywords=shoes%2Cboats', rankings())],
    ],
    [
      'a list of one, under a name that may need brackets',
      [anyMention, mentioned(2, '?brand=Acme&platforms=gemini', mentions())],
    ],
    [
      'a list of one that only brackets make a filter',
      [
        anyMention,
        mentioned(2, '?brand=Acme&platforms=gemini', mentions()),
        mentioned(3, '?brand=Acme&platforms[]=gemini', mentions(['gemini'])),
      ],
    ],
    [
      'a read before a write',
      [
        all,
        seen('PUT', '/campaigns/cmp_1', {
          sent: CAMPAIGN,
          data: { id: 'cmp_1', ...CAMPAIGN },
          at: 2,
        }),
        ranked(3, '&start_date=2026-11-02', rankings(['shoes'], DAYS.slice(2))),
      ],
    ],
    [
      'a read of another campaign',
      [
        { ...all, url: all.url.replace('cmp_1', 'cmp_2') },
        ranked(2, '&start_date=2026-11-02', rankings(['shoes'], DAYS.slice(2))),
      ],
    ],
    ['an empty page without a list', [mentioned(1, '', { page: { total: 0 } })]],
    ['a brand that rows name otherwise', [mentioned(1, '?brand=acme-inc', mentions())]],
  ])('accuses nobody for %s', (_, observed) => {
    expect(judged(observed).named).toEqual([])
  })
})

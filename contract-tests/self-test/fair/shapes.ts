import { replies, type Variation, variations } from '../changes.ts'
import type { Fields, World } from '../world.ts'

const ROWS = ['campaigns', 'rankings', 'mentions']

/** Replaces the rows of lists of one operation. */
export function rows(operation: string, change: (found: Fields[]) => unknown) {
  return replies(({ body }, request) => {
    if (request.operation !== operation || body?.success !== true || !body.data) return
    const name = ROWS.find((each) => Array.isArray(body.data[each]))
    if (Array.isArray(body.data)) body.data = change(body.data)
    else if (name) body.data[name] = change(body.data[name])
  })
}

/** Replaces the whole data of a list by another shape of its rows. */
export function whole(operation: string, change: (found: Fields[]) => unknown) {
  return replies(({ body }, request) => {
    if (request.operation !== operation || body?.success !== true || !body.data) return
    const name = ROWS.find((each) => Array.isArray(body.data[each]))
    const found = Array.isArray(body.data) ? body.data : name && body.data[name]
    if (found) body.data = change(found)
  })
}

const keyed = (found: Fields[]) => Object.fromEntries(found.map((row) => [row.id, row]))
const edges = (found: Fields[]) => ({
  edges: found.map((node) => ({
    cursor: Buffer.from(String(node.id ?? node.keyword)).toString('base64'),
    node,
  })),
  pageInfo: { hasNextPage: false },
})

const SINGLE = ['createCampaign', 'getCampaign', 'updateCampaign']

/** The campaign of a reply, wherever the style has it. */
export function single(change: (campaign: Fields) => unknown) {
  return replies(({ body }, { operation = '' }) => {
    if (!SINGLE.includes(operation) || body?.success !== true) return
    if (body.data.campaign) body.data.campaign = change(body.data.campaign)
    else body.data = change(body.data)
  })
}

const dates = (change: (date: string) => string) => (row: Fields) =>
  Object.fromEntries(
    Object.entries(row).map(([name, value]) =>
      /^date$/.test(name) ? [name, change(String(value).slice(0, 10))] : [name, value],
    ),
  )

const DAY_MS = 86_400_000

/** The Monday of a day. */
export function monday(date: string): string {
  const at = Date.parse(date)
  return new Date(at - ((new Date(at).getUTCDay() + 6) % 7) * DAY_MS).toISOString().slice(0, 10)
}

function dayOfYear(date: string): number {
  return Math.round((Date.parse(date) - Date.parse(`${date.slice(0, 4)}-01-01`)) / DAY_MS) + 1
}

export function ordinal(date: string): string {
  return `${date.slice(0, 4)}-${String(dayOfYear(date)).padStart(3, '0')}`
}

export function ofWeek(date: string): string {
  const at = Date.parse(date)
  const day = new Date(at).getUTCDay() || 7
  const thursday = new Date(at + (4 - day) * DAY_MS).toISOString().slice(0, 10)
  const week = Math.ceil(dayOfYear(thursday) / 7)
  return `${thursday.slice(0, 4)}-W${String(week).padStart(2, '0')}-${day}`
}

const ranks = (change: (row: Fields) => Fields) => rows('getRankings', (found) => found.map(change))

const members = (change: (campaign: Fields) => Fields) => (world: World) => {
  single(change)(world)
  rows('listCampaigns', (found) => found.map(change))(world)
}

export const SHAPES: Variation[] = [
  ...variations('shapes of lists', [
    ['campaigns are keyed by id', whole('listCampaigns', keyed)],
    ['campaigns are keyed by id in a member', rows('listCampaigns', keyed), { styles: ['nested'] }],
    ['campaigns are edges[].node', whole('listCampaigns', edges)],
    [
      'campaigns are pairs of id and attributes',
      rows('listCampaigns', (found) => found.map(({ id, ...attributes }) => ({ id, attributes }))),
    ],
    ['rankings are edges[].node', whole('getRankings', edges)],
    [
      'rankings are grouped by keyword',
      whole('getRankings', (found) => ({
        keywords: [...new Set(found.map(({ keyword }) => keyword))].map((keyword) => ({
          keyword,
          history: found.filter((row) => row.keyword === keyword).map(({ keyword, ...row }) => row),
        })),
      })),
    ],
    [
      'rankings are grouped by day',
      whole('getRankings', (found) => {
        const dayOf = (row: Fields) => String(row.date).slice(0, 10)
        const days = [...new Set(found.map(dayOf))]
        return Object.fromEntries(
          days.map((day) => [
            day,
            found
              .filter((row) => dayOf(row) === day)
              .map(({ keyword, position }) => ({ keyword, position })),
          ]),
        )
      }),
    ],
    [
      'mentions are keyed by number',
      rows('getMentions', (found) => found.map((row, at) => ({ ...row, id: `m-${at}` }))),
    ],
    [
      'the list is without settings and dates',
      rows('listCampaigns', (found) =>
        found.map(({ id, name, type, keywords, frequency }) => ({
          id,
          name,
          type,
          keywords,
          frequency,
        })),
      ),
    ],
  ]),
  ...variations('shapes of records', [
    ['one object is wrapped in a list', single((campaign) => [campaign])],
    [
      'one object is wrapped in results',
      single((campaign) => ({ results: [campaign], count: 1 })),
      { styles: ['plain'] },
    ],
    [
      'one object is under attributes',
      single(({ id, ...attributes }) => ({ id, attributes })),
      { styles: ['plain'] },
    ],
    [
      'create answers with the id alone',
      replies(({ body }, { operation }) => {
        if (operation !== 'createCampaign' || body?.success !== true) return
        body.data = { id: body.data.campaign?.id ?? body.data.id }
      }),
    ],
    [
      'update answers with a message alone',
      replies(({ body }, { operation }) => {
        if (operation !== 'updateCampaign' || body?.success !== true) return
        body.data = {}
        body.message = 'Saved'
      }),
    ],
    [
      'further members in campaigns',
      members((campaign) => ({
        ...campaign,
        owner: { id: 3, name: 'Dana' },
        tags: [],
        last_run: null,
      })),
    ],
    [
      'settings have further members',
      members((campaign) =>
        campaign.settings?.device
          ? { ...campaign, settings: { ...campaign.settings, language: 'en' } }
          : campaign,
      ),
    ],
    [
      'unset settings are an empty object',
      members((campaign) => ({ ...campaign, settings: campaign.settings ?? {} })),
    ],
    [
      'settings that were not sent have standards',
      members((campaign) =>
        campaign.settings && Object.keys(campaign.settings).length > 0
          ? campaign
          : {
              ...campaign,
              settings: { location: 'United States', device: 'desktop', search_engine: 'google' },
            },
      ),
    ],
  ]),
  ...variations('days of rows', [
    ['weekly rows are dated on Mondays', ranks(dates(monday))],
    ['days are ordinal (2026-081)', ranks(dates(ordinal))],
    ['days are of weeks (2026-W12-1)', ranks(dates(ofWeek))],
    ['days are without hyphens', ranks(dates((date) => date.replaceAll('-', '')))],
    ['days have a time of day', ranks(dates((date) => `${date}T08:15:00Z`))],
    ['days have a time of day and an offset', ranks(dates((date) => `${date}T23:30:00+02:00`))],
    [
      'days are numbers of seconds',
      ranks((row) =>
        Object.fromEntries(
          Object.entries(dates((date) => date)(row)).map(([name, value]) =>
            /^date$/.test(name) ? [name, Date.parse(value as string) / 1000] : [name, value],
          ),
        ),
      ),
    ],
    ['rows have no day', ranks(({ date, ...row }) => row)],
    [
      'positions may be null',
      ranks((row) => ({ ...row, position: Number(row.position) % 5 ? row.position : null })),
    ],
    ['positions have decimals', ranks((row) => ({ ...row, position: Number(row.position) + 0.5 }))],
  ]),
]

import { by, changed, data, succeeded } from '../mutations.ts'
import type { Variation } from './variation.ts'

/** Members of an answer's data, as JSON. */
// biome-ignore lint/suspicious/noExplicitAny: as in Answer
type Rows = any[]

export const listed = (change: (rows: Rows) => unknown) =>
  changed(
    by('listCampaigns'),
    succeeded,
    data((rows) => change(rows)),
  )
export const ranked = (change: (rows: Rows) => unknown) =>
  changed(
    by('getRankings'),
    succeeded,
    data((rows) => change(rows)),
  )

/** Habits of frameworks and gateways. */
export const HABIT_VARIATIONS: Variation[] = [
  {
    name: 'The list is a paginator with links, as Laravel makes it',
    mutation: {
      settings: { seeded: 0 },
      ...listed((rows) => ({
        links: [
          { url: null, label: 'previous' },
          { url: '/x', label: '1' },
        ],
        data: rows,
        total: rows.length,
      })),
    },
  },
  {
    name: 'The list is content with links of HATEOAS',
    mutation: listed((rows) => ({ links: [{ rel: 'self', href: '/x' }], content: rows })),
  },
  {
    name: 'An empty list is left out, as HAL does',
    mutation: {
      settings: { seeded: 0 },
      ...listed((rows) => (rows.length === 0 ? { page: { total: 0 } } : { items: rows })),
    },
  },
  {
    name: 'The pages are numbered from 0, as Spring Data does',
    mutation: {
      settings: { seeded: 25 },
      onResponse: (answer, { operation, query }) => {
        if (operation !== 'listCampaigns' || answer.body?.success !== true) return
        const page = Number(query.get('page') ?? 0)
        answer.body.data = answer.body.data.slice(page * 20, page * 20 + 20)
      },
    },
  },
  {
    name: 'Rankings name the row before them',
    mutation: ranked((rows) =>
      rows.map((row) => ({ ...row, previous: { date: '2020-01-01', position: '7' } })),
    ),
  },
  {
    name: 'Rankings name related keywords',
    mutation: ranked((rows) => rows.map((row) => ({ ...row, related: [{ keyword: 'another' }] }))),
  },
  {
    name: 'Rankings come with the titles of their columns',
    mutation: ranked((rows) => ({
      columns: { keyword: 'Keyword', position: 'Position' },
      rows,
    })),
  },
  {
    name: 'Mentions come with counts for each platform',
    mutation: changed(
      by('getMentions'),
      succeeded,
      data((rows) => ({ facets: [{ platform: 'gemini', count: 3 }], mentions: rows })),
    ),
  },
  {
    name: 'Mentions are texts',
    mutation: changed(
      by('getMentions'),
      succeeded,
      data((rows: Rows) => ({ mentions: rows.map(({ text }) => text) })),
    ),
  },
  {
    name: 'Invalid dates count as no date, as in MySQL',
    mutation: ranked((rows) => rows.map((row) => ({ ...row, date: '0000-00-00' }))),
  },
  {
    name: 'A keyword ends within an emoji',
    mutation: changed(
      by('getRankings'),
      succeeded,
      (_, { query }) => query.size === 0,
      data((rows) => [{ keyword: 'half \ud83d', position: 3, date: '2026-01-01' }, ...rows]),
    ),
  },
  {
    name: 'The restricted key may read all',
    mutation: {
      settings: { restrictedPermissions: ['campaigns:read', 'rankings:read', '*:read'] },
    },
  },
  {
    name: 'Names come back with their letters decomposed',
    mutation: changed(succeeded, (answer) => {
      answer.body = JSON.parse(JSON.stringify(answer.body).normalize('NFD'))
    }),
  },
]

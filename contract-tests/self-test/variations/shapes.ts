import { changed, data, showsCampaign } from '../mutations.ts'
import { Failure } from '../types.ts'
import { listed, ranked } from './habits.ts'
import type { Variation } from './variation.ts'

const DAY_MS = 86_400_000

function monday(date: string): string {
  const at = Date.parse(date)
  return new Date(at - ((new Date(at).getUTCDay() + 6) % 7) * DAY_MS).toISOString().slice(0, 10)
}

function ordinal(date: string): string {
  const day = (Date.parse(date) - Date.parse(`${date.slice(0, 4)}-01-01`)) / DAY_MS + 1
  return `${date.slice(0, 4)}-${String(day).padStart(3, '0')}`
}

/** Shapes that no overlay describes, so that the sandbox has none of them. `strangers/fair/shapes.ts` has more. */
export const SHAPE_VARIATIONS: Variation[] = [
  {
    name: 'The list needs a page',
    mutation: {
      validate: ({ operation, query }, next) => {
        if (operation === 'listCampaigns' && !query.has('page')) {
          throw new Failure('invalid_request', 'page is missing')
        }
        next()
      },
    },
  },
  {
    name: 'The list has its rows under their ids',
    mutation: listed((rows) => Object.fromEntries(rows.map((row) => [row.id, row]))),
  },
  {
    name: 'The list is edges with nodes, as GraphQL has it',
    mutation: listed((rows) => ({
      edges: rows.map((node) => ({ cursor: `at ${node.id}`, node })),
      pageInfo: { hasNextPage: false },
    })),
  },
  {
    name: 'A campaign has its members under attributes, as JSON:API has them',
    mutation: changed(
      showsCampaign,
      data(({ id, ...attributes }) => ({ id, type: 'campaigns', attributes })),
    ),
  },
  {
    name: 'Rankings of a week are dated on its Monday',
    mutation: ranked((rows) => rows.map((row) => ({ ...row, date: monday(row.date) }))),
  },
  {
    name: 'Rankings have ordinal dates of ISO 8601',
    mutation: ranked((rows) => rows.map((row) => ({ ...row, date: ordinal(row.date) }))),
  },
]

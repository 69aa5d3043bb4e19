import {
  all,
  by,
  changed,
  data,
  type Plant,
  showsCampaign,
  succeeded,
  type Variation,
  variations,
} from '../changes.ts'
import type { Fields, World } from '../world.ts'
import { rows, single, whole } from './shapes.ts'

/** JSON:API has no attribute of the name `type`, which is that of the resource. */
const resource =
  (type: string) =>
  ({ id, type: _, ...attributes }: Fields) => ({ type, ...(id && { id }), attributes })

const ranked = (change: (row: Fields) => Fields) =>
  rows('getRankings', (found) => found.map(change))

const WRAPPINGS: [name: string, wrap: (campaign: Fields) => unknown][] = [
  ['result.campaign', (campaign) => ({ result: { campaign } })],
  ['response.data', (campaign) => ({ response: { data: campaign } })],
  ['a list of data', (campaign) => [{ data: campaign }]],
  ['data.attributes', ({ id, ...attributes }) => ({ data: { id, type: 'campaigns', attributes } })],
  [
    'campaign, next to the one before',
    (campaign) => ({ data: { campaign, previous: { id: 'x', name: 'old' } } }),
  ],
]

const FIELDS = ['name', 'type', 'keywords', 'frequency', 'settings']

/** Seven rows from one on. A new campaign has none. */
const cutRankings = (from: (isFiltered: boolean) => number) => (world: World) => {
  const { rankings } = world
  world.options.freshDays = 0
  world.rankings = (key, filter) => {
    const start = from(filter.campaign !== undefined)
    return rankings(key, filter).slice(start, start + 7)
  }
}

export const FRAMEWORKS: Variation[] = [
  ...variations('frameworks', [
    [
      'the list is a paginator with links, as Laravel makes it',
      whole('listCampaigns', (found) => ({
        links: [
          { url: null, label: 'previous' },
          { url: '/x', label: '1' },
        ],
        data: found,
        total: found.length,
      })),
      { options: { seeded: 0 } },
    ],
    [
      'the list is content with links of HATEOAS',
      whole('listCampaigns', (content) => ({ links: [{ rel: 'self', href: '/x' }], content })),
    ],
    [
      'an empty list is left out, as HAL does',
      whole('listCampaigns', (items) => (items.length === 0 ? { page: { total: 0 } } : { items })),
      { options: { seeded: 0 } },
    ],
    [
      'lists and records are documents of JSON:API, in data',
      all(
        changed(
          showsCampaign,
          data((is) => ({ data: resource('campaigns')(is) })),
        ),
        whole('listCampaigns', (found) => ({
          data: found.map(resource('campaigns')),
          links: { self: '/campaigns', next: null },
          meta: { total: found.length },
        })),
        whole('getRankings', (found) => ({ data: found.map(resource('rankings')) })),
      ),
      { styles: ['plain'] },
    ],
    ...WRAPPINGS.map(([name, wrap]): [string, Plant, Pick<Variation, 'styles'>] => [
      `a campaign is two levels down, in ${name}`,
      changed(showsCampaign, data(wrap)),
      { styles: ['plain'] },
    ]),
    [
      'a create is answered with a task that has the campaign in it',
      changed(
        by('createCampaign'),
        succeeded,
        data((campaign) => ({ id: 'task_7', status: 'pending', campaign })),
      ),
      { styles: ['plain'] },
    ],
    [
      'a create is answered with 202 and a draft that has neither keywords nor settings',
      all(
        changed(by('createCampaign'), succeeded, (reply) => {
          reply.status = 202
          const { id, name, type } = reply.body.data.campaign ?? reply.body.data
          reply.body.data = { id, name, type, status: 'draft' }
        }),
      ),
    ],
  ]),
  ...variations('members that are missing', [
    ...FIELDS.flatMap((member): [string, Plant][] => [
      [
        `the list has campaigns without ${member}`,
        rows('listCampaigns', (found) => found.map(({ [member]: _, ...row }) => row)),
      ],
      [
        `the list has campaigns with ${member}: null`,
        rows('listCampaigns', (found) => found.map((row) => ({ ...row, [member]: null }))),
      ],
      [
        `creates and updates are answered without ${member}`,
        (world) => {
          const { show } = world
          world.show = (campaign, as) => {
            const { [member]: hidden, ...rest } = show(campaign, as)
            return as === 'create' || as === 'update' ? rest : { ...rest, [member]: hidden }
          }
        },
      ],
    ]),
  ]),
  ...variations('rows', [
    [
      'rankings name the row before them',
      ranked((row) => ({ ...row, previous: { date: '2020-01-01', position: '7' } })),
    ],
    [
      'rankings name related keywords',
      ranked((row) => ({ ...row, related: [{ keyword: 'another' }] })),
    ],
    [
      'rankings come with the titles of their columns',
      whole('getRankings', (found) => ({
        columns: { keyword: 'Keyword', position: 'Position' },
        rows: found,
      })),
    ],
    [
      'mentions come with counts for each platform',
      whole('getMentions', (found) => ({
        facets: [{ platform: 'gemini', count: 3 }],
        mentions: found,
      })),
    ],
    [
      'mentions are texts',
      whole('getMentions', (found) => ({ mentions: found.map(({ text }) => text) })),
    ],
    [
      'invalid dates count as no date, as in MySQL',
      ranked((row) => ({ ...row, date: '0000-00-00' })),
    ],
    [
      'a keyword ends within an emoji',
      changed(by('getRankings'), succeeded, ({ body }, { query }) => {
        if (query.size > 0) return
        const found = body.data.rankings ?? body.data
        found.unshift({ keyword: 'half \ud83d', position: 3, date: '2026-01-01' })
      }),
    ],
    ['rankings are pages of seven rows', cutRankings(() => 0)],
    [
      'rankings are pages of seven rows, and the list shows no keywords',
      all(
        cutRankings((isFiltered) => (isFiltered ? 0 : 7)),
        rows('listCampaigns', (found) => found.map(({ id, name }) => ({ id, name }))),
      ),
    ],
    ['further members around a campaign', single((campaign) => ({ ...campaign, warnings: [] }))],
  ]),
]

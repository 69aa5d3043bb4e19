import {
  acts,
  by,
  changed,
  nth,
  type Plant,
  succeeded,
  tally,
  text,
  type Variation,
  variations,
} from '../changes.ts'
import { type Campaign, Refusal, type World } from '../world.ts'

const BURST = 'Too many requests a second'

/** The campaign that a request is about, if the run made it. */
const newOne = (world: World, id: string | undefined | null): Campaign | undefined =>
  world.campaigns.find((each) => each.id === id && each.createdAt > world.startedAt - 60_000)

/** Refuses an operation of campaigns that the run made: there is nothing to show yet. */
export const notYet = (operation: string, code: string, status?: number): Plant =>
  acts((request, next, world) => {
    const isNew = newOne(world, request.id ?? request.query.get('campaign_id'))
    if (request.operation === operation && isNew)
      throw new Refusal(code, 'There is no data yet', { ...(status && { status }) })
    return next()
  })

/** Accepts an operation of campaigns that the run made, and has no result yet. */
const pending = (operation: string, data: object): Plant =>
  acts((request, next, world) => {
    const isNew = newOne(world, request.id ?? request.query.get('campaign_id'))
    const reply = next()
    if (request.operation !== operation || !isNew) return reply
    return { status: 202, headers: {}, body: { success: true, data } }
  })

export const MOMENTS: Variation[] = [
  ...variations('moments', [
    [
      'the first GET after an update shows the campaign as it was',
      (world) => {
        const old = new Map<Campaign, Campaign['fields']>()
        const { update, show } = world
        world.update = (campaign, fields, request) => {
          old.set(campaign, campaign.fields)
          update(campaign, fields, request)
        }
        world.show = (campaign, as) => {
          const fields = as === 'detail' && old.get(campaign)
          if (!fields) return show(campaign, as)
          old.delete(campaign)
          return structuredClone(fields)
        }
      },
    ],
    [
      'the first list after a create lacks the newest campaign',
      (world) => {
        const { create, slice } = world
        let newest: Campaign | undefined
        world.create = (key, fields, days) => {
          newest = create(key, fields, days)
          return newest
        }
        world.slice = (rows, offset, size) => {
          const shown = rows.filter((row) => (row as unknown) !== newest)
          if (rows.length > 0 && 'fields' in (rows[0] as object)) newest = undefined
          return slice(shown, offset, size)
        }
      },
    ],
    [
      'every 40th request is refused once, with Retry-After',
      acts((_request, next, world) => {
        if (tally(world, 'charged') % 40 !== 0) return next()
        throw new Refusal('rate_limit_exceeded', BURST, { headers: { 'Retry-After': '1' } })
      }),
    ],
    [
      'the 22nd response is a page of a proxy (502)',
      changed(
        (_, { number }) => number === 22,
        (reply, request, world) => {
          reply.status = 502
          text(() => '<html><h1>502 Bad Gateway</h1></html>', 'text/html')(reply, request, world)
        },
      ),
    ],
    [
      'the second list is cut off by a lost connection',
      changed(by('listCampaigns'), succeeded, nth(2), (reply) => {
        reply.isCut = true
      }),
    ],
  ]),
  ...variations('what is not there yet', [
    ...(['getCampaignAnalytics', 'generateReport', 'getRankings'] as const).flatMap((operation) => [
      ...[202, 404, 409, 423, 425].map((status): [string, Plant] => [
        `${operation} of a new campaign is ${status} and invalid_request`,
        notYet(operation, 'invalid_request', status),
      ]),
      [
        `${operation} of a new campaign is 409, and there is no older one`,
        notYet(operation, 'invalid_request', 409),
        { options: { seeded: 0 } },
      ] as [string, Plant, Pick<Variation, 'options'>],
      [
        `${operation} of a new campaign is not_found, and there is no older one`,
        notYet(operation, 'not_found', 404),
        { options: { seeded: 0 } },
      ] as [string, Plant, Pick<Variation, 'options'>],
      [
        `${operation} of a new campaign is pending (202)`,
        pending(operation, { status: 'pending', progress: 0 }),
      ] as [string, Plant],
    ]),
    [
      'a report that is pending has an empty download_url, with its state around it',
      pending('generateReport', { state: 'queued', report: { id: 7, download_url: '' } }),
    ],
  ]),
]

import { BUGS } from '../bugs.ts'
import {
  acts,
  by,
  changed,
  handled,
  type Plant,
  refuses,
  stores,
  succeeded,
  tally,
} from '../changes.ts'
import {
  type Campaign,
  type Fields,
  type Key,
  Refusal,
  type Request,
  type World,
} from '../world.ts'

/**
 * Bugs that a run of `fuzz` finds: after some sequence of requests, or for some values, most of which the fixed requests of
 * `check` do not come across. With each, the fewest requests that show it.
 */
export interface Sequence {
  name: string
  requests: number
  plant: Plant
}

const keyOf = (request: Request) => request.key as Key

function updates(change: (campaign: Campaign, before: Fields, request: Request) => void): Plant {
  return (world) => {
    const { update } = world
    world.update = (campaign, fields, request) => {
      const before = campaign.fields
      update(campaign, fields, request)
      change(campaign, before, request)
    }
  }
}

function removes(change: (campaign: Campaign, remove: () => void, world: World) => void): Plant {
  return (world) => {
    const { remove } = world
    world.remove = (campaign) => change(campaign, () => remove(campaign), world)
  }
}

const updatedIds = (world: World) => {
  const ids = new Set<string>()
  updates(({ id }) => ids.add(id))(world)
  return ids
}

const isOfRun = ({ fields }: Campaign) => String(fields.name).startsWith('svc-')

const others = (world: World, key: Key) =>
  world.campaigns.filter(({ account }) => account !== key.account)

/** Keeps a reply back for a moment, in which a request that comes is one of the same time. */
const BUSY_MS = 20

const racing = (operation: string, lose: (request: Request, world: World) => void): Plant =>
  handled(operation, (request, next, world) => {
    const reply = next()
    const name = `busy ${request.id}`
    if (world.now() < ((world.memory.get(name) as number) ?? 0)) lose(request, world)
    world.memory.set(name, world.now() + BUSY_MS / 2)
    reply.delayMs = BUSY_MS
    return reply
  })

const found = (world: World, { id }: Request) => world.campaigns.find((each) => each.id === id)

const OWN: [name: string, requests: number, plant: Plant][] = [
  [
    'an update of keywords alone is lost',
    3,
    updates((campaign, before, { text }) => {
      if (Object.keys(JSON.parse(text)).join() === 'keywords') campaign.fields = before
    }),
  ],
  [
    'the first reads after an update are of the time before it',
    3,
    (world) => {
      const old = new Map<Campaign, Fields>()
      updates((campaign, before) => old.set(campaign, before))(world)
      const { show } = world
      world.show = (campaign, as) => {
        const before = as === 'detail' && old.get(campaign)
        if (!before) return show(campaign, as)
        // Two may come too early.
        if (tally(world, `old ${campaign.id}`) % 3 === 0) old.delete(campaign)
        return structuredClone(before)
      }
    },
  ],
  [
    'an update renames the campaign before it too',
    4,
    (world) => {
      updates((campaign) => {
        const other = world.campaigns.findLast(
          (each) => each !== campaign && each.account === campaign.account && isOfRun(each),
        )
        if (other) other.fields = { ...other.fields, name: campaign.fields.name }
      })(world)
    },
  ],
  [
    'an update of a deleted campaign is refused, and brings it back',
    4,
    (world) => {
      const gone = new Map<string, Campaign>()
      removes((campaign, remove) => {
        gone.set(campaign.id, campaign)
        remove()
      })(world)
      handled('updateCampaign', (request, next) => {
        const back = found(world, request) ? undefined : gone.get(request.id ?? '')
        if (!back) return next()
        world.campaigns.push(back)
        throw new Refusal('not_found', 'No such campaign')
      })(world)
    },
  ],
  [
    'a deleted campaign is back after the next create',
    4,
    (world) => {
      const gone: Campaign[] = []
      removes((campaign, remove) => {
        gone.splice(0, 1, campaign)
        remove()
      })(world)
      const { create } = world
      world.create = (key, fields, days) => {
        world.campaigns.push(...gone.splice(0))
        return create(key, fields, days)
      }
    },
  ],
  [
    'a delete deletes the campaign before it too',
    4,
    removes((campaign, remove, world) => {
      remove()
      const other = world.campaigns.findLast(
        (each) => each.account === campaign.account && isOfRun(each),
      )
      world.campaigns = world.campaigns.filter((each) => each !== other)
    }),
  ],
  [
    'campaigns that were updated can be deleted, and are still there',
    4,
    (world) => {
      const updated = updatedIds(world)
      removes((campaign, remove) => {
        if (!updated.has(campaign.id)) remove()
      })(world)
    },
  ],
  [
    'an update that is refused for a wrong type is carried out up to it',
    3,
    (world) => {
      const { problems } = world
      world.problems = (body, isPartial, request) => {
        const wrong = problems(body, isPartial, request)
        const campaign = wrong.length > 0 && found(world, request)
        if (campaign && typeof body.name === 'string')
          campaign.fields = { ...campaign.fields, name: body.name }
        return wrong
      }
    },
  ],
  [
    'an update of a campaign of another account is refused, and carried out',
    3,
    handled('updateCampaign', (request, next, world) => {
      const campaign = found(world, request)
      const sent = JSON.parse(request.text)
      if (campaign && campaign.account !== keyOf(request).account)
        campaign.fields = { ...campaign.fields, ...world.accept(sent, request) }
      return next()
    }),
  ],
  [
    'the dashboard names campaigns of other accounts',
    2,
    changed(by('getDashboards'), succeeded, ({ body }, request, world) => {
      body.data.latest = others(world, keyOf(request)).map(({ fields }) => fields.name)
    }),
  ],
  [
    'campaigns that were updated are no longer listed',
    3,
    (world) => {
      const updated = updatedIds(world)
      changed(by('listCampaigns'), succeeded, ({ body }) => {
        body.data = body.data.filter(({ id }: Campaign) => !updated.has(id))
        body.meta.total = body.data.length
      })(world)
    },
  ],
  [
    'of more than five campaigns the last is not listed',
    4,
    changed(by('listCampaigns'), succeeded, ({ body }) => {
      if (body.data.length > 5) body.data = body.data.slice(0, -1)
    }),
  ],
  [
    'names are cut to 199 characters',
    2,
    stores((fields) => (fields.name ? { ...fields, name: fields.name.slice(0, 199) } : fields)),
  ],
  [
    'one keyword alone is not kept',
    2,
    stores((fields) => (fields.keywords?.length === 1 ? { ...fields, keywords: [] } : fields)),
  ],
  [
    'letters beyond the BMP become question marks',
    3,
    stores((fields) => {
      const beyond = /[\u{10000}-\u{10ffff}]/gu
      const words = fields.keywords?.map((word: string) => word.replace(beyond, '?'))
      return words ? { ...fields, keywords: words } : fields
    }),
  ],
  [
    'more than 50 keywords are cut off',
    3,
    stores((fields) =>
      fields.keywords ? { ...fields, keywords: fields.keywords.slice(0, 50) } : fields,
    ),
  ],
  [
    'a body with __proto__ is an internal error',
    1,
    refuses(({ text }) => text.includes('__proto__"') && 'Oops', 'server_error'),
  ],
  [
    'a negative limit is an internal error, outside of the envelope',
    1,
    changed(
      ({ body }, { query }) => body !== undefined && Number(query.get('limit')) < 0,
      (reply) => {
        reply.status = 500
        reply.body = { message: 'Internal Server Error' }
      },
    ),
  ],
  [
    'of two updates at the same time one loses the keywords that neither named',
    4,
    racing('updateCampaign', (request, world) => {
      const campaign = found(world, request)
      if (campaign) campaign.fields = { ...campaign.fields, keywords: ['lost'] }
    }),
  ],
  [
    'of two creates at the same time one is made twice',
    3,
    racing('createCampaign', (request, world) => {
      world.create(keyOf(request), world.accept(JSON.parse(request.text), request), 0)
    }),
  ],
  [
    'a campaign of the same name as another takes over its keywords',
    3,
    acts((request, next, world) => {
      const before = new Set(world.campaigns)
      const reply = next()
      if (request.operation !== 'createCampaign') return reply
      const made = world.campaigns.find((each) => !before.has(each))
      const other = world.campaigns.find(
        (each) => each !== made && made && each.fields.name === made.fields.name,
      )
      if (made && other?.account === made.account)
        made.fields = { ...made.fields, keywords: other.fields.keywords }
      return reply
    }),
  ],
]

/** Those that `check` finds as well. */
const OF_CHECK: [name: string, requests: number][] = [
  ['the second update is lost', 4],
  ['a refused create is stored', 2],
  ['a request with a restricted key creates', 2],
  ['a request with a restricted key updates', 3],
  ['a request with a restricted key deletes', 3],
  ['campaigns of all accounts are listed', 2],
  ['campaigns of another account are read', 2],
]

const pages =
  (first: (offset: number) => number): Plant =>
  (world) => {
    const { slice } = world
    world.options.pageSize = 2
    world.slice = (rows, offset, size) => slice(rows, first(offset), size)
  }

export const SEQUENCES: Sequence[] = [
  ...OWN.map(([name, requests, plant]) => ({ name, requests, plant })),
  ...OF_CHECK.map(([name, requests]) => {
    const bug = BUGS.find((each) => each.name === name)
    if (!bug) throw new Error(`There is no bug "${name}".`)
    return { name, requests, plant: bug.plant }
  }),
  {
    name: 'the second page of the list begins one too late',
    requests: 4,
    plant: pages((offset) => (offset > 0 ? offset + 1 : 0)),
  },
  {
    name: 'the second page of the list begins with the last row of the first',
    requests: 4,
    plant: pages((offset) => Math.max(0, offset - 1)),
  },
]

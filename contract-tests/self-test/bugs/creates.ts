import { bugsOf, repliesTo, stores } from '../changes.ts'
import { type Fields, hashOf, Refusal, type World } from '../world.ts'

/** Stores a campaign whose creation it refuses. */
function storesRefused(world: World): void {
  const { problems } = world
  world.problems = (body, isPartial, request) => {
    const found = problems(body, isPartial, request)
    const isNamed = request.operation === 'createCampaign' && typeof body.name === 'string'
    if (found.length > 0 && isNamed && request.key) {
      const whole = { type: 'serp', keywords: ['none'], frequency: 'daily', ...body }
      world.create(request.key, { ...whole, keywords: ['none'] }, 0)
    }
    return found
  }
}

/** Changes the settings that a create stores, where it has some. */
function creates(change: (settings: Fields) => Fields) {
  return stores((fields, _world, { operation }) =>
    operation === 'createCampaign' && fields.settings
      ? { ...fields, settings: change(fields.settings) }
      : fields,
  )
}

/** Refuses names that its column cannot hold, as many servers do. */
function refusesLongNames(world: World): void {
  const { problems } = world
  world.problems = (body, isPartial, request) => {
    const found = problems(body, isPartial, request)
    const isLong = typeof body.name === 'string' && body.name.length > 255
    return isLong ? [...found, { field: 'name', message: 'has 255 characters at most' }] : found
  }
}

export const CREATES = bugsOf('create', [
  [
    'a create makes two campaigns',
    (world) => {
      const { create } = world
      world.create = (key, fields, days) => {
        create(key, structuredClone(fields), days)
        return create(key, fields, days)
      }
    },
  ],
  [
    'a create is stored in another account',
    (world) => {
      const { create } = world
      world.create = (key, fields, days) => create({ ...key, account: 'acc_other' }, fields, days)
    },
  ],
  [
    'a create replaces the campaign before it',
    (world) => {
      const { create } = world
      world.create = (key, fields, days) => {
        const before = world.campaigns.at(-1)
        if (before && world.now() - before.createdAt < 60_000) world.campaigns.pop()
        return create(key, fields, days)
      }
    },
  ],
  [
    'a create with settings is not stored',
    (world) => {
      const { create } = world
      world.create = (key, fields, days) => {
        const campaign = create(key, fields, days)
        if (fields.settings) world.campaigns.pop()
        return campaign
      }
    },
  ],
  [
    'a created campaign is not kept',
    (world) => {
      const { create } = world
      world.create = (key, fields, days) => {
        const campaign = create(key, fields, days)
        world.campaigns.pop()
        return campaign
      }
    },
  ],
  [
    'a create answers with the id of another campaign',
    (world) => {
      const { create } = world
      world.create = (key, fields, days) => {
        const campaign = create(key, fields, days)
        return { ...campaign, id: `${campaign.id}x` }
      }
    },
  ],
  [
    'a create answers without an id',
    repliesTo('createCampaign', ({ body }) => {
      delete (body.data.campaign ?? body.data).id
    }),
    { styles: ['plain'] },
  ],
  [
    'all new campaigns have one id',
    (world) => {
      const id = world.newId()
      world.newId = () => id
    },
  ],
  [
    'ids are numbers',
    (world) => {
      const { newId } = world
      world.newId = () => Number.parseInt(hashOf(newId()).slice(0, 8), 16) as unknown as string
    },
  ],
  [
    'settings make a create fail with server_error',
    (world) => {
      const { accept } = world
      world.accept = (body, request) => {
        if (body.settings) throw new Refusal('server_error', 'No such column')
        return accept(body, request)
      }
    },
  ],
  ['a refused create is stored', storesRefused],
  [
    'a refused create is stored on a further page',
    storesRefused,
    { options: { seeded: 45 }, styles: ['plain'] },
  ],
  [
    'a create always has the location United States',
    creates((settings) => ({ ...settings, location: 'United States' })),
  ],
  [
    'a create of at most 255 characters always has the device desktop',
    (world) => {
      refusesLongNames(world)
      creates((settings) => ({ ...settings, device: 'desktop' }))(world)
    },
  ],
  [
    'a create counts up to the limit of a trial silently',
    (world) => {
      const { create } = world
      world.create = (key, fields, days) => {
        const campaign = create(key, fields, days)
        if (world.owned(key).length > world.options.seeded + 1) world.campaigns.pop()
        return campaign
      }
    },
  ],
  [
    'the stored campaign loses its name if it has settings',
    stores((fields) => (fields.settings ? { ...fields, name: 'New campaign' } : fields)),
  ],
])

import { bugsOf, stores } from './bug.ts'

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
    'a refused create is stored',
    (world) => {
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

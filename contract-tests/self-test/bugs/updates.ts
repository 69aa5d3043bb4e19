import { bugsOf, repliesTo, shows, tally, without } from '../changes.ts'
import { type Campaign, type Fields, Refusal, type World } from '../world.ts'
import { stillServes } from './deletes.ts'

const UPDATE = 'update'

type Change = (campaign: Campaign, fields: Fields, save: () => void, world: World) => void

/** Changes updates; `save` does the correct update. */
function updates(change: Change) {
  return (world: World) => {
    const { update } = world
    world.update = (campaign, fields, request) =>
      change(campaign, fields, () => update(campaign, fields, request), world)
  }
}

const keeping = (name: string) =>
  updates((campaign, fields, save, world) => {
    const old = campaign.fields[name]
    save()
    campaign.fields = { ...fields, [name]: old }
    if (old === undefined) campaign.fields = without(campaign.fields, name)
    world.memory.set('kept', true)
  })

export const UPDATES = [
  ...bugsOf(UPDATE, [
    ['an update drops settings', keeping('settings')],
    ['an update ignores the name', keeping('name')],
    [
      'the second update is lost',
      updates((campaign, _fields, save, world) => tally(world, campaign.id) !== 2 && save()),
    ],
    [
      'an update of the same name is skipped',
      updates((campaign, fields, save) => campaign.fields.name !== fields.name && save()),
    ],
    ['an update is not saved', updates(() => {})],
    [
      'the list shows the old name of an updated campaign',
      (world) => {
        const names = new Map<Campaign, string>()
        updates((campaign, _fields, save) => {
          names.set(campaign, campaign.fields.name)
          save()
        })(world)
        const { show } = world
        world.show = (campaign, as) => {
          const fields = show(campaign, as)
          const name = as === 'list' && names.get(campaign)
          return name ? { ...fields, name } : fields
        }
      },
    ],
    [
      'an update answers with the id of another campaign',
      repliesTo('updateCampaign', ({ body }) => {
        const campaign = body.data.campaign ?? body.data
        campaign.id = `${campaign.id}x`
      }),
    ],
    [
      'a refused update deletes the campaign',
      (world) => {
        const { problems } = world
        world.problems = (body, isPartial, request) => {
          const found = problems(body, isPartial, request)
          const id = request.operation === 'updateCampaign' && found.length > 0 && request.id
          world.campaigns = world.campaigns.filter((each) => each.id !== id)
          return found
        }
      },
    ],
    [
      'an update changes another campaign too',
      updates((campaign, fields, save, world) => {
        save()
        const other = world.campaigns.findLast(
          (each) => each !== campaign && each.account === campaign.account,
        )
        if (other) other.fields = { ...other.fields, name: fields.name }
      }),
    ],
    [
      'an update appends keywords',
      updates((campaign, fields, save) => {
        const old = campaign.fields.keywords
        save()
        if (fields.keywords !== old)
          campaign.fields = { ...fields, keywords: [...new Set([...old, ...fields.keywords])] }
      }),
    ],
    [
      'an update keeps members of the settings',
      updates((campaign, fields, save) => {
        const old = campaign.fields.settings
        save()
        if (old && fields.settings)
          campaign.fields = { ...fields, settings: { ...fields.settings, ...old } }
      }),
    ],
    [
      'an update loses the settings that it gets',
      updates((campaign, fields, save) => {
        save()
        campaign.fields = without(fields, 'settings')
      }),
    ],
    [
      'an update moves to a new id',
      updates((campaign, fields, _save, world) => {
        world.campaigns.push({ ...campaign, id: world.newId(), fields })
      }),
    ],
    [
      'a detail is cached through an update',
      (world) => {
        const cache = new Map<string, Fields>()
        shows((fields, as, campaign) => {
          if (as !== 'detail') return fields
          if (!cache.has(campaign.id)) cache.set(campaign.id, fields)
          return cache.get(campaign.id) as Fields
        })(world)
      },
    ],
    [
      'the list is cached through an update',
      (world) => {
        const cache = new Map<string, Fields>()
        shows((fields, as, campaign) => {
          if (as !== 'list') return fields
          if (!cache.has(campaign.id)) cache.set(campaign.id, fields)
          return cache.get(campaign.id) as Fields
        })(world)
      },
    ],
    [
      'a refused update sticks',
      (world) => {
        const { problems } = world
        world.problems = (body, isPartial, request) => {
          const found = problems(body, isPartial, request)
          if (request.operation !== 'updateCampaign' || found.length === 0 || !request.key)
            return found
          const campaign = world.find(request.key, request.id as string, request)
          const good = without(body, ...found.map(({ field }) => field))
          if (campaign) campaign.fields = { ...campaign.fields, ...good }
          return found
        }
      },
    ],
    [
      'an update of a deleted campaign brings it back',
      (world) => {
        stillServes('updateCampaign')(world)
        updates((campaign, _fields, save) => {
          save()
          if (!world.campaigns.includes(campaign)) world.campaigns.push(campaign)
        })(world)
      },
    ],
    [
      'an update with two keywords keeps one',
      updates((campaign, fields, save) => {
        save()
        if (campaign.fields.keywords.length > 1)
          campaign.fields = { ...fields, keywords: fields.keywords.slice(0, 1) }
      }),
    ],
    [
      'an update returns the old values',
      (world) => {
        const before = new Map<string, Fields>()
        updates((campaign, _fields, save) => {
          before.set(campaign.id, structuredClone(campaign.fields))
          save()
        })(world)
        shows((fields, as, { id }) => (as === 'update' ? (before.get(id) ?? fields) : fields))(
          world,
        )
      },
    ],
    [
      'an update without settings copies those of another',
      updates((campaign, fields, save, world) => {
        save()
        const other = world.campaigns.findLast((each) => each !== campaign && each.fields.settings)
        if (!fields.settings && other)
          campaign.fields = { ...fields, settings: other.fields.settings }
      }),
    ],
    [
      'a name that is not ASCII is a server_error',
      (world) => {
        const { accept } = world
        world.accept = (body, request) => {
          const isWide =
            request.operation === 'updateCampaign' && /[^\0-\xff]/.test(String(body.name))
          if (isWide) throw new Refusal('server_error', 'Unexpected error')
          return accept(body, request)
        }
      },
    ],
    [
      'a failed validation leaves its members to the next create',
      (world) => {
        const { problems, accept } = world
        let left: Fields = {}
        world.problems = (body, isPartial, request) => {
          const found = problems(body, isPartial, request)
          if (found.length > 0)
            left = { frequency: body.frequency, settings: { location: 'France' } }
          return found
        }
        world.accept = (body, request) => {
          const isCreate = request.operation === 'createCampaign'
          const fields = accept(body, request)
          return isCreate && !fields.settings && left.settings
            ? { ...fields, settings: left.settings }
            : fields
        }
      },
    ],
  ]),
]

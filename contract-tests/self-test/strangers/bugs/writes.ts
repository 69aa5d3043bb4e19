import { type Campaign, type Fields, Refusal, type World } from '../world.ts'
import { arguable, bugsOf, shows, stores, tally, without } from './bug.ts'

const UPDATE = 'update'
const DELETE = 'delete'
const LIST = 'list'

type Change = (campaign: Campaign, fields: Fields, save: () => void, world: World) => void

/** What an update does; `save` is what it should. */
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

function removes(
  change: (campaign: Campaign, remove: (one: Campaign) => void, world: World) => void,
) {
  return (world: World) => {
    const { remove } = world
    world.remove = (campaign) => change(campaign, remove, world)
  }
}

/** The owned campaigns that a list shows. */
function lists(change: (campaigns: Campaign[], world: World) => Campaign[]) {
  return (world: World) => {
    const { slice } = world
    world.slice = (rows, offset, size) => {
      const isOfCampaigns = rows.length > 0 && 'fields' in (rows[0] as object)
      const shown = isOfCampaigns ? (change(rows as Campaign[], world) as typeof rows) : rows
      return slice(shown, offset, size)
    }
  }
}

const remembersDeleted = (world: World): Campaign[] => {
  const known = (world.memory.get('deleted') as Campaign[] | undefined) ?? []
  world.memory.set('deleted', known)
  return known
}

const stillServes = (operation: string) => (world: World) => {
  removes((campaign, remove) => {
    remembersDeleted(world).push(campaign)
    remove(campaign)
  })(world)
  const { find } = world
  world.find = (key, id, request) => {
    const gone = remembersDeleted(world).find((each) => each.id === id)
    return request.operation === operation && gone ? gone : find(key, id, request)
  }
}

const SECOND_PAGE = { options: { seeded: 25 } }

export const WRITES = [
  ...bugsOf(UPDATE, [
    ['an update drops settings', keeping('settings')],
    ['an update ignores frequency', keeping('frequency')],
    ['an update ignores keywords', keeping('keywords')],
    ['an update ignores the name', keeping('name')],
    [
      'the second update is lost',
      updates((campaign, _fields, save, world) => tally(world, campaign.id) !== 2 && save()),
    ],
    [
      'every update after the first is lost',
      updates((campaign, _fields, save, world) => tally(world, campaign.id) < 2 && save()),
    ],
    [
      'an update of the same name is skipped',
      updates((campaign, fields, save) => campaign.fields.name !== fields.name && save()),
    ],
    ['an update is not saved', updates(() => {})],
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
  ...arguable(UPDATE, [
    [
      'an update with a wrong type is accepted',
      (world) => {
        const { problems } = world
        world.problems = (body, isPartial, request) =>
          request.operation === 'updateCampaign' ? [] : problems(body, isPartial, request)
      },
    ],
    [
      'an update resets the settings if it has none',
      updates((campaign, fields, save, world) => {
        save()
        if (world.style === 'rails') campaign.fields = { ...fields, settings: {} }
      }),
      { styles: ['rails'] },
    ],
  ]),
  ...bugsOf(DELETE, [
    [
      'a deleted campaign stays in the list',
      (world) => {
        removes((campaign, remove) => {
          remembersDeleted(world).push(campaign)
          remove(campaign)
        })(world)
        lists((rows) => [...rows, ...remembersDeleted(world)])(world)
      },
    ],
    [
      'a deleted campaign stays on the second page',
      (world) => {
        removes((campaign, remove) => {
          remembersDeleted(world).push(campaign)
          remove(campaign)
        })(world)
        lists((rows) => [...rows, ...remembersDeleted(world)])(world)
      },
      SECOND_PAGE,
    ],
    [
      'the previous campaign is deleted instead',
      removes((campaign, remove, world) => {
        remove(world.campaigns[world.campaigns.indexOf(campaign) - 1] ?? campaign)
      }),
    ],
    [
      'the next campaign is deleted instead',
      removes((campaign, remove, world) => {
        remove(world.campaigns[world.campaigns.indexOf(campaign) + 1] ?? campaign)
      }),
    ],
    [
      'the next campaign is deleted too',
      removes((campaign, remove, world) => {
        const next = world.campaigns[world.campaigns.indexOf(campaign) + 1]
        if (next) remove(next)
        remove(campaign)
      }),
    ],
    [
      'an id is used again',
      (world) => {
        const { newId } = world
        const free: string[] = []
        removes((campaign, remove) => {
          free.push(campaign.id)
          remove(campaign)
        })(world)
        world.newId = () => free.pop() ?? newId()
      },
    ],
    ['a delete does nothing', removes(() => {})],
    [
      'a delete only hides in the list',
      (world) => {
        removes((campaign) => remembersDeleted(world).push(campaign))(world)
        lists((rows) => rows.filter((each) => !remembersDeleted(world).includes(each)))(world)
      },
    ],
    ['analytics of a deleted campaign are served', stillServes('getCampaignAnalytics')],
    ['a deleted campaign is served from a cache', stillServes('getCampaign')],
    ['a second delete succeeds', stillServes('deleteCampaign')],
    [
      'the second delete of a run does nothing',
      removes((campaign, remove, world) => {
        if (tally(world, 'deletes') !== 2) remove(campaign)
      }),
    ],
    [
      'a delete clears the settings of all',
      removes((campaign, remove, world) => {
        remove(campaign)
        for (const each of world.campaigns)
          each.fields = without(each.fields, 'settings', 'keywords')
        for (const each of world.campaigns) each.fields.keywords = []
      }),
    ],
  ]),
  ...arguable(DELETE, [
    ['a report of a deleted campaign is served', stillServes('generateReport')],
    ['rankings of a deleted campaign are served', stillServes('getRankings')],
  ]),
  ...bugsOf(LIST, [
    [
      'a new campaign is missing in the list',
      (world) => {
        lists((rows) => rows.filter(({ createdAt }) => world.now() - createdAt > 60_000))(world)
      },
    ],
    [
      'the first list is cached',
      (world) => {
        let cached: Campaign[] | undefined
        lists((rows) => {
          cached ??= rows
          return cached
        })(world)
      },
    ],
    ['the last row is dropped', lists((rows) => rows.slice(0, -1))],
    ['the first row is dropped', lists((rows) => rows.slice(1))],
    ['pages overlap', overlapping(-1), { options: { seeded: 45, pageSize: 3 } }],
    ['pages skip a row', overlapping(1), SECOND_PAGE],
    [
      'the last row of each page is dropped',
      (world) => {
        const { slice } = world
        world.slice = (rows, offset, size) =>
          slice(rows, offset, size).slice(0, Math.max(1, size - 1))
      },
      SECOND_PAGE,
    ],
    [
      'the second page is empty',
      (world) => {
        const { slice } = world
        world.slice = (rows, offset, size) => (offset > 0 ? [] : slice(rows, offset, size))
      },
      SECOND_PAGE,
    ],
    [
      'a row is listed twice',
      lists((rows) => rows.flatMap((each, at) => (at === 0 ? [each, each] : [each]))),
    ],
    [
      'campaigns without settings are not listed',
      lists((rows) => rows.filter(({ fields }) => fields.settings)),
    ],
    [
      'rows have the id of the next one',
      lists((rows) => rows.map((each, at) => ({ ...each, id: rows[at + 1]?.id ?? each.id }))),
    ],
    [
      'ids are made of the second',
      (world) => {
        const { newId } = world
        const ids = new Map<number, string>()
        world.newId = () => {
          const second = Math.floor(world.now() / 1000)
          ids.set(second, ids.get(second) ?? newId())
          return ids.get(second) as string
        }
      },
    ],
    [
      'two creates at the same moment get one id',
      (world) => {
        const { newId, before } = world
        let last = { at: 0, id: '' }
        world.newId = () => {
          if (world.now() - last.at > 3) last = { at: world.now(), id: newId() }
          return last.id
        }
        // The create takes as long as with a database.
        world.before = (request, next) => {
          const reply = before(request, next)
          if (request.operation === 'createCampaign') reply.delayMs = 15
          return reply
        }
      },
    ],
  ]),
  ...arguable(LIST, [
    [
      'pages repeat the first',
      (world) => {
        const { slice } = world
        world.slice = (rows, _offset, size) => slice(rows, 0, size)
      },
      SECOND_PAGE,
    ],
    [
      'the order changes with each request',
      lists((rows, world) => (tally(world, 'lists') % 2 ? rows : rows.toReversed())),
    ],
  ]),
  ...bugsOf('create', [
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
  ]),
]

function overlapping(shift: number) {
  return (world: World) => {
    const { slice } = world
    world.slice = (rows, offset, size) => slice(rows, offset > 0 ? offset + shift : offset, size)
  }
}

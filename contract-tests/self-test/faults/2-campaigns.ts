import {
  by,
  campaigns,
  changed,
  data,
  every,
  handled,
  nth,
  showsCampaign,
  showsCampaigns,
  stored,
  succeeded,
} from '../mutations.ts'
import { shown } from '../operations.ts'
import { Failure, type Mutation } from '../types.ts'
import { REQUIRED } from '../validation.ts'
import type { Fault } from './fault.ts'

const MISSING: Record<string, string> = {
  name: '2.2',
  type: '2.4',
  keywords: '2.7',
  frequency: '2.9',
}
const ACCEPTED = ['2.1', '2.3', '2.5', '2.6', '2.8', '2.10', '4.15', '1.4']
const VALUES: Record<string, unknown> = {
  name: 'Unnamed',
  type: 'serp',
  keywords: [],
  frequency: 'daily',
}

/** Refuses a body that the conforming server takes. */
const refusing = (refused: (input: Record<string, unknown>) => boolean, code = 'invalid_request') =>
  ({
    validate: (exchange, next) => {
      next()
      if (exchange.operation === 'createCampaign' && refused(exchange.input)) {
        throw new Failure(code)
      }
    },
  }) satisfies Mutation

/** Takes a create in which the field is absent, or of a type that the service does not have. */
const taking = (name: string, absent: 'absent' | 'mistyped'): Mutation => ({
  validate: (exchange, next) => {
    const { input, operation } = exchange
    if (operation !== 'createCampaign' || exchange.malformed) return next()
    const bends = absent === 'absent' ? input?.[name] === undefined : input?.[name] !== undefined
    if (!bends) return next()
    exchange.input = { ...input, [name]: VALUES[name] }
    next()
    exchange.input = input
  },
})

const acceptance: Fault[] = [
  ...REQUIRED.map((name) => ({
    name: `A campaign without ${name} is created`,
    facts: [MISSING[name] as string, '7.7'],
    mutation: taking(name, 'absent'),
  })),
  ...[
    { name: 'name', facts: ['2.1', '2.18', '7.8'] },
    { name: 'type', facts: ['2.3', '2.19', '7.8'] },
    { name: 'keywords', facts: ['2.6', '2.20', '7.8'] },
    { name: 'frequency', facts: ['2.8', '2.21', '7.8'] },
  ].map(({ name, facts }) => ({
    name: `A campaign whose ${name} has any type is created, and shown as it was sent`,
    facts,
    mutation: taking(name, 'mistyped'),
  })),
  {
    name: 'A campaign whose keywords are one string is created, and shown so',
    facts: ['2.6', '2.20', '7.8'],
    mutation: {
      validate: (exchange, next) => {
        if (typeof exchange.input?.keywords !== 'string') return next()
        const { input } = exchange
        exchange.input = { ...input, keywords: [] }
        next()
        exchange.input = input
      },
    },
  },
  {
    name: 'A create with an empty object creates a campaign of defaults',
    facts: [...Object.values(MISSING), '7.7', '4.15'],
    mutation: {
      validate: (exchange, next) => {
        const { operation, input } = exchange
        const empty = input && Object.keys(input).length === 0
        if (operation === 'createCampaign' && empty) exchange.input = VALUES
        next()
      },
    },
  },
  ...REQUIRED.map((name) => ({
    name: `A create without ${name} is refused, and leaves a campaign behind`,
    facts: [MISSING[name] as string, '7.7', '4.15'],
    mutation: {
      validate: (exchange, next) => {
        const { service, input, operation, malformed } = exchange
        if (operation === 'createCampaign' && !malformed && input && input[name] === undefined) {
          service.addCampaign('acc_main', { ...VALUES, ...input })
        }
        next()
      },
    } satisfies Mutation,
  })),
  ...[
    ['not_found', 'name'],
    ['server_error', 'type'],
    ['authentication_failed', 'keywords'],
    ['insufficient_permissions', 'frequency'],
  ].map(([code, name]) => ({
    name: `A create without ${name} is refused with ${code}`,
    facts: [MISSING[name as string] as string, '7.7', '7.10', '2.53'],
    mutation: {
      validate: (exchange, next) => {
        const { operation, input, malformed } = exchange
        const lacks =
          operation === 'createCampaign' && !malformed && input?.[name as string] === undefined
        if (lacks) throw new Failure(code as string)
        next()
      },
    } satisfies Mutation,
  })),
  {
    name: 'A campaign of one keyword is refused',
    facts: ['2.6', '4.15'],
    mutation: refusing(({ keywords }) => (keywords as unknown[])?.length === 1),
  },
  {
    name: 'A campaign without type is created where it has settings',
    facts: ['2.4', '7.7'],
    mutation: {
      validate: (exchange, next) => {
        const { input, operation } = exchange
        if (operation !== 'createCampaign' || !input?.settings || input.type) return next()
        exchange.input = { ...input, type: 'serp' }
        next()
      },
    },
  },
  {
    name: 'No campaign can be created',
    facts: ACCEPTED,
    mutation: refusing(() => true),
  },
  {
    name: 'The type serp is refused',
    facts: ['2.3', '2.5', '4.15', '1.4'],
    mutation: refusing(({ type }) => type === 'serp'),
  },
  {
    name: 'The frequency daily is refused',
    facts: ['2.8', '2.10', '4.15', '1.4'],
    mutation: refusing(({ frequency }) => frequency === 'daily'),
  },
  {
    name: 'Keywords are refused unless they are a string',
    facts: ['2.6', '4.15', '1.4'],
    mutation: refusing(({ keywords }) => Array.isArray(keywords)),
  },
  {
    name: 'A campaign without settings is refused',
    facts: ['2.11', '4.15'],
    mutation: refusing(({ settings }) => settings === undefined),
  },
  {
    name: 'A campaign with settings is refused whatever they hold',
    facts: ['2.12', '2.13', '2.14', '2.15'],
    mutation: refusing(({ settings }) => settings !== undefined),
  },
  {
    name: 'A campaign with settings is answered with server_error whatever they hold',
    facts: ['2.12', '2.13', '2.14', '2.15'],
    mutation: refusing(({ settings }) => settings !== undefined, 'server_error'),
  },
  {
    name: 'Bodies of JSON are refused as an unknown type of content',
    facts: ['4.3', '4.5', '4.15', '1.4'],
    mutation: {
      validate: (exchange, next) => {
        if (exchange.request.headers['content-type']?.includes('json') && exchange.input) {
          throw new Failure('invalid_request', 'Send a form', 415)
        }
        next()
      },
    },
  },
  {
    name: 'A GET with Content-Type: application/json and no body is refused',
    facts: ['4.5'],
    mutation: {
      validate: ({ request }, next) => {
        const typed = request.headers['content-type'] !== undefined
        if (typed && request.method === 'GET') throw new Failure('invalid_request')
        next()
      },
    },
  },
]

/** An id, or a field, of the wrong type in what the API returns. */
const returned: Fault[] = [
  {
    name: 'Campaign ids are numbers',
    facts: ['2.16'],
    mutation: changed(
      showsCampaigns,
      campaigns((campaign) => {
        campaign.id = Number.parseInt(campaign.id.slice(4), 16)
      }),
    ),
  },
  {
    name: 'The id of a campaign is a number in the list alone',
    facts: ['2.16'],
    mutation: changed(
      by('listCampaigns'),
      succeeded,
      campaigns((campaign) => {
        campaign.id = Number.parseInt(campaign.id.slice(4), 16)
      }),
    ),
  },
  {
    name: 'A created campaign is answered without an id',
    facts: ['2.16', '4.15'],
    mutation: changed(
      by('createCampaign'),
      succeeded,
      campaigns((campaign) => {
        delete campaign.id
      }),
    ),
  },
  {
    name: 'The id of a campaign that is got is an object',
    facts: ['2.16', '4.16'],
    mutation: changed(
      by('getCampaign'),
      succeeded,
      campaigns((campaign) => {
        campaign.id = { value: campaign.id }
      }),
    ),
  },
  {
    name: 'The last campaign of the list has a number for a name',
    facts: ['2.18'],
    mutation: changed(
      by('listCampaigns'),
      succeeded,
      data((list) => [...list.slice(0, -1), ...list.slice(-1).map(named(7))]),
    ),
  },
  ...(
    [
      ['name', ['Acme'], '2.18', 'getCampaign'],
      ['name', 42, '2.18', 'updateCampaign'],
      ['type', 1, '2.19', 'createCampaign'],
      ['type', { name: 'serp' }, '2.19', 'getCampaign'],
      ['keywords', 'a, b', '2.20', 'listCampaigns'],
      ['keywords', [{ text: 'a' }], '2.20', 'getCampaign'],
      ['keywords', { 0: 'a' }, '2.20', 'createCampaign'],
      ['keywords', ['a', 2], '2.20', 'updateCampaign'],
      ['frequency', 86400, '2.21', 'getCampaign'],
      ['frequency', { every: 'day' }, '2.21', 'listCampaigns'],
      ['settings', [], '2.22', 'getCampaign'],
      ['settings', '{"device":"desktop"}', '2.22', 'listCampaigns'],
      ['settings', { location: 2840 }, '2.22', 'createCampaign'],
      ['settings', { device: ['desktop'] }, '2.22', 'getCampaign'],
      ['settings', { search_engine: { name: 'google' } }, '2.22', 'listCampaigns'],
    ] as const
  ).map(([field, value, fact, operation]) => ({
    name: `${operation} shows the ${field} of a campaign as ${JSON.stringify(value)}`,
    facts: [fact, ...(operation === 'getCampaign' ? ['2.23'] : [])],
    mutation: changed(
      by(operation),
      succeeded,
      campaigns((campaign) => {
        campaign[field] = value
      }),
    ),
  })),
]

// biome-ignore lint/suspicious/noExplicitAny: as in Answer
function named(name: unknown): (campaign: any) => unknown {
  return (campaign) => ({ ...campaign, name })
}

/** Other values than were accepted. What an absent field means is not stated. */
const kept: Fault[] = [
  {
    name: 'The name of a campaign is cut after 12 characters when it is stored',
    facts: ['2.23'],
    mutation: stored((fields) => {
      fields.name = fields.name.slice(0, 12)
    }),
  },
  {
    name: 'The name of a campaign is shown in upper case',
    facts: ['2.23', '4.17'],
    mutation: changed(
      showsCampaign,
      campaigns((campaign) => {
        campaign.name = campaign.name.toUpperCase()
      }),
    ),
  },
  {
    name: 'GET shows the name of a campaign with another text behind it',
    facts: ['2.23', '4.17'],
    mutation: changed(
      by('getCampaign'),
      succeeded,
      campaigns((campaign) => {
        campaign.name = `${campaign.name} (1)`
      }),
    ),
  },
  {
    name: 'The last keyword of a campaign is lost',
    facts: ['2.23'],
    mutation: stored((fields) => {
      fields.keywords = fields.keywords.slice(0, -1)
    }),
  },
  {
    name: 'A created campaign has a keyword more than was sent',
    facts: ['2.23'],
    mutation: stored((fields) => {
      fields.keywords = [...fields.keywords, 'example']
    }),
  },
  {
    name: 'The keywords of a campaign are joined to one',
    facts: ['2.23'],
    mutation: stored((fields) => {
      fields.keywords = [fields.keywords.join(', ')]
    }),
  },
  {
    name: 'GET shows no keywords for any campaign, [] instead',
    facts: ['2.23'],
    mutation: changed(
      by('getCampaign'),
      succeeded,
      campaigns((campaign) => {
        campaign.keywords = []
      }),
    ),
  },
  {
    name: 'The type serp is shown as SERP',
    facts: ['2.23'],
    mutation: changed(
      showsCampaign,
      campaigns((campaign) => {
        campaign.type = String(campaign.type).toUpperCase()
      }),
    ),
  },
  {
    name: 'The frequency of each campaign is shown as weekly',
    facts: ['2.23'],
    mutation: changed(
      showsCampaign,
      campaigns((campaign) => {
        campaign.frequency = 'weekly'
      }),
    ),
  },
  {
    name: 'Location and search engine of the settings are exchanged',
    facts: ['2.23', '2.12', '2.13', '2.15'],
    mutation: stored(({ settings }) => {
      if (!settings) return
      const { location, search_engine } = settings
      Object.assign(settings, { location: search_engine, search_engine: location })
    }),
  },
  {
    name: 'A second campaign gets the id of the first',
    facts: ['2.16', '2.23', '4.15', '4.16', '4.14'],
    mutation: handled('createCampaign', ({ memory, service }, next) => {
      const answer = next()
      const { id } = answer.body.data
      const first = (memory.get('first') as string) ?? id
      memory.set('first', first)
      const created = service.campaigns.get(id)
      if (created && id !== first) {
        service.campaigns.delete(id)
        service.campaigns.set(first, { ...created, id: first })
      }
      answer.body.data.id = first
      return answer
    }),
  },
  {
    name: 'Each second GET of a campaign shows it as it was created',
    facts: ['4.17', '2.23'],
    mutation: {
      handle: (exchange, next) => {
        const answer = next()
        const { operation, memory, service, tally } = exchange
        if (operation === 'createCampaign') memory.set(answer.body.data.id, answer.body.data)
        if (operation !== 'getCampaign' || tally('gets') % 2 !== 0) return answer
        return service.success(memory.get(exchange.id as string) ?? answer.body.data)
      },
    },
  },
]

const lists: Fault[] = [
  {
    name: 'GET /campaigns answers one campaign instead of a list',
    facts: ['4.13'],
    mutation: changed(
      by('listCampaigns'),
      succeeded,
      data(([first]) => first ?? {}),
    ),
  },
  {
    name: 'GET /campaigns answers how many campaigns there are',
    facts: ['4.13'],
    mutation: changed(
      by('listCampaigns'),
      succeeded,
      data((list) => ({ count: list.length })),
    ),
  },
  {
    name: 'GET /campaigns is empty for an account that had none before the campaign was created',
    facts: ['4.14', '4.13', '1.4'],
    mutation: {
      settings: { seeded: 0 },
      ...changed(
        by('listCampaigns'),
        succeeded,
        data(() => []),
      ),
    },
  },
  {
    name: 'GET /campaigns is always empty',
    facts: ['4.14', '4.13', '1.4'],
    mutation: changed(
      by('listCampaigns'),
      succeeded,
      data(() => []),
    ),
  },
  {
    name: 'GET /campaigns lacks what was created, and says that it is complete',
    facts: ['4.14', '4.13'],
    mutation: changed(by('listCampaigns'), succeeded, (answer) => {
      const items = answer.body.data.slice(0, 3)
      answer.body.data = { items, total: items.length, page: 1, pages: 1, has_more: false }
    }),
  },
  {
    name: 'GET /campaigns lists created campaigns under another id',
    facts: ['4.14', '2.16', '4.13'],
    mutation: changed(
      by('listCampaigns'),
      succeeded,
      campaigns((campaign) => {
        campaign.id = campaign.id.replace('cmp_', 'list_')
      }),
    ),
  },
  {
    name: 'GET /campaigns shows the old name of an updated campaign',
    facts: ['4.17', '4.14', '4.13', '2.23'],
    mutation: {
      handle: (exchange, next) => {
        const { operation, service, id, memory, key } = exchange
        const before = id && operation === 'updateCampaign' && service.campaigns.get(id)
        if (before) memory.set(before.id, before.fields.name)
        if (operation !== 'listCampaigns') return next()
        return service.success(
          service.campaignsOf(key?.account ?? '').map((campaign) => ({
            ...shown(campaign),
            name: memory.get(campaign.id) ?? campaign.fields.name,
          })),
        )
      },
    },
  },
]

export const CAMPAIGN_FAULTS: Fault[] = [
  ...acceptance,
  ...returned,
  ...kept,
  ...lists,
  {
    name: 'Every fifth answer that shows a campaign has a number for its id',
    facts: ['2.16'],
    mutation: changed(
      showsCampaigns,
      every(5),
      campaigns((campaign) => {
        campaign.id = 12345
      }),
    ),
  },
  {
    name: 'The second campaign that is shown alone has a number for a name and a string for keywords',
    facts: ['2.18', '2.20', '2.23'],
    mutation: {
      settings: { seeded: 0 },
      ...changed(
        showsCampaign,
        nth(2),
        campaigns((campaign) => Object.assign(campaign, { name: 7, keywords: 'none' })),
      ),
    },
  },
]

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
import type { Fault } from './fault.ts'

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

export const CAMPAIGN_FAULTS: Fault[] = [
  ...returned,
  ...kept,
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

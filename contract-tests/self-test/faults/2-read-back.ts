import {
  by,
  campaigns,
  changed,
  data,
  handled,
  showsCampaigns,
  stored,
  succeeded,
} from '../mutations.ts'
import { accepted, shown } from '../operations.ts'
import type { Fault } from './fault.ts'

/**
 * A read does not return the values that were sent (§2: the fields accepted on create are returned). One fault of each kind;
 * `strangers/bugs/` has the rest, in five styles.
 */
const sent: Fault[] = [
  ...(
    [
      ['names are cut at 64 characters', ({ name }) => ({ name: name.slice(0, 64) })],
      ['names are cut at 255 characters', ({ name }) => ({ name: name.slice(0, 255) })],
      [
        'the markup of names is escaped',
        ({ name }) => ({ name: name.replaceAll('<', '&lt;').replaceAll('>', '&gt;') }),
      ],
      [
        'signs outside of the basic plane become question marks',
        ({ name }) => ({ name: name.replace(/[\u{10000}-\u{10ffff}]/gu, '??') }),
      ],
      ['+ becomes a space', ({ name }) => ({ name: name.replaceAll('+', ' ') })],
      ['keywords are sorted', ({ keywords }) => ({ keywords: keywords.toSorted() })],
      ['keywords are reversed', ({ keywords }) => ({ keywords: keywords.toReversed() })],
      [
        'keywords are in lower case',
        ({ keywords }) => ({ keywords: keywords.map((each) => each.toLowerCase()) }),
      ],
      [
        'keywords are split at commas',
        ({ keywords }) => ({ keywords: keywords.flatMap((each) => each.split(', ')) }),
      ],
      [
        'keywords after the tenth are lost',
        ({ keywords }) => ({ keywords: keywords.slice(0, 10) }),
      ],
      [
        'keywords are cut at 80 characters',
        ({ keywords }) => ({ keywords: keywords.map((each) => each.slice(0, 80)) }),
      ],
      ['frequency is always weekly', () => ({ frequency: 'weekly' })],
      ['settings are lost', () => ({ settings: undefined })],
      [
        'settings lose their device',
        ({ settings }) => ({ settings: settings && { ...settings, device: undefined } }),
      ],
    ] satisfies [string, (fields: Fields) => Partial<Fields>][]
  ).map(([does, change]) => ({
    name: `When a campaign is created, ${does}`,
    facts: ['2.23'],
    mutation: stored((fields) => Object.assign(fields, change(fields as Fields))),
  })),
  ...['name', 'type', 'keywords', 'frequency', 'settings'].map((field) => ({
    name: `GET shows campaigns without ${field}`,
    facts: ['2.23', '4.17'],
    mutation: changed(
      by('getCampaign'),
      succeeded,
      campaigns((campaign) => {
        delete campaign[field]
      }),
    ),
  })),
  {
    name: 'GET shows the id and the name of a campaign alone',
    facts: ['2.23'],
    mutation: changed(
      by('getCampaign'),
      succeeded,
      data(({ id, name }) => ({ id, name })),
    ),
  },
  {
    name: 'Keywords come in another order wherever a campaign is shown',
    facts: ['2.23'],
    mutation: changed(
      showsCampaigns,
      campaigns((campaign) => {
        campaign.keywords = campaign.keywords.toSorted().toReversed()
      }),
    ),
  },
]

interface Fields {
  name: string
  keywords: string[]
  frequency: string
  settings: Record<string, string | undefined> | undefined
}

/** Updates that are not carried out, or more than that. */
const updated: Fault[] = [
  ...['frequency', 'settings', 'keywords'].map((field) => ({
    name: `An update ignores ${field}`,
    facts: ['4.17', '2.23'],
    mutation: handled('updateCampaign', (exchange, next) => {
      const { [field]: _, ...rest } = exchange.input
      exchange.input = rest
      return next()
    }),
  })),
  {
    name: 'The second update of a campaign is lost',
    facts: ['4.17', '2.23'],
    mutation: handled('updateCampaign', (exchange, next) => {
      const { id, tally, service } = exchange
      const found = service.campaigns.get(id as string)
      if (tally(`updates of ${id}`) < 2 || !found) return next()
      return service.success({ ...shown(found), ...accepted(exchange.input) })
    }),
  },
  {
    name: 'An update that leaves the name as it is changes nothing',
    facts: ['4.17', '2.23'],
    mutation: handled('updateCampaign', (exchange, next) => {
      const found = exchange.service.campaigns.get(exchange.id as string)
      if (found && exchange.input.name === found.fields.name) exchange.input = {}
      return next()
    }),
  },
  {
    name: 'A refused update is carried out as far as it is valid',
    facts: ['7.8', '4.17', '2.23'],
    mutation: {
      validate: ({ operation, service, id, input }, next) => {
        try {
          next()
        } catch (failure) {
          const found = service.campaigns.get(id as string)
          const name = input?.name
          if (operation === 'updateCampaign' && found && typeof name === 'string') {
            found.fields = { ...found.fields, name }
          }
          throw failure
        }
      },
    },
  },
]

/** Deletes and lists that disagree with what happened. */
const listed: Fault[] = [
  {
    name: 'A deleted campaign stays in the list',
    facts: ['4.18', '4.14'],
    mutation: {
      handle: (exchange, next) => {
        const { operation, service, id, memory, key } = exchange
        const ghosts = (memory.get('ghosts') ?? []) as { id: string; account: string }[]
        const deleted = operation === 'deleteCampaign' && service.campaigns.get(id as string)
        const answer = next()
        if (deleted) memory.set('ghosts', [...ghosts, deleted])
        if (operation === 'listCampaigns') {
          const own = ghosts.filter(({ account }) => account === key?.account)
          answer.body.data.push(...own.map((each) => shown(each as never)))
        }
        return answer
      },
    },
  },
  {
    name: 'The previous campaign is deleted in place of the one that was named',
    facts: ['4.18', '4.14', '4.16'],
    mutation: handled('deleteCampaign', (exchange, next) => {
      const ids = exchange.service.campaignsOf(exchange.key?.account ?? '').map(({ id }) => id)
      const at = ids.indexOf(exchange.id as string)
      exchange.id = ids[Math.max(0, at - 1)] ?? ''
      return next()
    }),
  },
]

export const READ_BACK_FAULTS: Fault[] = [...sent, ...updated, ...listed]

import { idIn } from '../journey/traveller.ts'
import { nodeAt } from '../support/documents.ts'
import type { Exchange } from '../support/exchange.ts'
import { campaignOf, campaignsOf, isObject, type Json, succeeded } from '../support/reading.ts'
import { FEWEST, type Learned, nothing, ONCE } from './lesson.ts'
import type { Seen } from './seen.ts'

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

/** Alphabets of ids, the smallest first. */
const ALPHABETS = [
  '0123456789',
  '0123456789abcdef',
  '0123456789ABCDEF',
  '0123456789abcdefghijklmnopqrstuvwxyz',
  '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ',
  '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz',
  '-0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ_abcdefghijklmnopqrstuvwxyz',
]

/** The form of the ids of new campaigns: §2 shows no more than a short prefix plus characters, as an example. */
export function learnIdentifiers({ evidence, document }: Seen): Learned {
  const known = nodeAt(document, '#/components/schemas/Campaign/properties/id')
  const assumed = isObject(known) && isObject(known['x-id']) ? known['x-id'] : undefined
  const created = evidence
    .of('main')
    .filter((each) => each.operation === 'createCampaign' && succeeded(each))
  const samples = created.flatMap((exchange): { id: string; exchange: Exchange }[] => {
    const id = idIn(campaignOf(exchange))
    return id === undefined ? [] : [{ id, exchange }]
  })
  const ids = samples.map(({ id }) => id)
  const form = formOf(ids, idsOfLists(evidence.exchanges))
  if (ids.length === 0 || !assumed || isWithin(ids, assumed)) return nothing()
  const what = 'the form of campaign ids'
  if (ids.length < FEWEST) return { lessons: [], notLearned: [{ what, why: ONCE }] }
  if (!form) {
    return { lessons: [], notLearned: [{ what, why: `samples disagree: ${ids.join(', ')}` }] }
  }
  const target = '$.components.schemas.Campaign.properties.id'
  return {
    lessons: [
      {
        open: '§2 shows no more of the form of a campaign id than a short prefix plus characters.',
        seen: `ids of new campaigns have the form ${describe(form)}`,
        changes: [
          { target: `${target}['x-id']`, remove: true },
          { target, update: { 'x-id': form } },
        ],
        samples: samples.map(({ exchange }) => exchange),
        of: ids.length,
      },
    ],
    notLearned: [],
  }
}

/** Ids of campaigns that were there before: more to tell the alphabet by. */
function idsOfLists(exchanges: Exchange[]): string[] {
  return exchanges
    .filter((each) => each.operation === 'listCampaigns' && succeeded(each))
    .flatMap((each) => (campaignsOf(each) ?? []).flatMap((row) => idIn(row) ?? []))
}

function formOf(ids: string[], others: string[]): Json | undefined {
  if (ids.length > 0 && ids.every((id) => UUID.test(id))) return { format: 'uuid' }
  const [first = ''] = ids
  if (ids.some((id) => id.length !== first.length)) return undefined
  const prefix = /^[A-Za-z]+[_:-]/.exec(first)?.[0] ?? ''
  if (ids.some((id) => !id.startsWith(prefix))) return undefined
  const alike = others.filter((id) => id.length === first.length && id.startsWith(prefix))
  const letters = [...new Set([...ids, ...alike].flatMap((id) => [...id.slice(prefix.length)]))]
  const usual = letters.filter((letter) => /[\w-]/.test(letter))
  const special = letters.filter((letter) => !usual.includes(letter))
  const alphabet = ALPHABETS.find((each) =>
    usual.every((letter) => each.includes(letter)),
  ) as string
  return {
    prefix,
    characters: alphabet + special.sort().join(''),
    length: [...first].length - prefix.length,
  }
}

function isWithin(ids: string[], { prefix, characters, length, format }: Json): boolean {
  if (format === 'uuid') return ids.every((id) => UUID.test(id))
  const begin = String(prefix ?? '')
  return ids.every((id) => {
    const rest = [...id.slice(begin.length)]
    const isLong = rest.length === length && id.startsWith(begin)
    return isLong && rest.every((letter) => String(characters).includes(letter))
  })
}

function describe({ format, prefix, length, characters }: Json): string {
  if (format !== undefined) return String(format)
  const letters = String(characters)
  const shown = letters.length > 20 ? `${letters.slice(0, 20)}…` : letters
  return `${JSON.stringify(prefix)} and ${length} of ${shown}`
}

import type { Exchange } from '../http/exchange.ts'
import { campaignOf, campaignsOf, idIn, isObject, type Json, succeeded } from '../http/reading.ts'
import { nodeAt } from '../specification/documents.ts'
import { FEWEST, type Learned, unlearned } from './lesson.ts'
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

/** The form of the ids of new campaigns: §2 shows a short prefix and characters, as an example. */
export function learnIdentifiers({ evidence, document }: Seen): Learned {
  const known = nodeAt(document, '#/components/schemas/Campaign/properties/id')
  const assumed = isObject(known) && isObject(known['x-id']) ? known['x-id'] : undefined
  const samples = evidence
    .of('main')
    .filter((each) => each.operation === 'createCampaign' && succeeded(each))
    .filter((each) => idIn(campaignOf(each)) !== undefined)
  const ids = samples.map((each) => idIn(campaignOf(each)) as string)
  const form = formOf(ids, idsOfLists(evidence.exchanges))
  if (ids.length === 0 || !assumed || isWithin(ids, assumed)) return []
  const what = 'the format of campaign ids'
  if (ids.length < FEWEST) return unlearned(what)
  if (!form) return unlearned(what, `the samples differ: ${ids.join(', ')}`)
  const target = '$.components.schemas.Campaign.properties.id'
  return [
    {
      open: '§2 defines a campaign id only as a short prefix plus characters.',
      seen: `ids of new campaigns have the form ${describe(form)}`,
      changes: [
        { target: `${target}['x-id']`, remove: true },
        { target, update: { 'x-id': form } },
      ],
      samples,
    },
  ]
}

/** Ids of earlier campaigns, which show more of the alphabet. */
function idsOfLists(exchanges: Exchange[]): string[] {
  return exchanges
    .filter((each) => each.operation === 'listCampaigns' && succeeded(each))
    .flatMap((each) => (campaignsOf(each) ?? []).flatMap((row) => idIn(row) ?? []))
}

/** The form that all ids have, as `x-id` of the document; undefined if they have none in common. */
export function formOf(ids: string[], others: string[] = []): Json | undefined {
  if (ids.length > 0 && ids.every((id) => UUID.test(id))) return { format: 'uuid' }
  const [first = ''] = ids
  if (ids.some((id) => id.length !== first.length)) return undefined
  const prefix = /^[A-Za-z]+[_:-]/.exec(first)?.[0] ?? ''
  if (ids.some((id) => !id.startsWith(prefix))) return undefined
  const alike = others.filter((id) => id.length === first.length && id.startsWith(prefix))
  const letters = [...new Set([...ids, ...alike].flatMap((id) => [...id.slice(prefix.length)]))]
  const usual = letters.filter((letter) => /[\w-]/.test(letter))
  const special = letters.filter((letter) => !usual.includes(letter))
  const alphabet = ALPHABETS.find((each) => usual.every((letter) => each.includes(letter)))
  const characters = alphabet + special.sort().join('')
  return { prefix, characters, length: [...first].length - prefix.length }
}

/** Whether all ids have a form. */
export function isWithin(ids: string[], { prefix, characters, length, format }: Json): boolean {
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

import { CHOICES, type Choice } from '../evidence/steps.ts'
import type { Exchange } from '../http/exchange.ts'
import {
  bodyOf,
  campaignOf,
  campaignsOf,
  idIn,
  isObject,
  type Json,
  refused,
  succeeded,
} from '../http/reading.ts'
import { LONG } from '../journey/probes.ts'
import { nodeAt } from '../specification/documents.ts'
import { FEWEST, type Learned, type Lesson, type Seen, unlearned } from './lesson.ts'
import { whyUntried } from './lessons.ts'

const OPEN = '§2 shows the inputs, and neither their values nor their bounds.'
const INPUT = '$.components.schemas.CampaignInput'

/** The values that the members of a campaign may have, as far as a run tries them. */
export function learnValues(seen: Seen): Learned {
  return [...CHOICES.flatMap((name) => learnChoices(seen, name)), ...learnLength(seen)]
}

/** Values of a member: those that were accepted, or those that a refusal lists. */
function learnChoices(seen: Seen, name: Choice): Learned {
  const tried = seen.evidence.tried(`value of ${name}`)
  const exchange = tried.find(succeeded) ?? tried[0]
  const what = `the values of ${name}`
  if (!exchange) return unlearned(what, whyUntried(seen))
  if (succeeded(exchange)) {
    const why = 'an update accepted an unknown one, and no create was tried'
    return unlearned(`${what} that a create accepts`, why)
  }
  const [unknown] = valuesIn(exchange.requestBody, name)
  const accepted = acceptedValues(seen, name)
  if (accepted.length === 0) return unlearned(what, 'no value was accepted')
  if (unknown !== undefined && accepted.includes(unknown)) {
    return unlearned(what, `${unknown} is accepted as well as refused`)
  }
  const listed = listedValues(exchange, accepted)
  const values = [...new Set([...accepted, ...listed])].sort()
  const isSetting = name === 'device' || name === 'search_engine'
  const schema = isSetting ? '$.components.schemas.CampaignSettings' : INPUT
  const known = nodeAt(
    seen.document,
    `#/components/schemas/${schema.split('.').at(-1)}/properties/${name}/enum`,
  )
  if (JSON.stringify(known) === JSON.stringify(values)) return []
  const target = `${schema}.properties['${name}']`
  const lesson: Lesson = {
    open: OPEN,
    seen: `${name} is one of ${values.join(', ')}; ${unknown} is refused`,
    changes: [
      ...(known === undefined ? [] : [{ target: `${target}.enum`, remove: true as const }]),
      { target, update: { enum: values } },
    ],
    samples: [exchange, ...seen.successes('createCampaign')],
  }
  if (listed.length > 0) return [lesson]
  return [lesson, ...unlearned(`other values of ${name}`, 'the refusal lists no values')]
}

function acceptedValues(seen: Seen, name: string): string[] {
  const sent = ['createCampaign', 'updateCampaign']
    .flatMap((operation) => seen.successes(operation))
    .flatMap(({ requestBody }) => valuesIn(requestBody, name))
  const shown = seen
    .successes('listCampaigns')
    .flatMap(({ response }) => valuesIn(response?.text, name))
  return [...new Set([...sent, ...shown])]
}

function valuesIn(text: string | undefined, name: string): string[] {
  const pattern = new RegExp(`"${name}"\\s*:\\s*"([^"\\\\]{1,40})"`, 'g')
  return [...(text ?? '').matchAll(pattern)].map(([, value]) => value as string)
}

/** The values that a refusal lists: words in a row, of which one was accepted. */
function listedValues(exchange: Exchange, accepted: string[]): string[] {
  const error = bodyOf(exchange)?.error
  const lists = [...stringsIn(error).flatMap(wordLists), ...arraysIn(error)]
  return lists.find((list) => list.some((word) => accepted.includes(word))) ?? []
}

function stringsIn(value: unknown): string[] {
  if (typeof value === 'string') return [value]
  if (Array.isArray(value)) return value.flatMap(stringsIn)
  return isObject(value) ? Object.values(value).flatMap(stringsIn) : []
}

function arraysIn(value: unknown): string[][] {
  if (Array.isArray(value)) {
    const isWords = value.every((each) => typeof each === 'string' && /^[\w-]{1,40}$/.test(each))
    return isWords ? [value as string[]] : value.flatMap(arraysIn)
  }
  return isObject(value) ? Object.values(value).flatMap(arraysIn) : []
}

/** `serp, chat or both`, with or without quotes and brackets. */
function wordLists(text: string): string[][] {
  const word = `["'\`]?[\\w-]{1,40}["'\`]?`
  const pattern = new RegExp(`${word}(?:\\s*(?:,|\\||/|,?\\s+or|,?\\s+and)\\s*${word})+`, 'g')
  return [...text.matchAll(pattern)].map(([list]) =>
    list
      .split(/\s*(?:,|\||\/|\s+or\s+|\s+and\s+)\s*/)
      .map((each) => each.replace(/^or\s+|["'`]/g, '')),
  )
}

/** The longest name: the longest that was accepted, if one character more was refused. */
function learnLength(seen: Seen): Learned {
  const what = 'the longest name'
  const tried = seen.evidence.situations.flatMap(([situation, exchange]) => {
    const [, length] = /^name of (\d+)$/.exec(situation) ?? []
    return length ? [{ length: Number(length), exchange }] : []
  })
  if (tried.length === 0) return unlearned(what, whyUntried(seen))
  const [fits, refusals] = [
    tried.filter(({ exchange }) => succeeded(exchange)).map(({ length }) => length),
    tried.filter(({ exchange }) => refused(exchange)).map(({ length }) => length),
  ]
  const most = Math.max(0, ...fits)
  const least = Math.min(Number.POSITIVE_INFINITY, ...refusals)
  const known = nodeAt(
    seen.document,
    '#/components/schemas/CampaignInput/properties/name/maxLength',
  )
  const isUnlimited = refusals.length === 0 && most >= Math.max(...LONG)
  if (!isUnlimited && refusals.length === 0) return unlearned(what, whyUntried(seen))
  if (!isUnlimited && least !== most + 1) {
    const why = `names of ${most} are accepted and names of ${least} refused; the limit is between`
    return unlearned(what, why)
  }
  const maxLength = isUnlimited ? 100_000 : most
  if (known === maxLength) return []
  const target = `${INPUT}.properties.name`
  return [
    {
      open: OPEN,
      seen: isUnlimited
        ? `a name of ${most} characters is accepted`
        : `a name has at most ${most} characters`,
      changes: [{ target, update: { maxLength } }],
      samples: tried.map(({ exchange }) => exchange),
    },
  ]
}

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

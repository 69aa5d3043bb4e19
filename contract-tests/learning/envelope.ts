import type { Exchange } from '../http/exchange.ts'
import { bodyOf, isObject, type Json } from '../http/reading.ts'
import { type Context, noteSeldom, within } from './context.ts'
import { differences } from './describe.ts'
import { infer } from './infer.ts'
import { FEWEST, type Learned, type Lesson, type Seen } from './lesson.ts'
import { newSchema, scalarSchema } from './new-schema.ts'

/** The members that all envelopes have next to `data`. */
export interface EnvelopeMembers {
  learned: Learned
  /** Names that every success has, so that no operation has them of its own. */
  members: Set<string>
  /** Whether any success has a message. */
  hasMessages: boolean
}

/** Operations whose successes have a message in the sandbox. */
export const WITH_MESSAGE = [
  'createCampaign',
  'updateCampaign',
  'deleteCampaign',
  'login',
  'logout',
]

const SUCCESS = '$.components.schemas.Success'
const META = '$.components.schemas.Meta'
const OPEN = '§4 makes meta and message optional, and defines no other member of the envelope.'

type Found = Pick<Lesson, 'seen' | 'changes'>

/** Learns the members of every success, of meta, and of every failure next to its error. */
export function learnEnvelope(seen: Seen, shared: Context): EnvelopeMembers {
  const exchanges = seen.envelopes()
  const bodies = exchanges.map(bodyOf).filter(isObject)
  if (bodies.length < FEWEST) return { learned: [], members: new Set(), hasMessages: false }
  const seldom = noteSeldom('the envelope')
  const context = { ...shared, onSeldom: seldom.onSeldom }
  const known = context.reader.flatten({ $ref: '#/components/schemas/Success' })
  const lacking = ['meta', 'message']
    .filter((name) => known.properties[name] !== false)
    .filter((name) => bodies.every((body) => body[name] === undefined))
    .filter((name) => name !== 'message' || mayHaveMessage(exchanges))
  const extras = Object.keys(bodies[0] ?? {})
    .filter((name) => known.properties[name] === undefined)
    .filter((name) => bodies.every((body) => Object.hasOwn(body, name)))
  const found: Found[] = [
    ...lacking.map((name) => ({
      seen: `a successful response has no ${name}`,
      changes: [{ target: SUCCESS, update: { properties: { [name]: false } } }],
    })),
    ...['meta', 'message'].flatMap((name) => nulls(name, bodies, context)),
    ...messages(bodies, context),
    ...extraMembers(extras, bodies, context),
    ...learnMeta(bodies, context),
  ]
  const lessons = [
    ...found.map((each) => ({ open: OPEN, samples: exchanges, ...each })),
    ...learnPagination(exchanges, context),
  ]
  return {
    learned: [...lessons, ...seldom.notLearned(), ...learnFailures(seen.refusals(), shared)],
    members: new Set(extras),
    hasMessages: bodies.some((body) => typeof body.message === 'string'),
  }
}

/** Whether enough of the successes are of operations that may have a message: reads have none. */
function mayHaveMessage(exchanges: Exchange[]): boolean {
  const seen = exchanges.filter(({ operation = '' }) => WITH_MESSAGE.includes(operation))
  return seen.length >= FEWEST
}

/** A member that is null, always or where it has no value. */
function nulls(name: string, bodies: Json[], { reader }: Context): Found[] {
  if (!bodies.some((body) => body[name] === null)) return []
  if (!bodies.every((body) => Object.hasOwn(body, name))) return []
  const isAlways = bodies.every((body) => body[name] === null)
  const flat = reader.flatten({ $ref: '#/components/schemas/Success' })
  const own = flat.properties[name]
  const types = isObject(own) ? reader.flatten(own).types : []
  if (types.includes('null') && flat.required.has(name)) return []
  if (!isAlways && name === 'meta') return []
  const schema = isAlways ? { type: 'null', const: null } : { type: ['string', 'null'] }
  return [
    {
      seen: `${name} of a success is null${isAlways ? '' : ' where it has no value'}`,
      changes: [
        { target: `${SUCCESS}.properties.${name}`, remove: true },
        { target: SUCCESS, update: { required: [name], properties: { [name]: schema } } },
      ],
    },
  ]
}

/** A message of every success. */
function messages(bodies: Json[], { reader, isPrivate }: Context): Found[] {
  const texts = bodies.map(({ message }) => message)
  const flat = reader.flatten({ $ref: '#/components/schemas/Success' })
  if (flat.required.has('message') || !texts.every((text) => typeof text === 'string')) return []
  const { examples } = scalarSchema(texts, isPrivate)
  const schema = { type: 'string', examples: examples ?? ['OK'] }
  return [
    {
      seen: 'every success has a message',
      changes: [
        { target: `${SUCCESS}.properties.message`, remove: true },
        { target: SUCCESS, update: { required: ['message'], properties: { message: schema } } },
      ],
    },
  ]
}

function extraMembers(extras: string[], bodies: Json[], context: Context): Found[] {
  if (extras.length === 0) return []
  const properties = Object.fromEntries(extras.map((name) => [name, added(name, bodies, context)]))
  return [
    {
      seen: `a successful response also has ${extras.join(', ')}`,
      changes: [{ target: SUCCESS, update: { required: extras, properties } }],
    },
  ]
}

/** A member that the document does not know; the id of a request comes from the request. */
function added(name: string, objects: Json[], context: Context): Json {
  const values = objects.filter((each) => Object.hasOwn(each, name)).map((each) => each[name])
  const schema = newSchema(values, within(context, name))
  const isRequestId = /^(request|trace|correlation)_?id$/i.test(name) && schema.type === 'string'
  return isRequestId ? { type: 'string', 'x-from': '/request_id' } : schema
}

function learnMeta(bodies: Json[], context: Context): Found[] {
  const metas = bodies.map(({ meta }) => meta).filter(isObject)
  if (metas.length < FEWEST) return []
  const known = { $ref: '#/components/schemas/Meta' }
  const flat = context.reader.flatten(known)
  const seldom: string[][] = []
  const inferred = infer(metas, known, { ...context, onSeldom: (path) => seldom.push(path) })
  if (inferred === known) return []
  const { properties, required } = inferred as { properties: Json; required: string[] }
  // Members of some operations only, such as paging, are learned with these.
  const shared = Object.entries(properties)
    .filter(([name, schema]) => JSON.stringify(schema) !== JSON.stringify(flat.properties[name]))
    .filter(([name]) => metas.every((meta) => Object.hasOwn(meta, name)))
  if (shared.length === 0) return []
  const names = shared.map(([name]) => name)
  for (const path of seldom.filter(([name = '']) => names.includes(name))) {
    context.onSeldom?.(['meta', ...path])
  }
  const inMeta = within(context, 'meta')
  const own = shared.map(([name, schema]) => {
    return [name, flat.properties[name] === undefined ? added(name, metas, inMeta) : schema]
  })
  const update = {
    properties: Object.fromEntries(own),
    required: required.filter((name) => names.includes(name) && !flat.required.has(name)),
  }
  const removals = names
    .filter((name) => flat.properties[name] !== undefined)
    .map((name) => ({ target: `${META}.properties['${name}']`, remove: true as const }))
  return [
    {
      seen: `meta differs in ${names.join(', ')}`,
      changes: [...removals, { target: META, update }],
    },
  ]
}

/** Lists whose `meta.pagination` has other members than we assume: each list then has a schema of its own. */
function learnPagination(exchanges: Exchange[], { reader }: Context): Lesson[] {
  const known = { $ref: '#/components/schemas/Pagination' }
  const samples = exchanges.filter((exchange) => {
    const meta = bodyOf(exchange)?.meta
    const pagination = isObject(meta) ? meta.pagination : undefined
    return isObject(pagination) && !reader.allows(known, pagination)
  })
  if (samples.length < FEWEST) return []
  return [
    {
      open: '§4 recommends pagination but does not define it.',
      seen: 'meta.pagination has different members in each list',
      changes: [
        { target: `${META}.properties.pagination`, remove: true },
        { target: `${META}.properties`, update: { pagination: { type: 'object' } } },
      ],
      samples,
    },
  ]
}

function learnFailures(samples: Exchange[], shared: Context): Learned {
  const seldom = noteSeldom('a failure')
  const context = { ...shared, onSeldom: seldom.onSeldom }
  const bodies = samples.map(bodyOf).filter(isObject)
  if (bodies.length < FEWEST) return []
  const known = { $ref: '#/components/schemas/Failure' }
  const flat = context.reader.flatten(known)
  const inferred = infer(bodies, known, context)
  const isMetaGone = flat.properties.meta !== false && bodies.every(({ meta }) => !isObject(meta))
  if (inferred === known && !isMetaGone) return seldom.notLearned()
  const base: Json =
    inferred === known
      ? { type: 'object', required: [...flat.required], properties: flat.properties }
      : inferred
  const properties = Object.entries(base.properties as Json).map(([name, schema]) => {
    if (name === 'meta' && isMetaGone) return [name, false]
    return [name, flat.properties[name] === undefined ? added(name, bodies, context) : schema]
  })
  const schema = {
    description: 'The envelope of a failure.',
    ...base,
    properties: Object.fromEntries(properties),
  }
  const lesson: Lesson = {
    open: '§7 defines only success and error of a failure.',
    seen: `a failure ${differences(known, schema, context.reader)}`,
    changes: [
      { target: '$.components.schemas.Failure', remove: true },
      { target: '$.components.schemas', update: { Failure: schema } },
    ],
    samples,
  }
  return [lesson, ...seldom.notLearned()]
}

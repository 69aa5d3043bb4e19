import type { Exchange } from '../support/exchange.ts'
import { bodyOf, isObject, type Json } from '../support/reading.ts'
import { type Context, noteSeldom, within } from './context.ts'
import { differences } from './describe.ts'
import { infer } from './infer.ts'
import { FEWEST, type Learned, type Lesson, nothing, together } from './lesson.ts'
import { made } from './made.ts'
import type { Seen } from './seen.ts'

/** What all envelopes have beside `data`. */
export interface EnvelopeMembers {
  learned: Learned
  /** Names that every success has, so that no operation has them of its own. */
  members: Set<string>
}

const SUCCESS = '$.components.schemas.Success'
const OPEN = '§4 makes meta and message optional, and shows no other member of the envelope.'

/** What every success has or lacks, meta and its members, and what every failure has beside its error. */
export function learnEnvelope(seen: Seen, shared: Context): EnvelopeMembers {
  const seldom = noteSeldom('the envelope')
  const context = { ...shared, onSeldom: seldom.onSeldom }
  const exchanges = seen.envelopes()
  const bodies = exchanges.map(bodyOf).filter(isObject)
  if (bodies.length < FEWEST) return { learned: nothing(), members: new Set() }
  const lesson = (found: Pick<Lesson, 'seen' | 'changes'>): Lesson => ({
    open: OPEN,
    samples: exchanges,
    of: exchanges.length,
    ...found,
  })
  const known = context.reader.flatten({ $ref: '#/components/schemas/Success' })
  const lessons: Lesson[] = []
  for (const name of ['meta', 'message']) {
    const isAssumed = known.properties[name] !== false
    // Null stands for absent.
    if (isAssumed && bodies.every((body) => (body[name] ?? undefined) === undefined)) {
      const update = { properties: { [name]: false } }
      lessons.push(
        lesson({ seen: `a success has no ${name}`, changes: [{ target: SUCCESS, update }] }),
      )
    }
  }
  const [first = {}, ...others] = bodies
  const extras = Object.keys(first).filter(
    (name) =>
      known.properties[name] === undefined && others.every((body) => Object.hasOwn(body, name)),
  )
  if (extras.length > 0) {
    const properties = Object.fromEntries(
      extras.map((name) => [
        name,
        added(
          name,
          bodies.map((body) => body[name]),
          context,
        ),
      ]),
    )
    lessons.push(
      lesson({
        seen: `a success has ${extras.join(', ')} too`,
        changes: [{ target: SUCCESS, update: { required: extras, properties } }],
      }),
    )
  }
  const meta = learnMeta(bodies, context)
  if (meta) lessons.push(lesson(meta))
  const pagination = learnPagination(exchanges, context)
  if (pagination) lessons.push(pagination)
  const failures = learnFailures(seen.refusals(), shared)
  return {
    learned: together([{ lessons, notLearned: seldom.told() }, failures]),
    members: new Set(extras),
  }
}

/** A member that the document does not know; the id of a request comes from the request. */
function added(name: string, values: unknown[], context: Context): Json {
  const schema = made(values, within(context, name))
  const isRequestId = /^(request|trace|correlation)_?id$/i.test(name) && schema.type === 'string'
  if (!isRequestId) return schema
  return { type: 'string', 'x-from': '/request_id' }
}

const META = '$.components.schemas.Meta'

function learnMeta(bodies: Json[], context: Context): Pick<Lesson, 'seen' | 'changes'> | undefined {
  const metas = bodies.map(({ meta }) => meta).filter(isObject)
  if (metas.length < FEWEST) return undefined
  const known = { $ref: '#/components/schemas/Meta' }
  const flat = context.reader.flatten(known)
  const seldom: string[][] = []
  const inferred = infer(metas, known, { ...context, onSeldom: (path) => seldom.push(path) })
  if (inferred.same) return undefined
  const { properties, required } = inferred.schema as { properties: Json; required: string[] }
  const changed = Object.entries(properties).filter(
    ([name, schema]) => JSON.stringify(schema) !== JSON.stringify(flat.properties[name]),
  )
  // Members of some operations alone, such as paging, are learned with these.
  const shared = changed.filter(([name]) => metas.every((meta) => Object.hasOwn(meta, name)))
  if (shared.length === 0) return undefined
  const names = shared.map(([name]) => name)
  for (const path of seldom.filter(([name = '']) => names.includes(name))) {
    context.onSeldom?.(['meta', ...path])
  }
  const own = Object.fromEntries(
    shared.map(([name, schema]) => {
      const isNew = flat.properties[name] === undefined
      return [
        name,
        isNew
          ? added(
              name,
              metas.map((meta) => meta[name]),
              within(context, 'meta'),
            )
          : schema,
      ]
    }),
  )
  return {
    seen: `meta has ${names.join(', ')} of its own kind`,
    changes: [
      ...names
        .filter((name) => flat.properties[name] !== undefined)
        .map((name) => ({ target: `${META}.properties['${name}']`, remove: true as const })),
      {
        target: META,
        update: {
          properties: own,
          required: required.filter((name) => names.includes(name) && !flat.required.has(name)),
        },
      },
    ],
  }
}

/**
 * Lists that say otherwise of their page in `meta.pagination` than we assume: the member is no longer the same
 * for all, and each list has its own.
 */
function learnPagination(exchanges: Exchange[], { reader }: Context): Lesson | undefined {
  const known = { $ref: '#/components/schemas/Pagination' }
  const samples = exchanges.filter((exchange) => {
    const meta = bodyOf(exchange)?.meta
    const pagination = isObject(meta) ? meta.pagination : undefined
    return isObject(pagination) && !reader.allows(known, pagination)
  })
  if (samples.length < FEWEST) return undefined
  return {
    open: '§4 recommends pagination and shows nothing of it.',
    seen: 'meta.pagination of lists has other members, which each list has of its own',
    changes: [
      { target: `${META}.properties.pagination`, remove: true },
      { target: `${META}.properties`, update: { pagination: { type: 'object' } } },
    ],
    samples,
    of: samples.length,
  }
}

const FAILURE = 'Failure'

function learnFailures(exchanges: Exchange[], shared: Context): Learned {
  const seldom = noteSeldom('a failure')
  const context = { ...shared, onSeldom: seldom.onSeldom }
  const bodies = exchanges.map(bodyOf).filter(isObject)
  if (bodies.length < FEWEST) return nothing()
  const known = { $ref: `#/components/schemas/${FAILURE}` }
  const flat = context.reader.flatten(known)
  const inferred = infer(bodies, known, context)
  const isMetaGone = flat.properties.meta !== false && bodies.every(({ meta }) => !isObject(meta))
  if (inferred.same && !isMetaGone) return { lessons: [], notLearned: seldom.told() }
  const base = inferred.same
    ? { type: 'object', required: [...flat.required], properties: flat.properties }
    : inferred.schema
  const properties = Object.fromEntries(
    Object.entries(base.properties as Json).map(([name, schema]) => {
      if (name === 'meta' && isMetaGone) return [name, false]
      const values = bodies.flatMap((body) => (Object.hasOwn(body, name) ? [body[name]] : []))
      return [name, flat.properties[name] === undefined ? added(name, values, context) : schema]
    }),
  )
  const schema = { description: 'The envelope of a failure.', ...base, properties }
  const lessons: Lesson[] = [
    {
      open: '§7 shows success and error of a failure, and nothing beside them.',
      seen: `a failure ${differences(known, schema, context.reader)}`,
      changes: [
        { target: `$.components.schemas.${FAILURE}`, remove: true },
        { target: '$.components.schemas', update: { [FAILURE]: schema } },
      ],
      samples: exchanges,
      of: exchanges.length,
    },
  ]
  return { lessons, notLearned: seldom.told() }
}

import { isCsv } from '../http/csv.ts'
import type { Exchange } from '../http/exchange.ts'
import { bodyOf, isObject, type Json, rowsOf } from '../http/reading.ts'
import { nodeAt, type Operation, operationPointer, operations } from '../specification/documents.ts'
import { type Settled, settle } from './components.ts'
import { type Context, contextOf, isBelieved, noteSeldom, within } from './context.ts'
import { differences, shapeOf } from './describe.ts'
import { type EnvelopeMembers, learnEnvelope, WITH_MESSAGE } from './envelope.ts'
import { infer } from './infer.ts'
import { FEWEST, type Learned, learnAgreed, operationPath, type Seen, unlearned } from './lesson.ts'
import { newSchema } from './new-schema.ts'
import { markPaging } from './paging/members.ts'

const JSON_TYPE = 'application/json'

/** Status, media type and form of every success, and the common members of envelopes. */
export function learnAnswers(seen: Seen): Learned {
  const disagreed = new Map<string, string>()
  const context: Context = {
    ...contextOf(seen),
    onDisagreement: (member, kinds) => disagreed.set(member, kinds.join(', ')),
  }
  const envelope = learnEnvelope(seen, context)
  const settled = settle(seen, context)
  const forms = operations.flatMap((place) =>
    learnForm(seen, place, context, { envelope, settled }),
  )
  return [
    ...operations.flatMap((place) => learnStatus(seen, place)),
    ...operations.flatMap((place) => learnMediaType(seen, place)),
    ...envelope.learned,
    ...settled.learned,
    ...forms,
    // Known once all forms were inferred.
    ...[...disagreed].flatMap(([member, kinds]) =>
      unlearned(`the type of ${member}`, `the samples differ: ${kinds}`),
    ),
  ]
}

function learnStatus(seen: Seen, place: Operation): Learned {
  const { operation } = place
  const assumed = seen.assumptions.successStatus(operation)
  const samples = seen
    .successes(operation)
    .map((exchange) => ({ value: exchange.response?.status as number, exchange }))
  return learnAgreed(samples, `the success status of ${operation}`, (status) => {
    if (assumed === undefined || status === assumed) return undefined
    const responses = `${operationPath(place)}.responses`
    const pointer = `${operationPointer(place)}/responses/${assumed}`
    return {
      open: '§4 does not define the status of a success.',
      seen: `${operation} returns ${status} on success`,
      changes: [
        { target: `${responses}['${assumed}']`, remove: true },
        { target: responses, update: { [status]: nodeAt(seen.document, pointer) } },
      ],
    }
  })
}

function learnMediaType(seen: Seen, place: Operation): Learned {
  const types = seen.assumptions.mediaTypes(place.operation)
  if (!types.includes('text/csv')) return []
  const successes = seen.successes(place.operation)
  const samples = successes.map((exchange) => ({ value: isCsv(exchange), exchange }))
  return learnAgreed(samples, `the media type of ${place.operation}`, (isFile) => {
    if (!isFile || !types.includes(JSON_TYPE)) return undefined
    return {
      open: '§4 does not define the response of the export.',
      seen: `${place.operation} returns a CSV file`,
      changes: [{ target: `${content(seen, place)}['${JSON_TYPE}']`, remove: true }],
    }
  })
}

/** The content of a success, under the learned status. */
function content(seen: Seen, place: Operation): string {
  const [first] = seen.successes(place.operation)
  return `${operationPath(place)}.responses['${first?.response?.status}'].content`
}

/** The part of an answer that is the operation's own: its data, its meta, and other members. */
function learnForm(
  seen: Seen,
  place: Operation,
  shared: Context,
  { envelope, settled }: { envelope: EnvelopeMembers; settled: Settled },
): Learned {
  const { operation } = place
  const exchanges = seen.successes(operation).filter((exchange) => !isCsv(exchange))
  const status = seen.assumptions.successStatus(operation)
  const known = seen.assumptions.successSchema(operation)
  if (exchanges.length === 0 || !known || status === undefined) return []
  const answer = `the response of ${operation}`
  const isEnough = exchanges.length >= FEWEST
  const seldom = noteSeldom(answer)
  const context = {
    ...shared,
    settled: settled.of(operation),
    records: settled.records,
    // A single sample is reported as a whole.
    ...(isEnough && { onSeldom: seldom.onSeldom }),
  }
  const part = partOf(operation, exchanges, known, context, envelope)
  if (!part) return seldom.notLearned()
  const what = `the structure of ${answer}`
  if (!isEnough) return unlearned(what)
  const statuses = new Set(exchanges.map(({ response }) => response?.status))
  if (statuses.size > 1) return unlearned(what, 'the samples have different statuses')
  const target = `${content(seen, place)}['${JSON_TYPE}']`
  const schema = { allOf: [{ $ref: '#/components/schemas/Success' }, part] }
  return [
    {
      what,
      open: '§4 does not define the data of this operation.',
      seen: describe(operation, part, known, context),
      changes: [
        { target: `${target}.schema`, remove: true },
        { target, update: { schema } },
      ],
      samples: exchanges,
    },
    ...seldom.notLearned(),
    ...optionalMembers(part, context).map((member) => ({
      what: `${member} of ${operation}`,
      why: 'only some samples have it, so the replica leaves it out',
    })),
  ]
}

/** New members that some samples have; the sandbox does not know when. */
function optionalMembers(part: Json, { reader }: Context): string[] {
  const data = (part.properties as Json).data
  if (!isObject(data) || data.type !== 'object' || data.$ref !== undefined) return []
  const required = Array.isArray(data.required) ? data.required : []
  return Object.entries(isObject(data.properties) ? data.properties : {})
    .filter(([name, schema]) => isObject(schema) && !required.includes(name))
    .filter(([, schema]) => {
      const { types, keyword } = reader.flatten(schema as Json)
      return (
        types.length > 0 && keyword('x-from') === undefined && keyword('examples') === undefined
      )
    })
    .map(([name]) => `data.${name}`)
}

/** Whether an operation has no message where we have one, and others have one. */
function isMessageGone(operation: string, bodies: Json[], { reader }: Context): boolean {
  if (!WITH_MESSAGE.includes(operation) || bodies.length < FEWEST) return false
  const { properties } = reader.flatten({ $ref: '#/components/schemas/Success' })
  if (properties.message === false) return false
  return bodies.every((body) => !Object.hasOwn(body, 'message'))
}

/** The part of the schema that is the operation's own; undefined if the document is right. */
function partOf(
  operation: string,
  exchanges: Exchange[],
  known: Json,
  context: Context,
  envelope: EnvelopeMembers,
): Json | undefined {
  const flat = context.reader.flatten(known)
  const bodies = exchanges.map(bodyOf).filter(isObject)
  const member = (name: string, root = false): Json | undefined => {
    const own = flat.properties[name]
    const values = bodies.map((body) => body[name]).filter((value) => value !== undefined)
    return isObject(own) && values.length > 0 ? infer(values, own, context, root) : undefined
  }
  const data = member('data', true)
  const metas = bodies.map(({ meta }) => meta).filter(isObject)
  const ownMeta = flat.required.has('meta') ? flat.properties.meta : undefined
  const meta = isObject(ownMeta) && metas.length > 0 ? infer(metas, ownMeta, context) : undefined
  const isMetaGone = flat.required.has('meta') && metas.length < bodies.length
  const names = new Set(bodies.flatMap((body) => Object.keys(body)))
  const shownIn = (name: string) => bodies.filter((body) => Object.hasOwn(body, name))
  const extras = [...names]
    .filter((name) => flat.properties[name] === undefined && !envelope.members.has(name))
    .filter((name) => isBelieved(shownIn(name), name, context))
  const isSame = (schema: Json | undefined, name: string) =>
    !schema || schema === flat.properties[name]
  const isSilent = envelope.hasMessages && isMessageGone(operation, bodies, context)
  if (
    isSame(data, 'data') &&
    isSame(meta, 'meta') &&
    !isMetaGone &&
    extras.length === 0 &&
    !isSilent
  ) {
    return undefined
  }

  const always = extras.filter((name) => shownIn(name).length === bodies.length)
  const others = extras.map((name) => {
    const values = shownIn(name).map((body) => body[name])
    return [name, newSchema(values, within(context, name))]
  })
  const hasMeta = meta !== undefined && !isMetaGone
  const own = {
    type: 'object',
    required: ['data', ...(hasMeta ? ['meta'] : []), ...always],
    properties: {
      data: data ?? flat.properties.data,
      ...(hasMeta && { meta }),
      ...(isSilent && { message: false }),
      ...Object.fromEntries(others),
    },
  }
  const samples = exchanges.flatMap((exchange) => {
    const body = bodyOf(exchange)
    return body ? [{ body, rows: rowsOf(exchange)?.length ?? 0 }] : []
  })
  return markPaging(own, samples)
}

function describe(operation: string, part: Json, known: Json, { reader }: Context): string {
  const { data } = part.properties as Json
  const before = reader.flatten(known).properties.data
  if (!isObject(data) || !isObject(before))
    return `a successful response of ${operation} has a different structure`
  const { types } = reader.flatten(before)
  const isRecord = types.includes('object') && data.type === 'object' && !('x-from' in data)
  const changes = isRecord ? differences(before, data, reader) : ''
  const others = Object.keys(part.properties as Json).filter((name) => name !== 'data')
  const more = others.length > 0 ? `, and the response has its own ${others.join(', ')}` : ''
  return `data of ${operation} ${changes || shapeOf(data)}${more}`
}

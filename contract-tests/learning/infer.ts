import { isSecretName } from '../support/credentials.ts'
import { isObject, type Json, listsIn } from '../support/reading.ts'
import { kindsOf, scalarSchema, timeFormat, USUAL_TIME } from './scalars.ts'
import type { Flat, SchemaReader } from './schema-reader.ts'

/** What samples of one place of an answer say of its schema. */
export interface Inferred {
  schema: Json
  /** Whether it is the schema that the document has already. */
  same: boolean
}

/** What is known around the samples. */
export interface Context {
  reader: SchemaReader
  /** Components whose schema was learned by itself: what refers to them is as it should be. */
  settled: Set<string>
  isPrivate: (text: string) => boolean
  /** Members around the samples that the document does not know. */
  depth?: number
  /** Told of a member whose samples are of several kinds. */
  onDisagreement?: (member: string, kinds: string[]) => void
  /** The member that the samples are of. */
  member?: string
  /** Told of every object that a component describes. */
  onComponent?: (name: string, values: Json[]) => void
}

const COMPONENT = '#/components/schemas/'

/**
 * The schema that samples of one place have: what the document says (`known`) as far as they keep to it, what
 * they show where they don't. A member that the document requires and no sample has is `false`; one that it
 * does not know has its types, format and examples. `root` marks `data` itself, which may stand in a wrapper.
 */
export function infer(
  values: unknown[],
  known: Json | undefined,
  context: Context,
  root = false,
): Inferred {
  if (!known) return { schema: made(values, context), same: false }
  if (values.length === 0) return { schema: known, same: true }
  const component = componentOf(known)
  const objects = values.filter(isObject)
  if (component !== undefined && objects.length === values.length) {
    const isWrapped = root && isWrapper(objects, context.reader.flatten(known))
    if (!isWrapped) context.onComponent?.(component, objects)
    if (!isWrapped && context.settled.has(component)) return { schema: known, same: true }
  }
  const flat = context.reader.flatten(known)
  if (flat.opaque) {
    const allowed = values.every((value) => context.reader.allows(known, value))
    return allowed ? { schema: known, same: true } : { schema: made(values, context), same: false }
  }
  return inferKnown(values, known, flat, context, root)
}

function inferKnown(
  values: unknown[],
  known: Json,
  flat: Flat,
  context: Context,
  root: boolean,
): Inferred {
  const kinds = kindsOf(values)
  const isList = flat.types.includes('array')
  const hasMembers = Object.keys(flat.properties).length > 0
  if (kinds.length === 1 && kinds[0] === 'array' && isList) {
    return inferItems(values as unknown[][], known, flat, context)
  }
  if (kinds.length === 1 && kinds[0] === 'object' && hasMembers) {
    const objects = values as Json[]
    if (root && isWrapper(objects, flat)) return wrapped(objects, known, flat, context)
    return inferMembers(objects, known, flat, context)
  }
  if (kinds.length === 1 && kinds[0] === 'object' && isList) {
    return { schema: wrapList(values as Json[], flat, context), same: false }
  }
  if (kinds.length === 1 && kinds[0] === 'array' && hasMembers) {
    const items = (values as unknown[][]).flat()
    const { schema } = infer(items, known, context)
    return { schema: { type: 'array', ...(items.length > 0 && { items: schema }) }, same: false }
  }
  if (values.every((value) => context.reader.allows(known, value))) {
    return inferTime(values, known, flat)
  }
  return { schema: made(values, context), same: false }
}

/** A time that keeps to the document, but in another form than the sandbox writes. */
function inferTime(values: unknown[], known: Json, { keywords }: Flat): Inferred {
  const texts = values.filter((value) => typeof value === 'string')
  if (keywords.format !== 'date-time' || texts.length === 0) return { schema: known, same: true }
  const form = timeFormat(texts)
  const assumed = keywords['x-time-format'] ?? USUAL_TIME
  if (form === undefined || form === assumed) return { schema: known, same: true }
  return { schema: { ...known, 'x-time-format': form }, same: false }
}

function inferItems(values: unknown[][], known: Json, flat: Flat, context: Context): Inferred {
  const items = infer(values.flat(), flat.items ?? {}, context)
  if (items.same || flat.items === undefined) return { schema: known, same: true }
  return { schema: { type: 'array', items: items.schema }, same: false }
}

function inferMembers(values: Json[], known: Json, flat: Flat, context: Context): Inferred {
  const names = [
    ...new Set([...Object.keys(flat.properties), ...values.flatMap((value) => Object.keys(value))]),
  ]
  let same = true
  const properties: Json = {}
  const required: string[] = []
  for (const name of names) {
    const own = flat.properties[name]
    const isKnown = isObject(own)
    // Null stands for absent in what the document knows otherwise (see CONTRIBUTING).
    const shown = values
      .filter((value) => Object.hasOwn(value, name))
      .map((value) => value[name])
      .filter((value) => !isKnown || value !== null || context.reader.allows(own, null))
    if (shown.length === 0) {
      const isGone = isKnown && flat.required.has(name)
      if (isGone) same = false
      if (own !== undefined) properties[name] = isGone ? false : own
      continue
    }
    const member = infer(shown, isKnown ? own : undefined, within(context, name))
    if (!member.same) same = false
    properties[name] = member.schema
    const always = shown.length === values.length
    if (isKnown && flat.required.has(name) && !always) same = false
    if (always && (!isKnown || flat.required.has(name))) required.push(name)
  }
  if (same) return { schema: known, same }
  const { additionalProperties } = flat.keywords
  return {
    schema: {
      type: 'object',
      ...(required.length > 0 && { required }),
      properties,
      ...(additionalProperties !== undefined && { additionalProperties }),
    },
    same,
  }
}

/** Whether what the document describes stands one level down, so that nothing of it is seen here. */
function isWrapper(values: Json[], flat: Flat): boolean {
  const known = Object.keys(flat.properties)
  const shows = (value: Json) => known.some((name) => Object.hasOwn(value, name))
  return values.every((value) => !shows(value) && innerOf(value, shows) !== undefined)
}

function innerOf(value: Json, shows: (value: Json) => boolean): string | undefined {
  return Object.keys(value).find((name) => isObject(value[name]) && shows(value[name]))
}

function wrapped(values: Json[], known: Json, flat: Flat, context: Context): Inferred {
  const shows = (value: Json) => Object.keys(flat.properties).some((name) => name in value)
  const name = innerOf(values[0] as Json, shows) as string
  const inner = infer(
    values.flatMap((value) => (isObject(value[name]) ? [value[name]] : [])),
    known,
    context,
  )
  const around = made(
    values.map(({ [name]: _, ...rest }) => rest),
    context,
  )
  return {
    schema: enclosing(around, name, { 'x-from': '/data', ...inner.schema }),
    same: false,
  }
}

/** The schema of an object that holds the list of the document somewhere within. */
function wrapList(values: Json[], flat: Flat, context: Context): Json {
  const steps = values
    .map((value) => listsIn(value, 2)[0]?.steps)
    .find((each) => each !== undefined)
  const [name, ...rest] = steps ?? []
  if (name === undefined) return made(values, context)
  const inner = values.flatMap((value) => (value[name] === undefined ? [] : [value[name]]))
  const around = made(
    values.map(({ [name]: _, ...others }) => others),
    context,
  )
  const isAlways = inner.length === values.length
  if (rest.length > 0) {
    return enclosing(around, name, wrapList(inner.filter(isObject), flat, context), isAlways)
  }
  const { schema } = infer(inner.filter(Array.isArray).flat(), flat.items ?? {}, context)
  return enclosing(around, name, { 'x-from': '/data', type: 'array', items: schema }, isAlways)
}

function enclosing(around: Json, name: string, member: Json, isAlways = true): Json {
  const required = [...(isAlways ? [name] : []), ...((around.required as string[]) ?? [])]
  return {
    type: 'object',
    ...(required.length > 0 && { required }),
    properties: { [name]: member, ...(around.properties as Json | undefined) },
  }
}

/** What the double makes up is no deeper. */
const DEEPEST = 5

/** The schema of values that the document says nothing of. */
function made(values: unknown[], context: Context): Json {
  const kinds = kindsOf(values.filter((value) => value !== null))
  if (kinds.length > 1) {
    context.onDisagreement?.(context.member ?? 'data', kinds)
    return {}
  }
  const nullable = values.includes(null)
  if (kinds.length === 1 && kinds[0] === 'array') {
    const items = values.filter(Array.isArray).flat()
    const type = nullable ? ['array', 'null'] : 'array'
    return { type, ...(items.length > 0 && { items: made(items, context) }) }
  }
  if (kinds.length === 1 && kinds[0] === 'object') {
    const objects = values.filter(isObject)
    const type = nullable ? ['object', 'null'] : 'object'
    if ((context.depth ?? 0) >= DEEPEST) return { type }
    return { type, ...membersOf(objects, context) }
  }
  return scalarSchema(values, context.isPrivate)
}

function membersOf(values: Json[], context: Context): Json {
  const names = [...new Set(values.flatMap((value) => Object.keys(value)))]
  if (isMapOfIds(names)) {
    const entries = values.flatMap((value) => Object.values(value))
    return { additionalProperties: made(entries, within(context, '')) }
  }
  const shownIn = (name: string) => values.filter((value) => Object.hasOwn(value, name))
  const required = names.filter((name) => shownIn(name).length === values.length)
  const properties = Object.fromEntries(
    names.map((name) => [
      name,
      made(
        shownIn(name).map((value) => value[name]),
        within(context, name),
      ),
    ]),
  )
  return {
    ...(required.length > 0 && { required }),
    ...(names.length > 0 && { properties }),
  }
}

/** The context of a member: nothing is shown of one that holds a secret, nor an id, which is that of one thing. */
function within(around: Context, name: string): Context {
  const context = { ...around, member: name, depth: (around.depth ?? 0) + 1 }
  return isSecretName(name) || /(^|_)id$|Id$/.test(name)
    ? { ...context, isPrivate: () => true }
    : context
}

const FEWEST_ENTRIES = 2

/** Whether members are entries under ids or dates, of which the next answer has others. */
function isMapOfIds(names: string[]): boolean {
  return (
    names.length >= FEWEST_ENTRIES && names.every((name) => /\d/.test(name) && name.length >= 6)
  )
}

export function componentOf(schema: Json): string | undefined {
  const { $ref } = schema
  const isPlain = typeof $ref === 'string' && $ref.startsWith(COMPONENT)
  const name = isPlain ? $ref.slice(COMPONENT.length) : undefined
  return name?.includes('/') ? undefined : name
}

import { isObject, type Json, listsIn } from '../http/reading.ts'
import { type Context, type Flat, isBelieved, memberOfRecord, within } from './context.ts'
import { FEWEST } from './lesson.ts'
import { kindsOf, newSchema, timeFormat, USUAL_TIME } from './new-schema.ts'

const COMPONENT = '#/components/schemas/'

/**
 * The schema of samples of one place: `known`, the document's, where they keep to it, and what they show elsewhere.
 * Returns `known` itself if it is right. A required member that no sample has becomes `false`. `root` marks `data`,
 * which may be in a wrapper.
 */
export function infer(
  values: unknown[],
  known: Json | undefined,
  context: Context,
  root = false,
): Json {
  if (!known) return newSchema(values, context)
  if (values.length === 0) return known
  const component = componentOf(known)
  const objects = values.filter(isObject)
  if (component !== undefined && objects.length === values.length) {
    const isWrapped = root && wrapperOf(objects, context.reader.flatten(known)) !== undefined
    if (!isWrapped) context.onComponent?.(component, objects)
    if (!isWrapped && context.settled?.has(component)) return known
  }
  const flat = context.reader.flatten(known)
  if (flat.opaque) {
    const allowed = values.every((value) => context.reader.allows(known, value))
    return allowed ? known : newSchema(values, context)
  }
  return inferKnown(values, known, flat, context, root)
}

function inferKnown(
  values: unknown[],
  known: Json,
  flat: Flat,
  context: Context,
  root: boolean,
): Json {
  const kinds = kindsOf(values)
  const kind = kinds.length === 1 ? kinds[0] : undefined
  const isList = flat.types.includes('array')
  const hasMembers = Object.keys(flat.properties).length > 0
  if (kind === 'array' && isList) {
    return inferItems(values as unknown[][], known, flat, context)
  }
  if (kind === 'object' && hasMembers) {
    const objects = values as Json[]
    const wrapper = root ? wrapperOf(objects, flat) : undefined
    if (wrapper !== undefined) return wrapped(wrapper, objects, known, context)
    return inferMembers(objects, known, flat, context)
  }
  if (kind === 'object' && isList) {
    return wrappedList(values as Json[], known, flat, context)
  }
  if (kind === 'array' && hasMembers) {
    const items = (values as unknown[][]).flat()
    // A list without entries has nothing of the object either.
    if (items.length === 0) return { type: 'array', const: [] }
    return { type: 'array', items: infer(items, known, context) }
  }
  if (values.every((value) => context.reader.allows(known, value))) {
    return inferTime(values, known, flat)
  }
  return newSchema(values, context)
}

/** A time that the document allows, in another form than that of the sandbox. */
function inferTime(values: unknown[], known: Json, flat: Flat): Json {
  const texts = values.filter((value) => typeof value === 'string')
  if (flat.keyword('format') !== 'date-time' || texts.length === 0) return known
  const form = timeFormat(texts)
  const assumed = flat.keyword('x-time-format') ?? USUAL_TIME
  if (form === undefined || form === assumed) return known
  return { ...known, 'x-time-format': form }
}

function inferItems(values: unknown[][], known: Json, flat: Flat, context: Context): Json {
  if (flat.items === undefined) return known
  const items = infer(values.flat(), flat.items, context)
  return items === flat.items ? known : { type: 'array', items }
}

function inferMembers(values: Json[], known: Json, flat: Flat, context: Context): Json {
  const names = [
    ...new Set([...Object.keys(flat.properties), ...values.flatMap((value) => Object.keys(value))]),
  ]
  let same = true
  const properties: Json = {}
  const required: string[] = []
  for (const name of names) {
    const own = flat.properties[name]
    const isKnown = isObject(own)
    // A document that says that there may be more knows them.
    if (own === undefined && flat.keyword('additionalProperties') === true) continue
    // Null counts as absent, unless the document allows it.
    const shown = values
      .filter((value) => Object.hasOwn(value, name))
      .map((value) => value[name])
      .filter((value) => !isKnown || value !== null || context.reader.allows(own, null))
    const present = values.filter((value) => Object.hasOwn(value, name)).length
    if (isKnown && shown.length === 0 && present === values.length) {
      // Always null, which is not the same as absent.
      properties[name] = { type: 'null', const: null }
      required.push(name)
      same = false
      continue
    }
    if (shown.length === 0) {
      const isGone = isKnown && flat.required.has(name)
      if (isGone) same = false
      if (own !== undefined) properties[name] = isGone ? false : own
      continue
    }
    const isSeldom = !isKnown && shown.length < FEWEST
    const elsewhere = isSeldom ? memberOfRecord(values, name, context) : undefined
    if (!isKnown && !elsewhere && !isBelieved(shown, name, context)) {
      if (own !== undefined) properties[name] = own
      continue
    }
    const inferred = infer(shown, isKnown ? own : elsewhere?.known, within(context, name))
    const isNull = isKnown && present > shown.length
    const nullable = isNull ? orNull(inferred, context) : inferred
    // An object that is sometimes missing, and never empty, is missing where it would be empty.
    const isMissing =
      isKnown && flat.required.has(name) && shown.length < values.length && shown.every(isFilled)
    const member = isMissing ? { allOf: [nullable], minProperties: 1 } : nullable
    if (!isKnown || member !== own) same = false
    properties[name] = member
    const always = isNull ? present === values.length : shown.length === values.length
    if (isKnown && flat.required.has(name) && !always) same = false
    if (always && (!isKnown || isNull || flat.required.has(name))) required.push(name)
  }
  if (same) return known
  const additionalProperties = flat.keyword('additionalProperties')
  return {
    type: 'object',
    ...(required.length > 0 && { required }),
    properties,
    ...(additionalProperties !== undefined && { additionalProperties }),
  }
}

function isFilled(value: unknown): boolean {
  return isObject(value) && Object.keys(value).length > 0
}

/** A schema that allows null as well; the sandbox has null where it has no value. */
function orNull(schema: Json, { reader }: Context): Json {
  const { types, keyword, properties, items } = reader.flatten(schema)
  if (types.length === 0) return schema
  const isPlain = Object.keys(properties).length === 0 && items === undefined
  const own = ['format', 'x-time-format', 'examples', 'enum'].flatMap((name) => {
    const value = keyword(name)
    if (value === undefined) return []
    return [[name, name === 'enum' ? [...(value as unknown[]), null] : value]]
  })
  const type = [...types, 'null']
  if (isPlain) return { ...Object.fromEntries(own), type }
  return {
    type,
    ...(items !== undefined && { items }),
    ...(Object.keys(properties).length > 0 && { properties: { ...properties } }),
  }
}

/** The member that holds all that the document describes; undefined if something of it is at this level. */
function wrapperOf(values: Json[], flat: Flat): string | undefined {
  const known = Object.keys(flat.properties)
  const shows = (value: Json) => known.some((name) => Object.hasOwn(value, name))
  const inner = values.map((value) =>
    shows(value)
      ? undefined
      : Object.keys(value).find((name) => isObject(value[name]) && shows(value[name])),
  )
  return inner.includes(undefined) ? undefined : inner[0]
}

function wrapped(name: string, values: Json[], known: Json, context: Context): Json {
  const records = values.flatMap((value) => (isObject(value[name]) ? [value[name]] : []))
  if (!isBelieved(records, name, context)) return known
  const inner = infer(records, known, context)
  const around = newSchema(
    values.map(({ [name]: _, ...rest }) => rest),
    context,
  )
  return enclosing(around, name, { 'x-from': '/data', ...inner })
}

/** An object that holds the list of the document. */
function wrappedList(values: Json[], known: Json, flat: Flat, context: Context): Json {
  const steps = stepsToList(values)
  const isThere = (value: Json) =>
    Array.isArray(steps.reduce<unknown>((at, step) => (isObject(at) ? at[step] : undefined), value))
  const name = steps.join('.')
  if (name !== '' && !isBelieved(values.filter(isThere), name, context)) return known
  return wrapList(values, flat, context)
}

function stepsToList(values: Json[]): string[] {
  return values.flatMap((value) => listsIn(value, 2).slice(0, 1))[0]?.steps ?? []
}

function wrapList(values: Json[], flat: Flat, context: Context): Json {
  const [name, ...rest] = stepsToList(values)
  if (name === undefined) return newSchema(values, context)
  const inner = values.flatMap((value) => (value[name] === undefined ? [] : [value[name]]))
  const around = newSchema(
    values.map(({ [name]: _, ...others }) => others),
    context,
  )
  const isAlways = inner.length === values.length
  if (rest.length > 0) {
    return enclosing(around, name, wrapList(inner.filter(isObject), flat, context), isAlways)
  }
  const items = infer(inner.filter(Array.isArray).flat(), flat.items ?? {}, context)
  return enclosing(around, name, { 'x-from': '/data', type: 'array', items }, isAlways)
}

function enclosing(around: Json, name: string, member: Json, isAlways = true): Json {
  const required = [...(isAlways ? [name] : []), ...((around.required as string[]) ?? [])]
  return {
    type: 'object',
    ...(required.length > 0 && { required }),
    properties: { [name]: member, ...(around.properties as Json | undefined) },
  }
}

export function componentOf(schema: Json): string | undefined {
  const { $ref } = schema
  const isPlain = typeof $ref === 'string' && $ref.startsWith(COMPONENT)
  const name = isPlain ? $ref.slice(COMPONENT.length) : undefined
  return name?.includes('/') ? undefined : name
}

import { isObject, type Json, listsIn } from '../support/reading.ts'
import { type Context, isBelieved, within } from './context.ts'
import { FEWEST } from './lesson.ts'
import { made } from './made.ts'
import { memberOfRecord } from './records.ts'
import { kindsOf, timeFormat, USUAL_TIME } from './scalars.ts'
import type { Flat } from './schema-reader.ts'

/** What samples of one place of an answer say of its schema. */
export interface Inferred {
  schema: Json
  /** Whether it is the schema that the document has already. */
  same: boolean
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
    const isWrapped = root && wrapperOf(objects, context.reader.flatten(known)) !== undefined
    if (!isWrapped) context.onComponent?.(component, objects)
    if (!isWrapped && context.settled?.has(component)) return { schema: known, same: true }
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
    const wrapper = root ? wrapperOf(objects, flat) : undefined
    if (wrapper !== undefined) return wrapped(wrapper, objects, known, context)
    return inferMembers(objects, known, flat, context)
  }
  if (kinds.length === 1 && kinds[0] === 'object' && isList) {
    return wrappedList(values as Json[], known, flat, context)
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
    const isSeldom = !isKnown && shown.length < FEWEST
    const elsewhere = isSeldom ? memberOfRecord(values, name, context) : undefined
    if (!isKnown && !elsewhere && !isBelieved(shown, name, context)) {
      if (own !== undefined) properties[name] = own
      continue
    }
    const member = infer(shown, isKnown ? own : elsewhere?.known, within(context, name))
    if (!isKnown || !member.same) same = false
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

/**
 * The name under which all of what the document describes stands, one level down; undefined where something of
 * it is seen here.
 */
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

function wrapped(name: string, values: Json[], known: Json, context: Context): Inferred {
  const records = values.flatMap((value) => (isObject(value[name]) ? [value[name]] : []))
  if (!isBelieved(records, name, context)) return { schema: known, same: true }
  const inner = infer(records, known, context)
  const around = made(
    values.map(({ [name]: _, ...rest }) => rest),
    context,
  )
  return {
    schema: enclosing(around, name, { 'x-from': '/data', ...inner.schema }),
    same: false,
  }
}

/** An object that holds the list of the document somewhere within. */
function wrappedList(values: Json[], known: Json, flat: Flat, context: Context): Inferred {
  const steps = stepsToList(values)
  const lists = values.filter((value) => Array.isArray(memberAt(value, steps)))
  if (steps.length > 0 && !isBelieved(lists, steps.join('.'), context)) {
    return { schema: known, same: true }
  }
  return { schema: wrapList(values, flat, context), same: false }
}

function stepsToList(values: Json[]): string[] {
  return values.flatMap((value) => listsIn(value, 2).slice(0, 1))[0]?.steps ?? []
}

function memberAt(value: Json, steps: string[]): unknown {
  return steps.reduce<unknown>((at, step) => (isObject(at) ? at[step] : undefined), value)
}

/** The schema of an object that holds the list of the document somewhere within. */
function wrapList(values: Json[], flat: Flat, context: Context): Json {
  const [name, ...rest] = stepsToList(values)
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

export function componentOf(schema: Json): string | undefined {
  const { $ref } = schema
  const isPlain = typeof $ref === 'string' && $ref.startsWith(COMPONENT)
  const name = isPlain ? $ref.slice(COMPONENT.length) : undefined
  return name?.includes('/') ? undefined : name
}

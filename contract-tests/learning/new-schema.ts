import { isObject, type Json } from '../http/reading.ts'
import { type Context, isBelieved, within } from './context.ts'
import { kindsOf, scalarSchema } from './scalars.ts'

/** The replica makes up no deeper values. */
const DEEPEST = 5

/** The schema of values that the document does not describe. */
export function newSchema(values: unknown[], context: Context): Json {
  const kinds = kindsOf(values.filter((value) => value !== null))
  if (kinds.length > 1) {
    context.onDisagreement?.(context.path?.at(-1) ?? 'data', kinds)
    return {}
  }
  const nullable = values.includes(null)
  if (kinds.length === 1 && kinds[0] === 'array') {
    const items = values.filter(Array.isArray).flat()
    const type = nullable ? ['array', 'null'] : 'array'
    return { type, ...(items.length > 0 && { items: newSchema(items, context) }) }
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
    return { additionalProperties: newSchema(entries, within(context, '')) }
  }
  const members = names
    .map((name) => ({
      name,
      shown: values.filter((value) => Object.hasOwn(value, name)).map((value) => value[name]),
    }))
    .filter(({ name, shown }) => isBelieved(shown, name, context))
  const always = members.filter(({ shown }) => shown.length === values.length)
  const properties = Object.fromEntries(
    members.map(({ name, shown }) => [name, newSchema(shown, within(context, name))]),
  )
  return {
    ...(always.length > 0 && { required: always.map(({ name }) => name) }),
    ...(members.length > 0 && { properties }),
  }
}

const FEWEST_ENTRIES = 2

/** Whether the names are ids or dates, which differ in the next answer. */
function isMapOfIds(names: string[]): boolean {
  const isId = (name: string) => /\d/.test(name) && name.length >= 6
  return names.length >= FEWEST_ENTRIES && names.every(isId)
}

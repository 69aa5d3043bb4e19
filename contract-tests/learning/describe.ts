import { isObject, type Json } from '../http/reading.ts'
import type { SchemaReader } from './context.ts'

/** How a learned schema of an object differs from the known one: `lacks brand, domain; adds owner`. */
export function differences(known: Json, learned: Json, reader: SchemaReader): string {
  const before = reader.flatten(known)
  const after = reader.flatten(learned)
  const isShown = (property: unknown) => property !== undefined && property !== false
  const lacks = Object.keys(before.properties).filter(
    (name) => isShown(before.properties[name]) && after.properties[name] === false,
  )
  const adds = Object.keys(after.properties).filter(
    (name) => before.properties[name] === undefined && isShown(after.properties[name]),
  )
  const changes = Object.keys(after.properties).filter((name) => {
    const [one, other] = [before.properties[name], after.properties[name]]
    return isShown(one) && isShown(other) && JSON.stringify(one) !== JSON.stringify(other)
  })
  const mayLack = [...before.required].filter(
    (name) => isShown(after.properties[name]) && !after.required.has(name),
  )
  const parts = { lacks, adds, 'has a different type of': changes, 'may lack': mayLack }
  return Object.entries(parts)
    .filter(([, names]) => names.length > 0)
    .map(([verb, names]) => `${verb} ${few(names)}`)
    .join('; ')
}

const MOST_NAMES = 12

function few(names: string[]): string {
  const more = names.length - MOST_NAMES
  return more > 1 ? `${names.slice(0, MOST_NAMES).join(', ')} and ${more} more` : names.join(', ')
}

/** The shape of `data` in a few words: `contains its list in items.rows`. */
export function shapeOf(schema: Json): string {
  if (Array.isArray(schema.const) && schema.const.length === 0) return 'is an empty list'
  const path = listPath(schema)
  if (path !== undefined) return path === '' ? 'is a list' : `contains its list in ${path}`
  const properties = isObject(schema.properties) ? Object.entries(schema.properties) : []
  const wrapper = properties.find(([, each]) => isObject(each) && each['x-from'] === '/data')
  if (wrapper) return `is under ${wrapper[0]}`
  const names = properties.filter(([, property]) => property !== false).map(([name]) => name)
  return names.length === 0 ? 'is an empty object' : `is an object with ${few(names)}`
}

function listPath(schema: Json): string | undefined {
  if (schema.type === 'array') return ''
  for (const [name, property] of Object.entries((schema.properties ?? {}) as Json)) {
    if (!isObject(property)) continue
    if (property['x-from'] === '/data' && property.type === 'array') return name
    const inner = property['x-from'] === undefined ? listPath(property) : undefined
    if (inner) return `${name}.${inner}`
  }
  return undefined
}

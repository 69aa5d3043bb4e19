import type { Json } from './json.ts'
import { keyword, type SchemaViews, type View } from './schema-view.ts'

interface Views {
  own: SchemaViews
  packaged: SchemaViews
}

/** Keywords that decide on what stands at a place, whatever the sandbox has there. */
const DECIDING = ['const', 'x-from', 'x-time-format']

/**
 * Whether a value that is as the schema `packaged` says has the form of `own` as it is. Bounds, formats and
 * descriptions say nothing of the form. Schemas that hold themselves have it if nothing speaks against it.
 */
export function isKept(
  views: Views,
  own: View,
  packaged: View,
  assumed = new Set<string>(),
): boolean {
  const pair = `${own.key}|${packaged.key}`
  if (assumed.has(pair)) return true
  assumed.add(pair)

  if (!isSame(own, packaged, ['x-time-format']) || !takes(own.types, packaged.types)) return false
  if (own.isClosed && [...packaged.members.keys()].some((name) => !own.members.has(name))) {
    return false
  }
  if (own.isClosed && !packaged.isClosed) return false
  for (const [name, schemas] of own.members) {
    const member = views.own.of(schemas)
    const original = views.packaged.member(packaged, name)
    if (original === undefined || member.isFalse !== original.isFalse) return false
    if (own.required.has(name) && !packaged.required.has(name)) return false
    if (!isSame(member, original, DECIDING)) return false
    if (!isKept(views, member, original, assumed)) return false
  }
  if (own.items.length === 0) return true
  if (packaged.items.length === 0) return !packaged.types?.includes('array')
  const [entry, original] = [views.own.of(own.items), views.packaged.of(packaged.items)]
  return isSame(entry, original, DECIDING) && isKept(views, entry, original, assumed)
}

function isSame(own: View, packaged: View, names: readonly string[]): boolean {
  return names.every(
    (name) => JSON.stringify(keyword(own, name)) === JSON.stringify(keyword(packaged, name)),
  )
}

/** Whether all values of these types are of those. */
function takes(own: readonly Json[] | undefined, packaged: readonly Json[] | undefined): boolean {
  if (own === undefined) return true
  if (packaged === undefined) return false
  return packaged.every(
    (type) => own.includes(type) || (type === 'integer' && own.includes('number')),
  )
}

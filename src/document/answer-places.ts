import type { Json } from './json.ts'
import { namesIn } from './pointer.ts'
import type { SchemaViews, View } from './schema-view.ts'
import { refusal } from './sections.ts'

/**
 * What the packaged document says of the place in the sandbox's own answer that an `x-from` names; undefined
 * where it leaves that open. `root` is the whole of it. Throws DocumentError, which names `place`, for one that
 * there is not.
 */
export function sourceOf(
  from: Json,
  { views, root }: { views: SchemaViews; root: View },
  place: string,
): View | undefined {
  const steps = typeof from === 'string' && from.startsWith('/') ? namesIn(from) : []
  let view = root
  let path = ''
  if (steps.length === 0) throw unknownPlace(from, placesIn(root, path), place)
  for (const name of steps) {
    if (isOpen(view)) return undefined
    const isEntry = /^\d+$/.test(name) && view.items.length > 0
    const next = isEntry ? views.of(view.items) : views.member(view, name)
    if (next === undefined) throw unknownPlace(from, placesIn(view, path), place)
    view = next
    path += `/${name}`
  }
  return view
}

/** Whether members are not declared, so that any may be there. */
function isOpen({ members, items, types }: View): boolean {
  return members.size === 0 && items.length === 0 && types?.includes('object') !== false
}

function placesIn({ members, items }: View, path: string): string[] {
  if (items.length > 0) return [`${path}/0`]
  return members.size > 0 ? [...members.keys()].map((name) => `${path}/${name}`) : [path]
}

function unknownPlace(from: Json, places: string[], place: string) {
  return refusal(`${place}: x-from`, `one of ${places.join(', ')}, or below`, from)
}

import type { components } from '../../../../../spec/generated/sandbox.ts'
import { isObject, type Json, type JsonObject } from '../../../../schema/json.ts'
import { namesIn, pointerTo } from '../../../../schema/pointer.ts'

export type OverlayAction = components['schemas']['OverlayAction']

/**
 * The overlay actions that give the place at `pointer`, which is `before` now, the value `after`. Members that stay are not
 * mentioned. Lists are removed first, because an update appends to them.
 */
export function actionsFor(pointer: string, before: Json, after: Json): OverlayAction[] {
  if (isObject(before) && isObject(after)) return memberActions(pointer, before, after)
  if (JSON.stringify(before) === JSON.stringify(after)) return []
  const names = namesIn(pointer)
  const name = names.at(-1)
  if (name === undefined) return []
  const parent = pointerTo(...names.slice(0, -1))
  return [
    ...(Array.isArray(before) && Array.isArray(after)
      ? [{ target: targetOf(pointer), remove: true }]
      : []),
    { target: targetOf(parent), update: { [name]: after } },
  ]
}

function memberActions(pointer: string, before: JsonObject, after: JsonObject): OverlayAction[] {
  const actions: OverlayAction[] = []
  const update: JsonObject = {}
  for (const [name, value] of Object.entries(before) as [string, Json][]) {
    const at = pointer + pointerTo(name)
    const next = after[name]
    if (next === undefined) actions.push({ target: targetOf(at), remove: true })
    else if (JSON.stringify(next) === JSON.stringify(value)) continue
    else if (isObject(value) && isObject(next)) actions.push(...memberActions(at, value, next))
    else {
      if (Array.isArray(value) && Array.isArray(next)) {
        actions.push({ target: targetOf(at), remove: true })
      }
      update[name] = next
    }
  }
  for (const [name, value] of Object.entries(after)) {
    if (value !== undefined && !Object.hasOwn(before, name)) update[name] = value
  }
  if (Object.keys(update).length > 0) actions.push({ target: targetOf(pointer), update })
  return actions
}

/** The JSONPath (RFC 9535) of the place at a JSON Pointer, of which names of digits are indexes. */
export function targetOf(pointer: string): string {
  return `$${namesIn(pointer).map(segmentOf).join('')}`
}

function segmentOf(name: string): string {
  if (/^(0|[1-9]\d{0,8})$/.test(name)) return `[${name}]`
  return `[${quoted(name)}]`
}

/** A name in single quotes. The escapes of JSON are those of JSONPath (RFC 9535 §2.3.1.1), but for the quotes. */
function quoted(name: string): string {
  const inner = JSON.stringify(name).slice(1, -1).replaceAll('\\"', '"').replaceAll("'", "\\'")
  return `'${inner}'`
}

import type { JsonObject } from './json.ts'
import type { OperationNode } from './methods.ts'
import { type Located, pointerTo, resolvePointer } from './pointer.ts'

export function place({ method, path, node }: OperationNode): Located {
  return { pointer: pointerTo('paths', path, method.toLowerCase()), value: node }
}

/** The parameters of an operation, and those of its path that it does not override, references followed. */
export function parametersOf(document: JsonObject, { method, path }: OperationNode): Located[] {
  const item = pointerTo('paths', path)
  const own = listAt(document, `${item}/${method.toLowerCase()}`, 'parameters')
  const shared = listAt(document, item, 'parameters')
  return [...own, ...shared.filter((each) => !own.some((it) => isSameParameter(it, each)))]
}

export function isSameParameter({ value: one }: Located, { value: other }: Located): boolean {
  return one.in === other.in && one.name === other.name
}

/** A schema and all that must hold with it: the parts of its `allOf`, and of theirs. */
export function conjuncts(
  document: JsonObject,
  schema: Located,
  known = new Set<string>(),
): Located[] {
  if (known.has(schema.pointer)) return []
  known.add(schema.pointer)
  const parts = listAt(document, schema.pointer, 'allOf')
  return [schema, ...parts.flatMap((part) => conjuncts(document, part, known))]
}

/** The member of that name of all parts of a schema. */
export function memberOf(
  document: JsonObject,
  parts: Located[],
  name: string,
): Located | undefined {
  return parts.flatMap((part) => below(document, part, 'properties', name) ?? [])[0]
}

export function membersOf(parts: Located[]): string[] {
  return parts.flatMap(({ value }) => Object.keys((value.properties ?? {}) as JsonObject))
}

export function requiredOf(parts: Located[]): string[] {
  return parts.flatMap(({ value }) => (value.required ?? []) as string[])
}

function listAt(document: JsonObject, pointer: string, name: string): Located[] {
  // No list that is longer: the entries are looked up until there is none.
  const entries: Located[] = []
  for (;;) {
    const entry = resolvePointer(document, `${pointer}/${name}/${entries.length}`)
    if (!entry) return entries
    entries.push(entry)
  }
}

export function below(document: JsonObject, { pointer }: Located, ...steps: string[]) {
  return resolvePointer(document, pointer + pointerTo(...steps))
}

import type { Control } from './session.ts'
/** The stated members of a value; `*` is any entry of a list or a map. */
export type Origins = { members: Map<string, Origins> }

export type OperationOrigin = Control['OperationOrigin']

/** @param pointers The stated members as JSON Pointers with `*`. */
export function originsOf(pointers: readonly string[]): Origins {
  const root = { members: new Map() }
  for (const pointer of pointers) {
    let place = root
    for (const token of pointer.split('/').slice(1)) {
      const name = token.replaceAll('~1', '/').replaceAll('~0', '~')
      const inner = place.members.get(name) ?? { members: new Map() }
      place.members.set(name, inner)
      place = inner
    }
  }
  return root
}

/** Nothing is stated. */
const UNKNOWN: Origins = { members: new Map() }

/** The origins of an entry of a list. */
export function originsOfEntry(list: Origins) {
  return list.members.get('*') ?? UNKNOWN
}

/** @returns Undefined if the member is assumed. */
export function originsOfMember(owner: Origins, name: string): Origins | undefined {
  return owner.members.get(name) ?? owner.members.get('*')
}

/** The provider's statements about a response. An address without an operation gets those that the failures of all operations share. */
export function statedOf(
  operations: readonly OperationOrigin[],
  { operation, status }: { operation: string | null; status: number | null },
) {
  const found = operations.find(({ id }) => id === operation)
  const meant = found === undefined ? operations : [found]
  const kind = found !== undefined && (status ?? 0) < 400 ? 'success' : 'failure'
  return {
    members: originsOf(inAll(meant.map(({ stated_members }) => stated_members[kind]))),
    headers: inAll(meant.map(({ stated_headers }) => stated_headers)),
  }
}

function inAll([first = [], ...others]: readonly (readonly string[])[]) {
  return first.filter((each) => others.every((list) => list.includes(each)))
}

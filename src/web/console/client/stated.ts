/** The stated members of a value; `*` is any entry of a list or a map. */
export type Origins = { members: Map<string, Origins> }

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

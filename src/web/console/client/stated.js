/** @typedef {{ members: Map<string, Origins> }} Origins The stated members of a value; `*` is any entry of a list or a map. */

/** @typedef {import('./session.js').Control['OperationOrigin']} OperationOrigin */

/** @param {readonly string[]} pointers The stated members as JSON Pointers with `*`. @returns {Origins} */
export function originsOf(pointers) {
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

/** Nothing is stated. @type {Origins} */
const UNKNOWN = { members: new Map() }

/** The origins of an entry of a list. @param {Origins} list */
export function originsOfEntry(list) {
  return list.members.get('*') ?? UNKNOWN
}

/** @param {Origins} owner @param {string} name @returns {Origins | undefined} Undefined if the member is assumed. */
export function originsOfMember(owner, name) {
  return owner.members.get(name) ?? owner.members.get('*')
}

/**
 * What the provider states about a response. An address without an operation has what the failures of all operations share.
 * @param {readonly OperationOrigin[]} operations @param {{ operation: string | null, status: number | null }} logged
 */
export function statedOf(operations, { operation, status }) {
  const found = operations.find(({ id }) => id === operation)
  const meant = found === undefined ? operations : [found]
  const kind = found !== undefined && (status ?? 0) < 400 ? 'success' : 'failure'
  return {
    members: originsOf(inAll(meant.map(({ stated_members }) => stated_members[kind]))),
    headers: inAll(meant.map(({ stated_headers }) => stated_headers)),
  }
}

/** @param {readonly (readonly string[])[]} lists */
function inAll([first = [], ...others]) {
  return first.filter((each) => others.every((list) => list.includes(each)))
}

/**
 * @typedef {object} Origins What is known of the origin of a value's members: by their name, or `*` for any entry of a
 *   list and any member of a map.
 * @property {Map<string, Origins>} members
 */

/** @typedef {import('./session.js').Control['OperationOrigin']} OperationOrigin */

/**
 * @param {readonly string[]} pointers The stated members as JSON Pointers with `*`.
 * @returns {Origins}
 */
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

/** Of what nothing is stated. @type {Origins} */
const UNKNOWN = { members: new Map() }

/**
 * What is known of an entry of a list. That it is there follows from the list.
 *
 * @param {Origins} list
 */
export function originsOfEntry(list) {
  return list.members.get('*') ?? UNKNOWN
}

/**
 * @param {Origins} owner
 * @param {string} name
 * @returns {Origins | undefined} Undefined where the member is assumed.
 */
export function originsOfMember(owner, name) {
  return owner.members.get(name) ?? owner.members.get('*')
}

/**
 * What the provider states of an answer. An address without an operation is answered with a failure, of which
 * is stated what is stated of those of all operations.
 *
 * @param {readonly OperationOrigin[]} operations
 * @param {{ operation: string | null, status: number | null }} logged
 * @returns {{ members: Origins, headers: readonly string[] }}
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

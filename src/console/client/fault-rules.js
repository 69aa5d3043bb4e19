/** @typedef {import('./session.js').Control['Fault']} Fault */

/** How the rules of the switches are called, by which they are known again. */
const OF_SWITCH = 'Console: '

/** @param {string} title Of a switch. */
export const nameOfSwitch = (title) => `${OF_SWITCH}${title.toLowerCase()}`

/** What a rule is called for people. @param {Pick<Fault, 'id' | 'name'>} rule */
export function titleOf({ id, name }) {
  if (!name) return id
  return name.startsWith(OF_SWITCH) ? capital(name.slice(OF_SWITCH.length)) : name
}

/** What a rule does, in words. @param {Pick<Fault, 'error' | 'status' | 'delay' | 'connection' | 'body' | 'missing_headers'>} rule */
export function effectOf({ error, status, delay, connection, body, missing_headers }) {
  const parts = []
  if (typeof delay === 'number') parts.push(`waits ${seconds(delay)}`)
  else if (delay !== undefined)
    parts.push(
      `waits, half of the time up to ${seconds(delay.median ?? 0)}, 1 in 100 over ${seconds(delay.p99 ?? 0)}`,
    )
  if (error !== undefined || status !== undefined)
    parts.push(`answers with ${[status, error].filter((each) => each !== undefined).join(' ')}`)
  if (connection === 'reset') parts.push('breaks the connection off')
  if (connection === 'empty') parts.push('closes the connection without an answer')
  if (body === 'truncated') parts.push('sends half of the body')
  if (body === 'malformed') parts.push('sends broken JSON')
  if (missing_headers !== undefined) parts.push(`leaves out ${missing_headers.join(', ')}`)
  return capital(parts.join(', '))
}

/**
 * Which requests a rule acts on, in words.
 *
 * @param {Pick<Fault, 'operation' | 'method' | 'path' | 'key'>} rule
 * @param {(id: string) => string} [keyName] How a key is called.
 */
export function targetOf({ operation, method, path, key }, keyName = (id) => id) {
  const parts = []
  if (method !== undefined) parts.push(`${method.join(', ')} requests`)
  if (operation !== undefined)
    parts.push(operation.length > 3 ? `${operation.length} operations` : operation.join(', '))
  if (path !== undefined) parts.push(path)
  if (key !== undefined) parts.push(`with the key ${keyName(key)}`)
  const isAny = method === undefined && operation === undefined && path === undefined
  return [...(isAny ? ['All operations'] : []), ...parts].join(', ')
}

/** @param {number | undefined} share */
export function shareOf(share) {
  return share === undefined || share === 1
    ? 'every request'
    : `${round(share * 100)} % of the requests`
}

/**
 * The rule that answers everything `rule` would act on before it is asked, if there is one. A rule that only delays lets
 * those after it act too.
 *
 * @param {Fault} rule
 * @param {readonly Fault[]} rules In their order.
 */
export function blockerOf(rule, rules) {
  if (rule.state !== 'active') return undefined
  const before = rules.slice(
    0,
    rules.findIndex(({ id }) => id === rule.id),
  )
  return before.find(
    (other) =>
      other.state === 'active' &&
      (other.share ?? 1) === 1 &&
      other.remaining === null &&
      other.path === undefined &&
      isWithin(rule.method, other.method) &&
      isWithin(rule.operation, other.operation) &&
      (other.key === undefined || other.key === rule.key) &&
      ENDS.some((effect) => other[effect] !== undefined),
  )
}

const ENDS = /** @type {const} */ (['error', 'status', 'connection', 'body', 'missing_headers'])

/** @param {string[] | undefined} inner @param {string[] | undefined} outer What is undefined holds everything. */
function isWithin(inner, outer) {
  return outer === undefined || (inner?.every((each) => outer.includes(each)) ?? false)
}

/** @param {number} ms */
const seconds = (ms) => (ms < 1000 ? `${ms} ms` : `${round(ms / 1000)} s`)
/** @param {number} value */
const round = (value) => Math.round(value * 100) / 100
/** @param {string} text */
const capital = (text) => text.charAt(0).toUpperCase() + text.slice(1)

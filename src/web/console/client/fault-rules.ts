import type { Control } from './session.ts'
export type Fault = Control['Fault']

/** The names of the rules of switches start with this. */
const OF_SWITCH = 'Console: '

/** @param title Of a switch. */
export const nameOfSwitch = (title: string) => `${OF_SWITCH}${title.toLowerCase()}`

/** The title of a rule. */
export function titleOf({ id, name }: Pick<Fault, 'id' | 'name'>) {
  if (!name) return id
  return name.startsWith(OF_SWITCH) ? capital(name.slice(OF_SWITCH.length)) : name
}

/** Describes the effect of a rule. */
export function effectOf({
  error,
  status,
  delay,
  connection,
  body,
  missing_headers,
}: Pick<Fault, 'error' | 'status' | 'delay' | 'connection' | 'body' | 'missing_headers'>) {
  const parts = []
  if (typeof delay === 'number') parts.push(`waits ${seconds(delay)}`)
  else if (delay !== undefined)
    parts.push(
      `waits up to ${seconds(delay.median ?? 0)} half of the time, and over ${seconds(delay.p99 ?? 0)} for 1 in 100`,
    )
  if (error !== undefined || status !== undefined)
    parts.push(`answers with ${[status, error].filter((each) => each !== undefined).join(' ')}`)
  if (connection === 'reset') parts.push('resets the connection')
  if (connection === 'empty') parts.push('closes the connection without a response')
  if (body === 'truncated') parts.push('sends half of the body')
  if (body === 'malformed') parts.push('sends broken JSON')
  if (missing_headers !== undefined) parts.push(`leaves out ${missing_headers.join(', ')}`)
  return capital(parts.join(', '))
}

export function targetOf(
  { operation, method, path, key }: Pick<Fault, 'operation' | 'method' | 'path' | 'key'>,
  keyName: (id: string) => string = (id) => id,
) {
  const parts = []
  if (method !== undefined) parts.push(`${method.join(', ')} requests`)
  if (operation !== undefined)
    parts.push(operation.length > 3 ? `${operation.length} operations` : operation.join(', '))
  if (path !== undefined) parts.push(path)
  if (key !== undefined) parts.push(`with the key ${keyName(key)}`)
  const isAny = method === undefined && operation === undefined && path === undefined
  return [...(isAny ? ['All operations'] : []), ...parts].join(', ')
}

export function shareOf(share: number | undefined) {
  return share === undefined || share === 1
    ? 'every request'
    : `${round(share * 100)} % of the requests`
}

/**
 * The active rule before `rule` that answers all its requests, if any. After a rule that only delays, later rules still apply.
 * @param rules In their order.
 */
export function blockerOf(rule: Fault, rules: readonly Fault[]) {
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

const ENDS = ['error', 'status', 'connection', 'body', 'missing_headers'] as const

/** @param outer Undefined contains everything. */
function isWithin(inner: string[] | undefined, outer: string[] | undefined) {
  return outer === undefined || (inner?.every((each) => outer.includes(each)) ?? false)
}

const seconds = (ms: number) => (ms < 1000 ? `${ms} ms` : `${round(ms / 1000)} s`)
const round = (value: number) => Math.round(value * 100) / 100
export const capital = (text: string) => text.charAt(0).toUpperCase() + text.slice(1)

/** How many requests a rule with a count still affects: `2 of 3 left`. */
export const leftOf = ({ count, remaining }: Pick<Fault, 'count' | 'remaining'>) =>
  count === undefined ? undefined : `${remaining} of ${count} left`

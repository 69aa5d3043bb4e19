import type { Random } from '../random.ts'
import { KEY, type Malformed, whole } from './malformed-bytes.ts'
import {
  CONTROL_OPERATIONS,
  type MalformedOperation,
  OPERATIONS,
  pathOf,
} from './malformed-operations.ts'
import { RAW_VALUES, VALUES } from './malformed-parts.ts'

/** What stands where a member of a body should, as JSON. */
const JSON_VALUES = [
  'null',
  '0',
  '1.5',
  '1e400',
  '""',
  '"\\u0000"',
  '"\\ud800"',
  '"__proto__"',
  '"<img src=x onerror=alert(1)>"',
  '[]',
  '[null]',
  '{}',
  '{"__proto__":{"polluted":true}}',
  '{"toString":null}',
  JSON.stringify('🚢'.repeat(300)),
  JSON.stringify('e\u0301'.repeat(90)),
  JSON.stringify(Array.from({ length: 1000 }, (_, n) => `keyword ${n}`)),
  `${'['.repeat(99)}${']'.repeat(99)}`,
  `${'{"a":'.repeat(150)}1${'}'.repeat(150)}`,
]

/** A body with one member or header wrong, the others as the document shows them. */
export function badField(random: Random): Malformed {
  const operation = random.pick(OPERATIONS)
  return withBadPart(operation, random, [KEY, ...badHeaders(operation, random)])
}

/**
 * The same at the control plane, with the key of an account that nobody else uses: what it has come about there
 * (faults, another time) concerns that account.
 */
export function badControl(random: Random): Malformed {
  const operation = random.pick(CONTROL_OPERATIONS)
  const key = 'Authorization: Bearer svc_test_starter'
  const request = withBadPart(operation, random, [key, ...badHeaders(operation, random)])
  return { ...request, metered: false }
}

function badHeaders({ headers }: MalformedOperation, random: Random): string[] {
  return headers
    .filter(() => random.chance(50))
    .map((name) => `${name}: ${random.pick(VALUES).replace(/[^\x20-\x7e]/g, '\xff')}`)
}

function withBadPart(
  operation: MalformedOperation,
  random: Random,
  headers: readonly string[],
): Malformed {
  const { method, parameters, hasBody } = operation
  const path = pathOf(operation.path, random)
  const query = parameters
    .filter(() => random.chance(hasBody ? 20 : 60))
    .map(
      (name) =>
        `${name}=${random.chance(10) ? random.pick(RAW_VALUES) : encodeURIComponent(random.pick(VALUES))}`,
    )
  const target = query.length > 0 ? `${path}?${query.join('&')}` : path
  if (!hasBody) return whole(method, target, headers)
  const body = Buffer.from(badBody(operation, random))
  return whole(method, target, [...headers, 'Content-Type: application/json'], body)
}

/** The members of a body as text, so that a name can occur twice. */
function badBody({ fields }: MalformedOperation, random: Random): string {
  const members = Object.entries(fields).map(
    ([name, value]) => `${JSON.stringify(name)}:${JSON.stringify(value) ?? 'null'}`,
  )
  for (let wrong = 1 + random.below(2); wrong > 0; wrong--) {
    const names = [...Object.keys(fields), '__proto__', 'constructor', '']
    const member = `${JSON.stringify(random.pick(names))}:${random.pick(JSON_VALUES)}`
    // In place of another, before it or behind it.
    members.splice(random.below(members.length + 1), random.below(2), member)
  }
  return `{${members.join(',')}}`
}

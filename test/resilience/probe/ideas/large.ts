import { ATTACKER } from '../accounts.ts'
import type { Idea } from '../idea.ts'
import { ALL_OPERATIONS, bodyFor, isOpen, isOperators, isStream, pathFor } from '../operations.ts'
import { bearer, JSON_BODY } from '../request.ts'

const LINE = 12_000
const PIECES = [
  'a',
  '1',
  ',',
  'a,',
  '%20',
  '%25',
  '%F0%9F%91%A9',
  'e%CC%81',
  '-',
  '.',
  '*',
  '(a+)+',
  '%00',
  '&a=1',
  '[]',
  '2026-01-01,',
]
const TEXTS = [
  'a',
  ' ',
  '\u0000',
  '👩‍👩‍👧‍👦',
  'e\u0301\u0323',
  '\u202e',
  '"',
  '\\',
  '/',
  '.',
  '-',
  '@',
  'a.',
  '\r\n',
  'http://a@',
  'svc_test_',
  '=',
  'ﷺ',
  '*?',
]

const OPERATIONS = ALL_OPERATIONS.filter(
  (operation) =>
    !isOpen(operation) &&
    !isOperators(operation) &&
    !isStream(operation) &&
    operation.method !== 'DELETE' &&
    operation.id !== 'resetSandbox' &&
    operation.id !== 'waitForRequest',
)

const many = (count: number, make: (n: number) => [string, unknown]) =>
  Object.fromEntries(Array.from({ length: count }, (_, n) => make(n)))

/** The largest inputs below the limits. The slowest of all inputs are timed alone afterwards. */
const large: Idea = {
  name: 'large',
  weight: 2,
  async run(attempt) {
    const { random } = attempt
    const operation = random.pick(OPERATIONS)
    const headers = [bearer(ATTACKER.key)]
    const { method, hasBody, fields, parameters } = operation
    const path = pathFor(operation)
    if (!hasBody) {
      const piece = random.pick(PIECES)
      const name = parameters.length > 0 && random.chance(80) ? random.pick(parameters) : 'x'
      if (name === 'account') return
      const target = `${path}?${name}=${piece.repeat(Math.floor(LINE / piece.length))}`
      await attempt.send(attempt.anyServer(), { method, target, headers }, {}, operation.id)
      return
    }
    const names = Object.keys(fields)
    const name = names.length > 0 && random.chance(70) ? random.pick(names) : 'x'
    const text = random.pick(TEXTS)
    const length = random.pick([200, 2000, 20_000, 100_000])
    const value = random.pick([
      () => text.repeat(length),
      () => Array.from({ length: Math.min(length, 19_000) }, (_, n) => `${text}${n}`),
      () => Array(Math.min(length, 19_000)).fill(text),
      () => many(Math.min(length, 19_000), (n) => [`${text}${n}`, n]),
      () => Array.from({ length: Math.min(length, 9000) }, (_, n) => ({ [`${text}${n}`]: 1 })),
    ])()
    const body =
      random.chance(30) && typeof value === 'object' && !Array.isArray(value)
        ? { ...bodyFor(operation), ...value }
        : { ...bodyFor(operation), [name]: value }
    const answer = await attempt.send(
      attempt.anyServer(),
      { method, target: path, headers: [...headers, JSON_BODY], body: JSON.stringify(body) },
      {},
      operation.id,
    )
    if ((answer?.body.length ?? 0) > 5_000_000)
      attempt.found('a huge answer', attempt.range.loopback)
  },
}

export const LARGE: Idea[] = [large]

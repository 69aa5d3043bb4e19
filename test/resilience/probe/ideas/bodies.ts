import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib'
import type { Random } from '../../../support/random.ts'
import { ATTACKER } from '../accounts.ts'
import type { Attempt, Idea } from '../idea.ts'
import {
  ALL_OPERATIONS,
  bodyFor,
  isOpen,
  isOperators,
  type ProbedOperation,
  pathFor,
} from '../operations.ts'
import { bearer, JSON_BODY } from '../request.ts'

const WITH_BODY = ALL_OPERATIONS.filter(
  (operation) =>
    operation.hasBody &&
    (!isOpen(operation) || operation.id === 'receiveEvent') &&
    !isOperators(operation) &&
    // It drops what the other ideas use.
    operation.id !== 'resetSandbox',
)

/** JSON in the place of a member. */
const VALUES = [
  ...['null', 'true', 'false', '0', '-0', '-1', '0.1', '1e999', '-1e999', '1e-999', '1E400'],
  ...['9007199254740993', '9'.repeat(400), '2147483648', '-2147483649', '0.30000000000000004'],
  ...['""', '" "', '"\\u0000"', '"\\ud800"', '"\\udc00\\ud800"', '"\\u202e\\u2066"', '"\\ufeff"'],
  ...['"__proto__"', '"constructor"', '"toString"', '"prototype"', '"hasOwnProperty"'],
  ...[
    '"*"',
    '".."',
    '"../../etc/passwd"',
    '"%00"',
    '"$\x7b7*7}"',
    '"{{7*7}}"',
    '"\\r\\nX-Injected: 1"',
  ],
  ...['[]', '[[]]', '[null]', '[{}]', '[[[[[[[[[[]]]]]]]]]]', '{}', '{"":""}', '{"length":1e9}'],
  '{"__proto__":{"polluted":"yes"}}',
  '{"constructor":{"prototype":{"polluted":"yes"}}}',
  '{"toString":"x","valueOf":"x","toJSON":"x"}',
  '{"then":"x"}',
  '{"$gt":""}',
  '{"type":"Buffer","data":[1,2,3]}',
  '"(a+)+$"',
  JSON.stringify('a'.repeat(201)),
  JSON.stringify('a'.repeat(20_000)),
  JSON.stringify('\u0301'.repeat(200)),
  JSON.stringify('👩‍👩‍👧‍👦'.repeat(25)),
  JSON.stringify(Array(101).fill('ranking.changed')),
  JSON.stringify(Array.from({ length: 1001 }, (_, n) => `k${n}`)),
  '"2026-02-30"',
  '"-271821-04-20T00:00:00Z"',
  '"+275760-09-13T00:00:00.001Z"',
  '"P1Y"',
  '"99999999999999d"',
]

const PREFIXES = [
  '"__proto__":{"polluted":"yes","status":418}',
  '"constructor":{"prototype":{"polluted":"yes"}}',
  '"__proto__":null',
  '"__proto__":[]',
  '"prototype":{"polluted":"yes"}',
  '"\\u005f_proto__":{"polluted":"yes"}',
  '"toString":1',
  '"hasOwnProperty":1',
  '"id":"acc_victim"',
  '"account_id":"acc_victim"',
  '"":1',
  '"\\ud800":1',
]

/** The members of a body as text, so that a name can occur twice. */
function mutated(operation: ProbedOperation, random: Random): string {
  const members = Object.entries(bodyFor(operation)).map(
    ([name, value]) => [JSON.stringify(name), JSON.stringify(value) ?? 'null'] as [string, string],
  )
  const at = random.below(Math.max(1, members.length))
  const chosen = members[at]
  const written = () => members.map(([name, value]) => `${name}:${value}`)
  if (!chosen || random.chance(25)) return `{${[random.pick(PREFIXES), ...written()].join(',')}}`
  if (random.chance(15))
    return `{${[...written(), `${chosen[0]}:${random.pick(VALUES)}`].join(',')}}`
  if (random.chance(10)) return `{${written().toSpliced(at, 1).join(',')}}`
  chosen[1] = random.pick(VALUES)
  if (random.chance(20)) (random.pick(members) as [string, string])[1] = random.pick(VALUES)
  return `{${written().join(',')}}`
}

/** Wrong types, polluting members, repeated names and impossible numbers in each member of each body. */
const members: Idea = {
  name: 'members',
  weight: 16,
  async run(attempt) {
    const operation = attempt.random.pick(WITH_BODY)
    await sendBody(attempt, operation, mutated(operation, attempt.random), [JSON_BODY])
  },
}

async function sendBody(
  attempt: Attempt,
  operation: ProbedOperation,
  body: string | Buffer,
  headers: string[],
): Promise<void> {
  const server = attempt.anyServer()
  const answer = await attempt.send(
    server,
    {
      method: operation.method,
      target: pathFor(operation),
      headers: [bearer(ATTACKER.key), ...headers],
      body,
    },
    {},
    operation.id,
  )
  if (answer?.status !== 201 && operation.id !== 'updateReceiver') return
  // What it created would slow down all that follows.
  const id = /"(?:id|key_id|name)":"([\w.-]+)"/.exec(answer?.body.toString() ?? '')?.[1]
  const target =
    operation.id === 'triggerEvent' ? undefined : `${operation.path}${id ? `/${id}` : ''}`
  if (target === undefined) return
  await server.send({ method: 'DELETE', target, headers: [bearer(ATTACKER.key)] })
}

const WRAPPED: ((text: string, random: Random) => [body: string | Buffer, headers: string[]])[] = [
  (text) => [Buffer.from(text, 'utf16le'), [JSON_BODY]],
  (text) => [Buffer.from(text, 'utf16le'), ['Content-Type: application/json; charset=utf-16']],
  (text) => [text, ['Content-Type: application/json; charset=utf-7']],
  (text) => [text, ['Content-Type: application/json; charset=__proto__']],
  (text) => [text, ['Content-Type: application/json;charset="utf-8";charset=utf-16']],
  (text) => [`\ufeff${text}`, [JSON_BODY]],
  (text) => [Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from(text)]), [JSON_BODY]],
  (text) => [text.replace(/[a-z]/, '\xff'), [JSON_BODY]],
  (text) => [Buffer.from(text.replace(/"(\w)/, '"\xc0\xaf$1'), 'latin1'), [JSON_BODY]],
  (text) => [Buffer.from(text.replace(/"(\w)/, '"\xed\xa0\x80$1'), 'latin1'), [JSON_BODY]],
  (text) => [`${text}${text}`, [JSON_BODY]],
  (text) => [`${text}\0`, [JSON_BODY]],
  (text) => [text.slice(0, -1), [JSON_BODY]],
  (text) => [text.replaceAll('"', "'"), [JSON_BODY]],
  (text) => [text.replace(':', ':/**/'), [JSON_BODY]],
  (text) => [text.replace('}', ',}'), [JSON_BODY]],
  (text) => [`[${text}]`, [JSON_BODY]],
  (text) => [JSON.stringify(text), [JSON_BODY]],
  (text) => [text, ['Content-Type: text/plain']],
  (text) => [text, ['Content-Type: application/x-www-form-urlencoded']],
  (text) => [text, []],
  (text) => [text, [JSON_BODY, 'Content-Type: text/plain']],
  (text) => [text, ['Content-Type: application/vnd.api+json']],
  (text) => [text, ['Content-Type: multipart/form-data; boundary=x']],
  (text) => [gzipSync(text), [JSON_BODY, 'Content-Encoding: gzip']],
  (text) => [gzipSync(text).subarray(0, -4), [JSON_BODY, 'Content-Encoding: gzip']],
  (text) => [gzipSync(gzipSync(text)), [JSON_BODY, 'Content-Encoding: gzip, gzip']],
  (text) => [deflateSync(text), [JSON_BODY, 'Content-Encoding: deflate']],
  (text) => [brotliCompressSync(text), [JSON_BODY, 'Content-Encoding: br']],
  (text) => [text, [JSON_BODY, 'Content-Encoding: gzip']],
  (text) => [text, [JSON_BODY, 'Content-Encoding: __proto__']],
  (text) => [text, [JSON_BODY, 'Content-Encoding: identity, identity']],
  () => [BOMB, [JSON_BODY, 'Content-Encoding: gzip']],
  () => [`${'['.repeat(400_000)}`, [JSON_BODY]],
  () => [`${'{"a":'.repeat(5000)}1${'}'.repeat(5000)}`, [JSON_BODY]],
  (_, random) => [Buffer.from(Array.from({ length: 60 }, () => random.below(256))), [JSON_BODY]],
]

/** 20 MB of blanks. */
const BOMB = gzipSync(Buffer.alloc(20 * 1024 * 1024, ' '))

/** Whole bodies in wrong codings, types and forms. */
const wrappings: Idea = {
  name: 'wrappings',
  weight: 6,
  async run(attempt) {
    const { random } = attempt
    const operation = random.pick(WITH_BODY)
    const [body, headers] = random.pick(WRAPPED)(JSON.stringify(bodyFor(operation)), random)
    await sendBody(attempt, operation, body, headers)
  },
}

export const BODIES: Idea[] = [members, wrappings]

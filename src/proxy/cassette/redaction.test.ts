import { readFile } from 'node:fs/promises'
import { expect, it } from 'vitest'
import { captured } from '../../../test/support/captured.ts'
import { base64, type Given, isIn } from '../../../test/support/planted-secrets.ts'
import { temporaryFolder } from '../../../test/support/temporary.ts'
import { silentLog } from '../../log.ts'
import { createClock } from '../../time/clock.ts'
import { Cassette, type CassetteParts } from './cassette.ts'
import { redactMembers } from './redaction.ts'
import { Vault } from './vault.ts'

const PARTS: CassetteParts = { clock: createClock(), log: silentLog, operationOf: () => undefined }

type Random = (below: number) => number

/** The same numbers for the same seed (mulberry32). */
function randomOf(seed: number): Random {
  let state = seed
  return (below) => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) % below
  }
}

const LETTERS = 'abcdefghijkmnopqrstuvwxyzABCDEFGHJKLMNPQRSTUVWXYZ'
const SIGNS = `${LETTERS}0123456789-_`
const ANY = `${SIGNS} .!?#&=+/%"'\\:;éü€`

function textOf(random: Random, length: number, from: string): string {
  const characters = [...from]
  return Array.from({ length }, () => characters[random(characters.length)]).join('')
}

/** Secrets that can be no word: of a letter, a digit and others. */
const SECRETS: ((random: Random) => string)[] = [
  (random) => `svc_test_${textOf(random, 12 + random(20), SIGNS)}`,
  (random) => `svc_session_${textOf(random, 24, SIGNS)}`,
  (random) => `${textOf(random, 4, LETTERS)}7${textOf(random, 6 + random(20), SIGNS)}`,
  (random) => `${textOf(random, 4, LETTERS)}3${textOf(random, 12 + random(12), ANY)}q`,
  (random) => Buffer.from(textOf(random, 20, SIGNS)).toString('hex'),
]

const FORM = { 'Content-Type': 'application/x-www-form-urlencoded' }

/** Where the name of a value says that it is a secret. */
const BY_NAME: ((secret: string, name: string) => Given)[] = [
  (secret, name) => ({ method: 'POST', body: { [name]: secret } }),
  (secret, name) => ({ method: 'POST', body: { a: [{ b: { [name]: [secret, 'x'] } }] } }),
  (secret, name) => ({ answer: { data: { id: 7, [name]: secret, at: '2026-01-01' } } }),
  (secret, name) => ({ answer: { raw: JSON.stringify({ [name]: secret }) } }),
  (secret, name) => ({ path: `/campaigns?limit=1&${name}=${encodeURIComponent(secret)}` }),
  (secret, name) => ({
    method: 'POST',
    headers: FORM,
    body: new URLSearchParams({ a: 'b', [name]: secret }).toString(),
  }),
  (secret, name) => ({ answer: { state: base64(JSON.stringify({ [name]: secret })) } }),
]

/** Where nothing but the secret itself says so. */
const ELSEWHERE: ((secret: string) => Given)[] = [
  (secret) => ({ answer: { note: `You sent ${JSON.stringify(secret)} here.` } }),
  (secret) => ({ answer: { list: [secret, 1], nested: JSON.stringify({ deep: secret }) } }),
  (secret) => ({ path: `/campaigns?search=${encodeURIComponent(secret)}` }),
  (secret) => ({
    method: 'POST',
    headers: FORM,
    body: new URLSearchParams({ q: secret }).toString(),
  }),
  (secret) => ({ answer: { state: base64(secret) } }),
  (secret) => ({ answer: { note: `In base64, it is ${base64(secret)}.` } }),
  (secret) => ({
    answer: `seen: ${secret} in a log\n`,
    answerHeaders: [['Content-Type', 'text/plain']],
  }),
  (secret) => ({ answerHeaders: [['X-Echo', encodeURIComponent(secret)]] }),
]

const NAMES = ['password', 'api_key', 'refreshToken', 'client_secret', 'sessionId', 'signature']

/** By hand, 3,000: `PLANTINGS=3000`. */
const PLANTINGS = Number(process.env.PLANTINGS ?? 60)

it('hides random secrets wherever they were planted, and nothing else', async () => {
  const failed: unknown[] = []
  for (let seed = 1; seed <= PLANTINGS; seed += 1) {
    const random = randomOf(seed)
    const pick = <T>(list: readonly T[]) => list[random(list.length)] as T
    const secret = pick(SECRETS)(random)
    const name = pick(NAMES)
    const kept = `kept text ${seed}`
    const file = `${await temporaryFolder()}/session.har`
    const cassette = await Cassette.open(file, 'record', PARTS)
    const exchanges = [
      pick(BY_NAME)(secret, name),
      pick(ELSEWHERE)(secret),
      pick(ELSEWHERE)(secret),
    ]
    if (random(2) === 1) exchanges.reverse()
    for (const given of [...exchanges, { answer: { kept, name: 'A', id: seed } }]) {
      cassette.record(captured(given))
    }
    await cassette.close()

    const text = await readFile(file, 'utf8')
    const isWhole = JSON.parse(text).log.entries.length === 4
    if (isIn(text, secret) || !isWhole || !text.includes(kept)) {
      failed.push({ seed, secret, name, exchanges })
    }
  }

  expect(failed.slice(0, 5)).toEqual([])
})

it.each<[string, object]>([
  ['the parameters of a form', { postData: { params: [{ name: 'pwd', value: 'planted 6' }] } }],
  ['the list of cookies', { cookies: [{ name: 'sid', value: 'planted-7' }] }],
  ['a number of a tool', { _pin: 918273 }],
  ['a number in a member of a tool', { _form: { pin: 918273 } }],
  ['headers of a tool', { _trailers: [{ name: 'X-Api-Key', value: 'planted 1' }] }],
  ['a text below the name of a secret', { _token: { raw: 'aBcDefGhijkLmnopq123planted' } }],
  ['a list that HAR does not know', { trailers: [{ name: 'X-Api-Key', value: 'planted 2' }] }],
  ['a name that every object has', { constructor: [{ name: 'password', value: 'planted 3' }] }],
  ['a tool\u2019s view of a request', { postData: { _raw: '{"password":"planted 4"}' } }],
  ['a tool\u2019s view of a response', { content: { text: 'a', _view: 'password=planted5' } }],
])('hides a secret in %s', (_, part) => {
  expect(JSON.stringify(redactMembers(part, new Vault()))).not.toMatch(/planted|918273/)
})

it('keeps a number of a tool that has the digits of a secret', () => {
  const part = { password: '1234567890123456', _at: [1234567890123456] }

  expect(redactMembers(part, new Vault())).toMatchObject({ _at: part._at })
})

import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, it } from 'vitest'
import { captured } from '../../../test/support/captured.ts'
import { temporaryFile, temporaryFolder } from '../../../test/support/temporary.ts'
import { silentLog } from '../../log.ts'
import { createClock } from '../../time/clock.ts'
import { Cassette, type CassetteParts } from './cassette.ts'

const PARTS: CassetteParts = { clock: createClock(), log: silentLog, operationOf: () => undefined }
type Given = Parameters<typeof captured>[0]

it('gives repeated requests the recorded answers in order, and the last one from then on', async () => {
  const { cassette } = await recorded(
    { answer: { n: 1 } },
    { path: '/auth/me', answer: { n: 9 } },
    { answer: { n: 2 } },
  )
  await cassette.change('replay')

  expect([1, 2, 3].map(() => ask(cassette, {}))).toEqual([{ n: 1 }, { n: 2 }, { n: 2 }])
  await cassette.change('replay')
  expect(ask(cassette, {})).toEqual({ n: 1 })
})

it.each<[string, Given, Given]>([
  ['order of the query', { path: '/a?x=1&y=2&x=3' }, { path: '/a?y=2&x=1&x=3' }],
  ['percent-encoding', { path: '/caf%C3%A9/%7Eb?q=a+b' }, { path: '/caf%c3%a9/~b?q=a%20b' }],
  [
    'order of members',
    { method: 'POST', body: { a: 1, b: { c: 2, d: [1, 2] } } },
    { method: 'POST', body: { b: { d: [1, 2], c: 2 }, a: 1 } },
  ],
  ['order of a form', form('a=1&b=%7E'), form('b=~&a=1')],
  ['boundary', parts('xxx'), parts('yyyy')],
  [
    'another key',
    { headers: { Authorization: 'Bearer svc_test_a1' } },
    { headers: { Authorization: 'Bearer svc_test_b2' } },
  ],
  [
    'another password',
    { method: 'POST', body: { password: 'first-password-1' } },
    { method: 'POST', body: { password: 'second-2' } },
  ],
  ['another signature', { outside: '/files/a?sig=abcdef123' }, { outside: '/files/a?sig=zzz999' }],
])('matches whatever the %s', async (_, before, now) => {
  const { cassette } = await recorded({ ...before, answer: { found: true } })
  await cassette.change('replay')

  expect(ask(cassette, now)).toEqual({ found: true })
})

it.each<[string, Given, Given, object[]]>([
  [
    'query',
    { path: '/a?limit=1' },
    { path: '/a?limit=2&page=3' },
    [
      { in: 'query', path: 'limit', recorded: '1', requested: '2' },
      { in: 'query', path: 'page', requested: '3' },
    ],
  ],
  [
    'body',
    { method: 'PUT', body: { a: { b: [1, 2] }, c: 1 } },
    { method: 'PUT', body: { a: { b: [1, 3] } } },
    [
      { in: 'body', path: '/a/b/1', recorded: '2', requested: '3' },
      { in: 'body', path: '/c', recorded: '1' },
    ],
  ],
  [
    'order of a list',
    { method: 'PUT', body: [1, 2] },
    { method: 'PUT', body: [2, 1] },
    [
      { in: 'body', path: '/0', recorded: '1', requested: '2' },
      { in: 'body', path: '/1', recorded: '2', requested: '1' },
    ],
  ],
  [
    'path',
    { path: '/campaigns/a' },
    { path: '/campaigns/b' },
    [{ in: 'path', path: '', recorded: '/campaigns/a', requested: '/campaigns/b' }],
  ],
  [
    'method',
    { path: '/a' },
    { method: 'DELETE', path: '/a' },
    [{ in: 'method', path: '', recorded: 'GET', requested: 'DELETE' }],
  ],
])('names the nearest recording and the difference: %s', async (_, before, now, differences) => {
  const { cassette } = await recorded({ path: '/far/away' }, before)
  await cassette.change('replay')

  const replay = cassette.replay({ ...captured(now), origin: 'http://localhost' })
  expect('unmatched' in replay && replay.unmatched.details.differences).toEqual(differences)
})

it('answers each key as it was recorded, in any order, and none without one', async () => {
  const { file, cassette } = await recorded(
    { status: 401, answer: { who: 'nobody' } },
    {
      headers: { Authorization: 'Bearer svc_test_first' },
      answer: { who: 'first', key: 'svc_test_first' },
    },
    {
      headers: { Authorization: 'Bearer svc_test_second' },
      answer: { who: 'second', key: 'svc_test_second' },
    },
  )
  await cassette.close()
  const again = await Cassette.open(file, 'replay', PARTS)
  const as = (key: string) => ask(again, { headers: { Authorization: `Bearer ${key}` } })

  expect(as('svc_test_mine')).toEqual({ who: 'first', key: 'svc_test_mine' })
  expect(as('svc_test_yours')).toEqual({ who: 'second', key: 'svc_test_yours' })
  expect(as('svc_test_mine')).toEqual({ who: 'first', key: 'svc_test_mine' })
  expect(ask(again, {})).toEqual({ who: 'nobody' })
})

it('escapes a key in a link as a link wants it', async () => {
  const as = (key: string) => ({ headers: { Authorization: `Bearer ${key}` } })
  const link = (key: string) => `https://a.example/?q=${encodeURIComponent(key)}`
  const { cassette } = await recorded({ ...as('opaque/1+key'), answer: link('opaque/1+key') })
  await cassette.change('replay')

  const replay = cassette.replay({ ...captured(as('other/2&key')), origin: 'http://localhost' })

  const body = 'answer' in replay ? Buffer.from(replay.answer.body).toString() : ''
  expect(body).toBe(link('other/2&key'))
})

it('leads signed links to the proxy if their file is recorded', async () => {
  const link = (name: string) =>
    `https://staging.example.com/files/${name}?expires=9&signature=abc123def`
  const { file, cassette } = await recorded(
    { answer: { here: link('a.csv'), elsewhere: link('b.csv') } },
    { outside: '/files/a.csv?expires=9&signature=abc123def', answer: [1, 2] },
  )
  await cassette.close()
  const again = await Cassette.open(file, 'replay', PARTS)

  const { here, elsewhere } = ask(again, {}) as Record<'here' | 'elsewhere', string>
  expect(here).toMatch(/^http:\/\/localhost:4020\/files\/a\.csv\?expires=9&signature=recorded-/)
  expect(elsewhere).toMatch(/^https:\/\/staging\.example\.com\/files\/b\.csv\?/)
  expect(ask(again, { outside: here.slice('http://localhost:4020'.length) })).toEqual([1, 2])
})

it('keeps what a cassette has in update, and adds the rest', async () => {
  const { file, cassette } = await recorded({
    path: '/a',
    headers: { Authorization: 'Bearer svc_test_1' },
  })
  await cassette.close()
  const before = JSON.parse(readFileSync(file, 'utf8'))
  writeFileSync(file, JSON.stringify({ log: { ...before.log, _note: 'mine', pages: [] } }))

  const updating = await Cassette.open(file, 'update', PARTS)
  updating.record(
    captured({
      path: '/b',
      headers: { Authorization: 'Bearer svc_test_2' },
      body: { token: 'another-token-1' },
    }),
  )
  await updating.close()

  const { log } = JSON.parse(readFileSync(file, 'utf8'))
  expect(log).toMatchObject({ _note: 'mine', pages: [] })
  expect(log.entries[0]).toEqual(before.log.entries[0])
  expect(log.entries).toHaveLength(2)
  expect(readFileSync(file, 'utf8')).not.toMatch(/svc_test_\d|another-token/)
  expect(readdirSync(dirname(file))).toEqual(['session.har'])
  expect(statSync(file).mode & 0o777).toBe(0o600)
})

it('refuses to record over a cassette, and to replay an empty one', async () => {
  const { file, cassette } = await recorded({})
  await cassette.close()

  await expect(Cassette.open(file, 'record', PARTS)).rejects.toThrow(
    /recordings already.*--mode update.*--cassette/,
  )
  const missing = join(temporaryFolder(), 'new', 'a.har')
  await expect(Cassette.open(missing, 'replay', PARTS)).rejects.toThrow(
    /no recordings.*--mode record/,
  )
  expect(existsSync(dirname(missing))).toBe(false)
  // A pause does not make its own recordings those of another.
  await cassette.change('watch')
  await cassette.change('record')
})

it('strikes out a secret where it was seen before it was known as one', async () => {
  const { file, cassette } = await recorded(
    { answer: { reference: 'opaque-value-7', 'opaque-value-7': 1 } },
    { path: '/auth/me', headers: { Authorization: 'Bearer opaque-value-7' } },
  )
  await cassette.close()

  expect(readFileSync(file, 'utf8')).not.toContain('opaque-value-7')
})

it('searches for so many secrets in other places, and hides each in its own', async () => {
  const password = (n: number) => `hunter-${n}-of-many-passwords`
  const passwords = Array.from({ length: 1000 }, (_, n) => password(n))
  const { file } = await recorded(
    { method: 'POST', body: passwords.map((each) => ({ password: each })) },
    { answer: `You sent ${password(1)} and ${password(999)}.` },
  )

  const text = readFileSync(file, 'utf8')

  expect(passwords.filter((each) => text.includes(each))).toEqual([password(999)])
  expect(text).toMatch(/You sent <redacted:2> and hunter-999/)
})

it('is written again and again while it records, at most once a second', async () => {
  const clock = { ...createClock(), pause: () => Promise.resolve() }
  const file = temporaryFile('session.har', '')
  const cassette = await Cassette.open(file, 'record', { ...PARTS, clock })
  cassette.record(captured())

  await expect.poll(() => readFileSync(file, 'utf8')).toContain('/campaigns')
  cassette.record(captured({ path: '/auth/me' }))
  await expect.poll(() => readFileSync(file, 'utf8')).toContain('/auth/me')
  await cassette.close()
})

it('says why it cannot be written, and takes it up again', async () => {
  const { file, cassette } = await recorded({})
  cassette.record(captured({ path: '/b' }))
  const inTheWay = join(dirname(file), '.session.har.tmp', 'x')
  const { mkdirSync, rmSync } = await import('node:fs')
  mkdirSync(inTheWay, { recursive: true })

  await expect(cassette.flush()).rejects.toThrow()
  expect(cassette.problem).toContain('folder')
  rmSync(dirname(inTheWay), { recursive: true })
  await cassette.flush()
  expect(cassette.problem).toBe(null)
  expect(readFileSync(file, 'utf8')).toContain('/b')
})

async function recorded(...exchanges: Given[]): Promise<{ file: string; cassette: Cassette }> {
  const file = join(temporaryFolder(), 'session.har')
  const cassette = await Cassette.open(file, 'record', PARTS)
  for (const given of exchanges) cassette.record(captured(given))
  await cassette.flush()
  return { file, cassette }
}

/** The body that answers a request, as JSON. */
function ask(cassette: Cassette, given: Given): unknown {
  const replay = cassette.replay({ ...captured(given), origin: 'http://localhost:4020' })
  return 'answer' in replay ? JSON.parse(Buffer.from(replay.answer.body).toString()) : replay
}

function form(body: string): Given {
  return { method: 'POST', headers: { 'Content-Type': 'application/x-www-form-urlencoded' }, body }
}

function parts(boundary: string): Given {
  const body = `--${boundary}\r\nContent-Disposition: form-data; name="a"\r\n\r\n1\r\n--${boundary}--\r\n`
  return {
    method: 'POST',
    headers: { 'Content-Type': `multipart/form-data; boundary=${boundary}` },
    body,
  }
}

it('removes what a process left that was killed while it wrote, unless it only reads', async () => {
  const file = temporaryFile('session.har', '{"log":{"entries":[]}}')
  const left = join(dirname(file), '.session.har.tmp')
  const others = join(dirname(file), '.other.har.tmp')
  for (const path of [left, others]) writeFileSync(path, '{"half":')

  await expect(Cassette.open(file, 'replay', PARTS)).rejects.toThrow('no recordings')
  const kept = existsSync(left)
  const cassette = await Cassette.open(file, 'update', PARTS)
  await cassette.close()

  expect([kept, existsSync(left), existsSync(others)]).toEqual([true, false, true])
})

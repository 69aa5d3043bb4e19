import { readFile } from 'node:fs/promises'
import { expect, it } from 'vitest'
import { captured } from '../../../test/support/captured.ts'
import { base64, type Given, isIn, PLANTED } from '../../../test/support/planted-secrets.ts'
import { temporaryFolder } from '../../../test/support/temporary.ts'
import { silentLog } from '../../log.ts'
import { createClock } from '../../time/clock.ts'
import { Cassette } from './cassette.ts'

it('strikes out secrets of all kinds before anything is on disk', async () => {
  const text = await recorded(...Object.values(PLANTED).map(([secret, given]) => given(secret)))

  const found = Object.entries(PLANTED).filter(([, [secret]]) => isIn(text, secret))
  expect(found.map(([kind]) => kind)).toEqual([])
})

it.each<[string, string, Given]>([
  [
    'password of Basic',
    'open-Sesame-1',
    { headers: { Authorization: `Basic ${base64('me:open-Sesame-1')}` } },
  ],
  [
    'password of a login',
    'open sesame, please',
    { method: 'POST', body: { password: 'open sesame, please' } },
  ],
  ['cookie', 'abcdef123456', { headers: { Cookie: 'sid=abcdef123456' } }],
  ['key in a query', 'abcdef-123456', { path: '/campaigns?api_key=abcdef-123456' }],
])('strikes out a %s everywhere else', async (_, secret, given) => {
  const message = `You sent "${secret}", or ${encodeURIComponent(secret)}, or ${base64(secret)}.`
  const text = await recorded(
    { ...given, answer: { message } },
    { path: '/other', answer: { secret: null, message } },
  )

  expect(isIn(text, secret)).toBe(false)
  expect(text.match(/You sent/g)).toHaveLength(2)
})

async function recorded(...exchanges: Given[]): Promise<string> {
  const file = `${await temporaryFolder()}/session.har`
  const cassette = await Cassette.open(file, 'record', {
    clock: createClock(),
    log: silentLog,
    operationOf: () => undefined,
  })
  for (const given of exchanges) cassette.record(captured(given))
  await cassette.close()
  return readFile(file, 'utf8')
}

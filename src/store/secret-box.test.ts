import { describe, expect, it } from 'vitest'
import { SecretBox } from './secret-box.ts'

const KEY = 'a random text of 32 characters or more'
const ACCOUNT = {
  id: 'acc_a',
  name: 'linkSecret',
  linkSecret: 'link-0123',
  users: { usr_1: { value: 'no secret' } },
  webhooks: {
    whk_1: {
      url: 'https://app.example/',
      secrets: [
        { value: 'whsec_new', expires_at: null },
        { value: '{"sealed":"a secret that looks encrypted"}', expires_at: 5 },
      ],
      settings: { rate_limit: null, headers: { Authorization: 'Bearer credential', ü: '' } },
    },
  },
}
const SECRETS = ['link-0123', 'whsec_new', 'looks encrypted', 'Bearer credential']

const box = new SecretBox(KEY)

it('encrypts all secrets of an account and nothing else', () => {
  const before = JSON.stringify(ACCOUNT)
  const stored = box.sealed('acc_a', ACCOUNT)
  const text = JSON.stringify(stored)

  for (const secret of SECRETS) expect(text).not.toContain(secret)
  expect(stored).toMatchObject({ id: 'acc_a', name: 'linkSecret', users: ACCOUNT.users })
  expect(stored.users).toBe(ACCOUNT.users)
  expect(box.opened('acc_a', JSON.parse(text))).toEqual(ACCOUNT)
  expect(box.openedText('acc_a', text)).toBe(before)
  expect(JSON.stringify(ACCOUNT)).toBe(before)
})

it.each<[path: (string | number)[], value: unknown]>([
  [['linkSecret'], 'link-0123'],
  [['webhooks', 'whk_1'], ACCOUNT.webhooks.whk_1],
  [['webhooks', 'whk_1', 'secrets'], ACCOUNT.webhooks.whk_1.secrets],
  [['webhooks', 'whk_1', 'secrets', 1], { value: 'whsec_new', expires_at: 1 }],
  [['webhooks', 'whk_1', 'secrets', 0, 'value'], 'whsec_new'],
  [['webhooks', 'whk_1', 'settings'], ACCOUNT.webhooks.whk_1.settings],
  [['webhooks', 'whk_1', 'settings', 'headers', 'Authorization'], 'Bearer credential'],
])('encrypts what is new at %j in a patch', (path, value) => {
  const patch = { op: 'replace' as const, path, value }
  const stored = box.sealedPatches('acc_a', [patch])

  for (const secret of SECRETS) expect(JSON.stringify(stored)).not.toContain(secret)
  expect(box.openedPatches('acc_a', stored)).toEqual([patch])
})

it('leaves other patches, and what is written without a key', () => {
  const patches = [
    { op: 'remove' as const, path: ['webhooks', 'whk_1'] },
    { op: 'replace' as const, path: ['webhooks', 'whk_1', 'secrets', 'length'], value: 1 },
    { op: 'add' as const, path: ['campaigns', 'linkSecret'], value: { name: 'value' } },
  ]

  expect(box.sealedPatches('acc_a', patches)).toEqual(patches)
  expect(box.openedPatches('acc_a', patches)).toEqual(patches)
  expect(new SecretBox().sealed('acc_a', ACCOUNT)).toBe(ACCOUNT)
  expect(box.opened('acc_a', ACCOUNT)).toBe(ACCOUNT)
})

it('encrypts equal secrets differently', () => {
  const [a, b] = [box.sealed('acc_a', ACCOUNT), box.sealed('acc_a', ACCOUNT)]

  expect(a.linkSecret).not.toEqual(b.linkSecret)
})

describe('refused', () => {
  const stored = box.sealed('acc_a', ACCOUNT)

  it.each([
    ['a missing key', new SecretBox(), 'acc_a', stored, 'SVC_SECRET_KEY is not set'],
    ['another key', new SecretBox(`${KEY}.`), 'acc_a', stored, "can't be decrypted with this"],
    ['a secret of another account', box, 'acc_b', stored, "can't be decrypted with this"],
    ['a changed secret', box, 'acc_a', { linkSecret: { sealed: 'AAAA' } }, "can't be decrypted"],
    ['a secret that is no text', box, 'acc_a', { linkSecret: { sealed: 1 } }, "can't be decrypted"],
  ])('is %s', (_, own, id, value, message) => {
    expect(() => own.opened<object>(id, value)).toThrow(message)
  })
})

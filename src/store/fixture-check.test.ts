import { expect, test } from 'vitest'
import { DOCUMENT } from '../testing/document.ts'
import { checkFixture } from './fixture-check.ts'
import { readFixtureSource } from './fixture-source.ts'

/** Each problem as `line:column: path message`. */
function problemsOf(yaml: string): string[] {
  return checkFixture(readFixtureSource(yaml), DOCUMENT).map(
    ({ line, column, path, message }) => `${line}:${column}: ${`${path} ${message}`.trim()}`,
  )
}

test.each<[string, string, string]>([
  ['empty file', '', '1:1: null: expected a mapping with the key accounts'],
  ['no accounts', 'accounts: []', '1:11: accounts []: expected a list of one or more accounts'],
  [
    'unknown key',
    'accounts:\n  - id: acc_a\n    pln: Starter',
    '3:5: accounts[0].pln unknown key; did you mean plan?',
  ],
  [
    'unknown key that is near no other',
    'account_list: 1\naccounts: [{ id: a }]',
    '1:1: account_list unknown key; expected one of accounts',
  ],
  [
    'missing key',
    'accounts:\n  - name: A',
    '2:5: accounts[0].id is missing; expected an id of 1 to 64 letters, digits, "_" or "-"',
  ],
  [
    'bad id',
    'accounts: [{ id: ../etc }]',
    '1:18: accounts[0].id "../etc": expected an id of 1 to 64 letters, digits, "_" or "-"',
  ],
  [
    'number in place of text',
    'accounts: [{ id: a, name: 2024 }]',
    '1:27: accounts[0].name 2024: expected a name (put it in quotes)',
  ],
  [
    'plan that the document does not have',
    'accounts:\n  - id: a\n    plan: constructor',
    '3:11: accounts[0].plan "constructor": expected a plan of the document: Starter, ' +
      'Professional, Enterprise',
  ],
  [
    'unknown prefix',
    'accounts: [{ id: a, keys: [{ token: sk_a }] }]',
    '1:37: accounts[0].keys[0].token "sk_a": expected a token: svc_token_, svc_live_, ' +
      'svc_test_, svc_restricted_ followed by letters, digits, "_" or "-"',
  ],
  [
    'unknown error code of a fault',
    'accounts: [{ id: a, faults: [{ error: oops }] }]',
    '1:39: accounts[0].faults[0].error "oops": expected a code of the API\'s errors',
  ],
  [
    'misspelled effect of a fault',
    'accounts: [{ id: a, faults: [{ eror: server_error }] }]',
    '1:32: accounts[0].faults[0].eror unknown key; did you mean error?',
  ],
  [
    'fault that does nothing',
    'accounts: [{ id: a, faults: [{ count: 3 }] }]',
    '1:30: accounts[0].faults[0] must say what the rule does, with one or more of error, status, ' +
      'delay, connection, body, missing_headers',
  ],
  [
    'fault of a key that is not there',
    'accounts:\n  - id: a\n    keys: [{ token: svc_test_a }]\n    faults:\n      - { status: 500, key: svc_test_a }\n      - { status: 500, key: svc_test_b }',
    '6:29: accounts[0].faults[1].key must be the id, the first 8 characters or the token of a ' +
      'key of this account; there is none like that',
  ],
  [
    'empty token, which breaks two rules',
    "accounts: [{ id: a, keys: [{ token: '' }] }]",
    '1:37: accounts[0].keys[0].token "": expected a token: svc_token_, svc_live_, ' +
      'svc_test_, svc_restricted_ followed by letters, digits, "_" or "-"',
  ],
  [
    'bare prefix',
    'accounts: [{ id: a, keys: [{ token: svc_test_ }] }]',
    '1:37: accounts[0].keys[0].token "svc_test_": expected a token: svc_token_, ' +
      'svc_live_, svc_test_, svc_restricted_ followed by letters, digits, "_" or "-"',
  ],
  [
    'bad permission',
    'accounts: [{ id: a, keys: [{ token: svc_test_a, permissions: [campaigns] }] }]',
    '1:63: accounts[0].keys[0].permissions[0] "campaigns": expected a permission: ' +
      '<resource>:<action>, <resource>:*, or "*" for all',
  ],
  [
    'no past time',
    'accounts: [{ id: a, keys: [{ token: svc_test_a, created: 40d }] }]',
    '1:58: accounts[0].keys[0].created "40d": expected a time before now (-30d, -12h; m, h, d ' +
      'or w) or in ISO 8601 (2025-01-31)',
  ],
  [
    'bad status',
    'accounts: [{ id: a, campaigns: [{ name: A, type: a, keywords: [a], frequency: a, status: x }] }]',
    '1:90: accounts[0].campaigns[0].status "x": expected active or paused',
  ],
  [
    'no receiver',
    'accounts: [{ id: a, webhooks: [{ url: http://shop.example/, events: [ranking.changed], secret: sixteen letters. }] }]',
    '1:39: accounts[0].webhooks[0].url "http://shop.example/": expected an address that begins ' +
      'with https://, or with http:// and leads to this machine',
  ],
  [
    'bad secret',
    'accounts: [{ id: a, webhooks: [{ url: https://a.example/, events: [ranking.changed], secret: whsec_no+base64. }] }]',
    '1:94: accounts[0].webhooks[0].secret "whsec_no+base64.": expected a secret of 16 to 200 ' +
      'characters, with base64 behind whsec_ if it begins so',
  ],
  [
    'unknown event',
    'accounts: [{ id: a, alerts: [{ name: A, campaign_id: cmp_a, event: none }] }]',
    '1:68: accounts[0].alerts[0].event "none": expected an event: campaign.completed, ' +
      'ranking.changed, mention.detected',
  ],
])('names the place, the value and what is expected: %s', (_, yaml, problem) => {
  expect(problemsOf(yaml)).toEqual([problem])
})

test.each(['1.2.3', '127.1', '0x7f.1', '1.2.3.4/33', 'localhost', '2001:db8::/129', '::g'])(
  'does not take %s for an address',
  (address) => {
    const yaml = `accounts: [{ id: a, keys: [{ token: svc_test_a, allowed_ips: ['${address}'] }] }]`

    expect(problemsOf(yaml)).toEqual([
      expect.stringMatching(/^1:63: accounts\[0\]\.keys\[0\]\.allowed_ips\[0\] .*CIDR block/),
    ])
  },
)

test('lists all that is wrong, by line', () => {
  const problems = problemsOf(`accounts:
  - id: acc_a
    keys:
      - token: svc_test_a
        rate_limit: none
      - permissions: ['*']
    campaigns:
      - name: ''
        type: serp
        keywords: []
        frequency: daily
        since: 2025-02-30
  - plan: Starter
`)

  expect(problems.map((problem) => problem.split(' ', 2).join(' '))).toEqual([
    '5:21: accounts[0].keys[0].rate_limit',
    '6:9: accounts[0].keys[1].token',
    '8:15: accounts[0].campaigns[0].name',
    '10:19: accounts[0].campaigns[0].keywords',
    '12:16: accounts[0].campaigns[0].since',
    '13:5: accounts[1].id',
  ])
})

test('says which stories there are, and that a date alone tells none', () => {
  const problems = problemsOf(`accounts:
  - id: acc_a
    campaigns:
      - { name: A, type: serp, keywords: [a], frequency: daily, story: drama }
      - { name: B, type: serp, keywords: [a], frequency: daily, story_date: -30d }
      - { name: C, type: serp, keywords: [a], frequency: daily, story: rise, story_date: soon }
`)

  expect(problems).toEqual([
    '4:72: accounts[0].campaigns[0].story "drama": expected one of the stories rise, fall, launch',
    '5:77: accounts[0].campaigns[1].story_date does nothing without story; ' +
      'add story, one of the stories rise, fall, launch, or leave it out',
    '6:90: accounts[0].campaigns[2].story_date "soon": ' +
      'expected a time relative to now (-30d, 12h; m, h, d or w) or in ISO 8601 (2025-01-31)',
  ])
})

test('names both places of what must not be there twice', () => {
  const problems = problemsOf(`accounts:
  - id: acc_a
    users:
      - { email: me@example.com, password: a }
      - { email: Me@example.com, password: b }
    keys:
      - token: svc_test_a
    campaigns:
      - { id: cmp_a, name: A, type: serp, keywords: [a], frequency: daily }
      - { id: cmp_a, name: B, type: serp, keywords: [a], frequency: daily }
  - id: ACC_A
    keys:
      - token: svc_test_a
`)

  expect(problems).toEqual([
    '5:18: accounts[0].users[1].email "Me@example.com": the same email on lines 4 and 5; ' +
      'expected one user of an account for each email',
    '10:15: accounts[0].campaigns[1].id "cmp_a": the same campaign id on lines 9 and 10; ' +
      'expected one campaign for each id',
    '11:9: accounts[1].id "ACC_A": the same account id on lines 2 and 11; ' +
      'expected one account for each id, whatever its case',
    '13:16: accounts[1].keys[0].token "svc_test_a": the same token on lines 7 and 13; ' +
      'expected one key for each token',
  ])
})

test.each<[string, string, RegExp]>([
  ['bad indentation', 'accounts:\n  - id: a\n   x: 1', /^3:\d+: \S/],
  ['a repeated key', 'accounts:\n  - id: a\n    id: b', /^3:5: .*unique/],
  ['an unquoted star', 'accounts: [{ id: a, keys: [{ permissions: [*] }] }]', /^1:4\d: .*[Aa]lias/],
  ['an alias without an anchor', 'accounts:\n  - id: a\n    keys: *nowhere', /^3:11: .*nowhere/],
  [
    'a second document',
    'accounts: []\n---\naccounts: []',
    /^\d:1: .*second YAML document.*file of its own/,
  ],
])('names the place of what is no YAML: %s', (_, yaml, problem) => {
  expect(problemsOf(yaml)[0]).toMatch(problem)
})

test('shows what an alias stands for at the alias', () => {
  const problems = problemsOf(`accounts:
  - &a { id: acc_a, keys: [{ token: nope }] }
  - { <<: *a, id: acc_b }
`)

  expect(problems.map((problem) => problem.split(' ', 2).join(' '))).toEqual([
    '2:37: accounts[0].keys[0].token',
    '3:5: accounts[1].keys[0].token',
    '3:5: accounts[1].keys[0].token',
  ])
})

const SUBSCRIPTIONS = `accounts:
  - id: acc_a
    campaigns:
      - { id: cmp_a, name: A, type: serp, keywords: [crm], frequency: daily }
    alerts:
      - { id: alr_a, name: A, campaign_id: cmp_a, event: ranking.changed, keyword: CRM }
      - { id: alr_b, name: B, campaign_id: cmp_a, event: mention.detected, platform: grok }
    webhooks:
      - url: http://127.0.0.1:3000/hook
        events: [ranking.changed]
        secret: sixteen letters.
        alerts: [alr_a]
`

test('takes alerts and webhooks that go with each other', () => {
  expect(problemsOf(SUBSCRIPTIONS)).toEqual([])
})

test.each<[string, string, string, RegExp]>([
  [
    'unknown campaign',
    'cmp_a, event: r',
    'cmp_b, event: r',
    /^6:44: .*alerts\[0\]\.campaign_id must .*"cmp_b"/,
  ],
  ['unknown keyword', 'CRM', 'erp', /^6:84: .*alerts\[0\]\.keyword must .*has "crm"; found "erp"/],
  ['unknown platform', 'grok', 'jeeves', /^7:86: .*alerts\[1\]\.platform must .*"jeeves"/],
  ['field of another kind', 'platform: grok', 'min_change: 2', /^7:88: .*min_change is for rank/],
  ['unknown alert', '[alr_a]', '[alr_c]', /^12:18: .*webhooks\[0\]\.alerts\[0\] must .*"alr_c"/],
  ['alert of another kind', '[alr_a]', '[alr_b]', /^12:18: .*alr_b is of mention\.detected/],
  ['id that is taken', 'id: alr_b', 'id: alr_a', /^7:15: .*the same alert id on lines 6 and 7/],
])('names the line of what does not go with the rest: %s', (_, from, to, problem) => {
  expect(problemsOf(SUBSCRIPTIONS.replace(from, to))).toEqual([expect.stringMatching(problem)])
})

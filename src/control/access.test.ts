import { request } from 'node:http'
import { expect, it } from 'vitest'
import { startSandbox } from '../../test/support/sandbox.ts'
import type { RoutedOperation } from '../openapi/served/operation.ts'
import { rules } from './control-rules.ts'
import type { Access } from './operation.ts'

// Who may call each operation of spec/sandbox.yaml, including future ones.
const { operations } = rules
const ADMIN = 'let-me-in'
/** Stands for the key of an account that the operator made: in a hosted demo, those of the fixture control nothing. */
const OWN = 'svc_test_own'
const OWN_RESTRICTED = 'svc_restricted_own'

/** Parameters that make an operation answer late. */
const QUERY: Record<string, string> = { waitForRequest: 'timeout=0s' }

/** Operations whose `account` is closed to a key of another account. */
const namesAccount = ({ queryParameters }: RoutedOperation) =>
  queryParameters.some(({ name }) => name === 'account')

interface Caller {
  title: string
  /** Whether the sandbox has an admin token. */
  isHosted: boolean
  headers: Record<string, string>
  /** Sent as `account` to the operations that take it. */
  account?: string
  /** The kinds of operation that are open; all others are answered with 401 or 403. */
  opens: readonly Access[]
}

const bearer = (token: string) => ({ Authorization: `Bearer ${token}` })

const CALLERS: Caller[] = [
  {
    title: 'no token, although there is an admin token',
    isHosted: true,
    headers: {},
    opens: ['anyone', 'visitor'],
  },
  {
    title: 'an invalid token',
    isHosted: true,
    headers: bearer('let-me-out'),
    opens: ['anyone', 'visitor'],
  },
  {
    title: 'the admin token',
    isHosted: true,
    headers: bearer(ADMIN),
    opens: ['anyone', 'visitor', 'account', 'operator'],
  },
  ...[true, false].flatMap((isHosted): Caller[] => {
    const where = isHosted ? 'where there is an admin token' : 'on this machine'
    return [
      {
        title: `a restricted key, ${where}`,
        isHosted,
        headers: bearer('svc_restricted_readonly'),
        opens: ['anyone', 'visitor'],
      },
      {
        title: `a restricted key that the operator made, ${where}`,
        isHosted,
        headers: bearer(OWN_RESTRICTED),
        opens: ['anyone', 'visitor'],
      },
      {
        title: `a deleted key, ${where}`,
        isHosted,
        headers: bearer('svc_test_revoked'),
        opens: ['anyone', 'visitor'],
      },
      {
        title: `the account's own key, ${where}`,
        isHosted,
        headers: bearer(OWN),
        opens: ['anyone', 'visitor', 'account'],
      },
      {
        title: `the account's own key that names it, ${where}`,
        isHosted,
        headers: bearer(OWN),
        account: 'acc_own',
        opens: ['anyone', 'visitor', 'account'],
      },
      {
        title: `another account's key, ${where}`,
        isHosted,
        headers: bearer(OWN),
        account: 'acc_demo',
        opens: ['anyone', 'visitor'],
      },
    ]
  }),
  {
    title: 'a key of the fixture, where visitors sign up',
    isHosted: true,
    headers: bearer('svc_test_demo'),
    opens: ['anyone', 'visitor'],
  },
  {
    title: 'a caller on this machine',
    isHosted: false,
    headers: {},
    opens: ['anyone', 'visitor', 'account', 'operator'],
  },
  ...(
    [
      ['a page of another site', { Origin: 'https://evil.example' }, ['anyone']],
      ['a page of another port', { Origin: 'http://localhost:3000' }, ['anyone']],
      ['a page that hides its origin', { 'Sec-Fetch-Site': 'same-site' }, ['anyone']],
      [
        'a page of another site with the own key',
        { Origin: 'https://evil.example', ...bearer(OWN) },
        ['anyone'],
      ],
      ['a webhook of a sandbox on this machine', { 'Webhook-Id': 'evt_1' }, ['anyone']],
      // Not even health: pages of that name could read it.
      ['a page whose name was made to resolve here', { Host: 'evil.example:4010' }, []],
      [
        'a visitor through a proxy on this machine',
        { 'X-Forwarded-For': '203.0.113.7' },
        ['anyone', 'visitor'],
      ],
    ] as const
  ).map(([title, headers, opens]): Caller => ({ title, isHosted: false, headers, opens })),
  {
    title: 'a page of another site that knows the admin token',
    isHosted: true,
    headers: { Origin: 'https://evil.example', ...bearer(ADMIN) },
    opens: ['anyone'],
  },
]

it.each(CALLERS)('$title', async ({ isHosted, headers, account, opens }) => {
  const { port, accounts, keys } = await startSandbox(
    isHosted ? { adminToken: ADMIN, openSignup: true } : { openSignup: true },
  )
  const { token } = (await accounts.create({ id: 'acc_own' })).key
  const terms = { name: 'Reads', permissions: ['campaigns:read'] }
  const restricted = await keys.create(terms, { account: 'acc_own' })
  const sent = Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [
      name,
      value.replace(OWN, token).replace(OWN_RESTRICTED, restricted.token),
    ]),
  )
  const found: Record<string, string> = {}
  const expected: Record<string, string> = {}

  for (const operation of operations) {
    const access = operation.permission as Access
    // Without `account` another account's key would be asking for its own.
    if (account !== undefined && access === 'account' && !namesAccount(operation)) continue
    const status = await statusOf(port, operation, sent, account)
    found[operation.id] = status === 401 || status === 403 ? 'closed' : 'open'
    expected[operation.id] = opens.includes(access) ? 'open' : 'closed'
    if (status === 500) found[operation.id] = 'broken'
  }

  expect(found).toEqual(expected)
})

it('has an account parameter wherever account keys have access', () => {
  const without = operations.filter((each) => each.permission === 'account' && !namesAccount(each))

  expect(without.map(({ id }) => id)).toEqual([])
})

/** The status of the operation's answer. The body is not read, since a stream would not end. */
async function statusOf(
  port: number,
  { id, method, path }: RoutedOperation,
  headers: Record<string, string>,
  account: string | undefined,
): Promise<number> {
  const query = [QUERY[id], account && `account=${account}`].filter(Boolean).join('&')
  const target = `/_sandbox${path.replace(/\{\w+\}/g, 'x')}?${query}`
  return new Promise((resolve, reject) => {
    // fetch would not send a Host of the test's own.
    request({ port, host: '127.0.0.1', path: target, method, headers }, (response) => {
      resolve(response.statusCode as number)
      response.destroy()
    })
      .on('error', reject)
      .end()
  })
}

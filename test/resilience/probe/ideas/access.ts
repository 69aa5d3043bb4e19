import type { Random } from '../../../support/random.ts'
import { ATTACKER, VICTIM } from '../accounts.ts'
import type { Attempt, Idea } from '../idea.ts'
import {
  ALL_OPERATIONS,
  bodyFor,
  CONTROL,
  isControl,
  isOpen,
  isOperators,
  type ProbedOperation,
  pathFor,
  permissionsOf,
  queryFor,
  SERVICE,
} from '../operations.ts'
import { bearer, JSON_BODY, type ProbeRequest } from '../request.ts'

const refused = (status: number) => status === 401 || status === 403

function requestOf(operation: ProbedOperation, headers: string[]): ProbeRequest {
  const target = pathFor(operation) + queryFor(operation)
  const { method } = operation
  if (!operation.hasBody) return { method, target, headers }
  return {
    method,
    target,
    headers: [...headers, JSON_BODY],
    body: JSON.stringify(bodyFor(operation)),
  }
}

/** Credentials of nobody, made from those of somebody. */
const FORGERIES: ((token: string, random: Random) => string[])[] = [
  (token) => [bearer(token.slice(0, -1))],
  (token) => [bearer(`${token}x`)],
  (token, random) => {
    const at = 9 + random.below(token.length - 9)
    const char = token[at] === 'q' ? 'w' : 'q'
    return [bearer(token.slice(0, at) + char + token.slice(at + 1))]
  },
  (token) => [bearer(token.toUpperCase())],
  (token) => [bearer(token.replace('svc_test_', 'svc_restricted_'))],
  (token) => [bearer(token.replace('svc_test_', 'svc_session_'))],
  (token) => [bearer(token.replace('svc_test_', ''))],
  (token) => [bearer(`${token}, ${token}`)],
  (token) => [bearer(`"${token}"`)],
  (token) => [bearer(`${token} ${token}`)],
  (token) => [bearer(`${token}%00`)],
  (token) => [bearer(encodeURIComponent(token).replaceAll('_', '%5F'))],
  (token) => [bearer(token.normalize('NFKD').replace('_', '\xad_'))],
  (token) => [`Authorization: ${token}`],
  (token) => [`Authorization: Basic ${Buffer.from(`${token}:`).toString('base64')}`],
  (token) => [`Authorization: Token ${token}`],
  (token) => [`Authorization: BearerX ${token}`],
  (token) => [`Authorization: Bearer${token}`],
  (token) => [`Authorization: Bearer=${token}`],
  (token) => [`Authorization: Bearer, Bearer ${token}`],
  (token) => [`Authorization_: Bearer ${token}`],
  (token) => [`Proxy-Authorization: Bearer ${token}`],
  (token) => [`X-Api-Key: ${token}`],
  (token) => [`X-Authorization: Bearer ${token}`],
  (token) => [`Cookie: authorization=Bearer ${token}; token=${token}`],
  (token) => ['Authorization: Bearer none', bearer(token)],
  (token) => ['Authorization:', bearer(token)],
  () => ['Authorization: Bearer'],
  () => ['Authorization: Bearer '],
  () => ['Authorization: Bearer undefined'],
  () => ['Authorization: Bearer null'],
  () => ['Authorization: Bearer __proto__'],
  () => ['Authorization: Bearer svc_test_'],
  () => ['Authorization: Bearer svc_session_constructor'],
  () => [bearer(VICTIM.expired)],
  () => [bearer(VICTIM.revoked)],
  () => [bearer(VICTIM.live)],
  () => [bearer(VICTIM.elsewhere), 'X-Forwarded-For: 203.0.113.7'],
  () => [bearer(VICTIM.elsewhere), 'Forwarded: for=203.0.113.7', 'X-Real-IP: 203.0.113.7'],
  () => [
    bearer(VICTIM.elsewhere),
    'X-Forwarded-For: 203.0.113.7, 127.0.0.1',
    'CF-Connecting-IP: 203.0.113.7',
  ],
]

/** Forged, expired, revoked and misplaced credentials open nothing. */
const credentials: Idea = {
  name: 'credentials',
  weight: 12,
  async run(attempt) {
    const { random, range } = attempt
    const server = attempt.anyServer()
    // On loopback, who sends no credential is the operator.
    const from = server === range.hosted ? ALL_OPERATIONS : SERVICE
    const operation = random.pick(from.filter((each) => !isOpen(each)))
    const token = random.pick([VICTIM.key, VICTIM.key, ATTACKER.key])
    const forged = random.pick(FORGERIES)(token, random)
    await attempt.send(
      server,
      requestOf(operation, forged),
      { status: (status) => refused(status) || status === 400, because: 'a forged credential' },
      operation.id,
    )
  },
}

const grants = (granted: readonly string[], needed: string) =>
  granted.some((each) => each === needed || each === `${needed.split(':')[0]}:*`)

const RESTRICTED = [
  { token: VICTIM.restricted, granted: ['campaigns:read'], isVictim: true },
  { token: ATTACKER.restricted, granted: ['rankings:read', 'webhooks:*'], isVictim: false },
]

/** A key does what its permissions say, and a key controls nothing but its account. */
const matrix: Idea = {
  name: 'matrix',
  weight: 10,
  async run(attempt) {
    const { random } = attempt
    const server = attempt.anyServer()
    const operation = random.pick(random.chance(50) ? SERVICE : CONTROL)
    if (isControl(operation)) return control(attempt, operation)
    const { token, granted, isVictim } = random.pick(RESTRICTED)
    const missing = permissionsOf(operation).filter((needed) => !grants(granted, needed))
    if (missing.length === 0) return
    const override = random.pick([
      [],
      ['X-HTTP-Method-Override: GET'],
      ['X-Method-Override: GET'],
      ['X-Original-URL: /api/campaigns'],
      ['X-Rewrite-URL: /api/serp/rankings'],
      ['X-Sandbox-Error: ', 'Prefer: code=200'],
      ['X-Permissions: *'],
      ['X-Account-Id: acc_attacker'],
    ])
    await attempt.send(
      server,
      requestOf(operation, [bearer(token), ...override]),
      {
        mayKnowVictim: isVictim,
        status: (status) => status === 403 || status === 404,
        because: `a key without ${missing[0]}`,
      },
      operation.id,
    )
  },
}

async function control(attempt: Attempt, operation: ProbedOperation): Promise<void> {
  const { random, range } = attempt
  const server = attempt.anyServer()
  if (isOpen(operation)) return
  const path = pathFor(operation)
  const account = random.pick([
    VICTIM.id,
    VICTIM.id.toUpperCase(),
    `${ATTACKER.id}&account=${VICTIM.id}`,
    `${VICTIM.id}&account=${ATTACKER.id}`,
    `%61cc_victim`,
    `${VICTIM.id}%00`,
    'acc_operated',
    'none',
    '',
    '*',
    `${ATTACKER.id},${VICTIM.id}`,
  ])
  const cases: [headers: string[], query: string][] = [
    [[bearer(ATTACKER.restricted)], ''],
    [[bearer(VICTIM.restricted)], ''],
    [[bearer(ATTACKER.key)], `?account=${account}`],
    [[bearer(ATTACKER.key)], `?Account=${account}`],
    [[bearer(ATTACKER.key)], `?account[]=${account}`],
  ]
  if (isOperators(operation)) cases.push([[bearer(ATTACKER.key)], ''], [[bearer(VICTIM.key)], ''])
  if (server === range.hosted) cases.push([[], ''], [[], `?account=${account}`])
  const [headers, query] = random.pick(cases)
  const body = {
    ...bodyFor(operation),
    ...(operation.id === 'resetSandbox' && { account: VICTIM.id }),
  }
  await attempt.send(
    server,
    {
      method: operation.method,
      target: `${path}${query}`,
      headers: operation.hasBody ? [...headers, JSON_BODY] : headers,
      ...(operation.hasBody && { body: JSON.stringify(body) }),
    },
    {
      status: (status) => status >= 400,
      because: 'the control plane of another account',
    },
    operation.id,
  )
}

export const ACCESS: Idea[] = [credentials, matrix]

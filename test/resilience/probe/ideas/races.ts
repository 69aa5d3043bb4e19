import { ATTACKER, OPERATED, VICTIM } from '../accounts.ts'
import type { Attempt, Idea } from '../idea.ts'
import { bearer, JSON_BODY } from '../request.ts'
import type { ProbedServer } from '../server.ts'

const ME = '/api/auth/me'
const get = (target: string, token: string) => ({ method: 'GET', target, headers: [bearer(token)] })

/** Uses a credential while it is withdrawn: after the answer, it opens nothing. */
async function raced(
  attempt: Attempt,
  server: ProbedServer,
  token: string,
  withdraw: () => Promise<unknown>,
  what: string,
): Promise<void> {
  const use = () => attempt.send(server, get(attempt.random.pick(USES), token))
  const before = Array.from({ length: 1 + attempt.random.below(4) }, use)
  const [, ...during] = await Promise.all([withdraw(), use(), use()])
  await Promise.all(before)
  void during
  for (const target of USES) {
    await attempt.send(server, get(target, token), {
      status: (status) => status === 401 || status === 403,
      because: what,
    })
  }
}

const USES = [ME, '/api/campaigns', '/_sandbox/keys', '/_sandbox/requests?limit=1']

const keys: Idea = {
  name: 'deleted-keys',
  weight: 3,
  async run(attempt) {
    const server = attempt.anyServer()
    const owner = [bearer(ATTACKER.key), JSON_BODY]
    const made = await attempt.send(server, {
      method: 'POST',
      target: '/_sandbox/keys',
      headers: owner,
      body: '{"name":"raced","permissions":["*"]}',
    })
    if (made?.status !== 201) return
    const { id, key_id = id, token } = JSON.parse(made.body.toString()).data
    const remove = {
      method: 'DELETE',
      target: `/_sandbox/keys/${key_id}`,
      headers: [bearer(ATTACKER.key)],
    }
    const session = await sessionOf(attempt, server, token, ATTACKER.email, ATTACKER.password)
    await raced(attempt, server, token, () => attempt.send(server, remove), 'a deleted key')
    if (session)
      await attempt.send(server, get(ME, session), {
        status: (status) => status === 401,
        because: 'a session of a deleted key',
      })
  },
}

async function sessionOf(
  attempt: Attempt,
  server: ProbedServer,
  key: string,
  email: string,
  password: string,
): Promise<string | undefined> {
  const answer = await attempt.send(server, {
    method: 'POST',
    target: '/api/auth/login',
    headers: [bearer(key), JSON_BODY],
    body: JSON.stringify({ email, password }),
  })
  return /svc_session_[\w-]+/.exec(answer?.body.toString() ?? '')?.[0]
}

const sessions: Idea = {
  name: 'sessions',
  weight: 2,
  async run(attempt) {
    const server = attempt.anyServer()
    const token = await sessionOf(attempt, server, ATTACKER.key, ATTACKER.email, ATTACKER.password)
    if (!token) return attempt.found('no session', server)
    const again = await sessionOf(attempt, server, ATTACKER.key, ATTACKER.email, ATTACKER.password)
    if (again === token) attempt.found('a session twice', server)
    const logout = () =>
      attempt.send(server, { method: 'POST', target: '/api/auth/logout', headers: [bearer(token)] })
    await raced(attempt, server, token, logout, 'an ended session')
  },
}

/** Logs in with what belongs to others. */
const logins: Idea = {
  name: 'logins',
  weight: 1,
  async run(attempt) {
    const { random } = attempt
    const pairs = [
      [ATTACKER.key, VICTIM.email, VICTIM.password],
      [ATTACKER.restricted, VICTIM.email, VICTIM.password],
      [ATTACKER.key, ATTACKER.email, VICTIM.password],
      [ATTACKER.key, VICTIM.email, ATTACKER.password],
      [ATTACKER.key, [ATTACKER.email], [ATTACKER.password]],
      [ATTACKER.key, ATTACKER.email, `${ATTACKER.password}\0`],
      [ATTACKER.key, ATTACKER.email, ATTACKER.password.toUpperCase()],
      [ATTACKER.key, ATTACKER.email, ''],
      [ATTACKER.key, ATTACKER.email, 'x'.repeat(100_000)],
      [ATTACKER.key, { $gt: '' }, { $gt: '' }],
      [ATTACKER.key, '__proto__', 'x'],
    ]
    const [key, email, password] = random.pick(pairs)
    const server = attempt.anyServer()
    await attempt.send(
      server,
      {
        method: 'POST',
        target: '/api/auth/login',
        headers: [bearer(key as string), JSON_BODY],
        body: JSON.stringify({ email, password }),
      },
      { status: (status) => status >= 400, because: 'a login with what belongs to others' },
    )
  },
}

/** An account that is deleted or reset while its key is used. */
const accounts: Idea = {
  name: 'accounts',
  weight: 1,
  async run(attempt) {
    const { number } = attempt
    const server = attempt.anyServer()
    const id = `acc_raced${number}`
    const headers = [...server.operator, JSON_BODY]
    const made = await attempt.send(
      server,
      {
        method: 'POST',
        target: '/_sandbox/accounts',
        headers,
        body: JSON.stringify({ id, fixture: 'empty' }),
      },
      { mayKnowVictim: true },
    )
    const token = /svc_(?:test|restricted)_[\w-]+/.exec(made?.body.toString() ?? '')?.[0]
    if (!token) return
    const remove = () =>
      attempt.send(
        server,
        { method: 'DELETE', target: `/_sandbox/accounts/${id}`, headers: server.operator },
        { mayKnowVictim: true },
      )
    const restored = () =>
      attempt.send(
        server,
        {
          method: 'GET',
          target: `/_sandbox/keys?account=${OPERATED.id}`,
          headers: server.operator,
        },
        { mayKnowVictim: true },
      )
    await raced(
      attempt,
      server,
      token,
      () => Promise.all([remove(), restored()]),
      'a key of a deleted account',
    )
  },
}

export const RACES: Idea[] = [keys, sessions, logins, accounts]

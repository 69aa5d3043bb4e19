import { networkInterfaces } from 'node:os'
import { expect } from 'vitest'
import { type Caller, page, program } from './caller.ts'
import { type Scene, TARGET, TOKENS } from './scene.ts'

/** Undefined: there is no such actor in this mode. */
type Connect = (scene: Scene) => Promise<Caller | undefined> | Caller | undefined

const isLoopback = ({ mode }: Scene) => mode === 'Loopback'

/** The keys of the demo are public, so every page and every caller knows them in loopback mode. */
const publicToken = (scene: Scene) => (isLoopback(scene) ? TOKENS.owner : undefined)

/** A caller on this machine, under the right name. */
const local = ({ port, host }: Scene) => program(port, { Host: host })

/** A caller on another machine, as the trusted proxy reports it. */
const remote = ({ port, host }: Scene) =>
  program(port, { Host: host, 'X-Forwarded-For': '203.0.113.7' })

/** A key of the target that is not in the fixture. */
const operatorKey = ({ sandbox }: Scene) =>
  sandbox.keys.create({ name: 'Operator' }, { account: TARGET })

const withKey =
  (token: string): Connect =>
  (scene) => ({ send: local(scene), token, controlToken: token })

/** By the words of the table. */
export const ACTORS: Record<string, Connect> = {
  'the operator': (scene) => ({
    send: local(scene),
    controlToken: isLoopback(scene) ? undefined : TOKENS.admin,
  }),
  "the account's full key": withKey(TOKENS.owner),
  'a full key that the operator made': async (scene) => {
    const { token } = await operatorKey(scene)
    return { send: local(scene), token, controlToken: token }
  },
  "the account's restricted key": withKey(TOKENS.restricted),
  "another account's full key": async (scene) => ({
    ...((await withKey(TOKENS.other)(scene)) as Caller),
    account: 'acc_other',
  }),
  'a visitor who signed up': async (scene) => {
    const answer = await remote(scene)('POST', '/_sandbox/signup', { body: {} })
    if (scene.mode !== 'Hosted demo') {
      expect(answer?.status).toBe(403)
      return undefined
    }
    expect(answer?.status).toBe(201)
    const { id, key } = JSON.parse(answer?.text ?? '').data
    return { send: local(scene), token: key.token, controlToken: key.token, account: id }
  },
  'no key, on this machine': (scene) => ({ send: local(scene) }),
  'no key, on the network': (scene) => ({
    send: isLoopback(scene)
      ? program(scene.port, { Host: scene.host, address: otherAddress() })
      : remote(scene),
  }),
  'a page of another site': (scene) => ({
    send: page(scene.port, {
      origin: 'https://evil.example',
      host: scene.host,
      site: 'cross-site',
    }),
    token: publicToken(scene),
  }),
  'a page of another port of localhost': (scene) => ({
    send: page(scene.port, {
      origin: 'http://localhost:3000',
      host: scene.host,
      site: isLoopback(scene) ? 'same-site' : 'cross-site',
    }),
    token: publicToken(scene),
  }),
  'a page with a rebound name': (scene) => ({
    send: page(scene.port, {
      origin: `http://evil.example:${scene.port}`,
      host: `evil.example:${scene.port}`,
      site: 'same-origin',
    }),
    token: publicToken(scene),
  }),
  'a webhook receiver': receiver,
  'a caller of a reverse proxy': (scene) => ({
    send: remote(scene),
    token: publicToken(scene),
  }),
}

/** A receiver on the network, which redirects to an internal service, and uses everything that it was sent. */
async function receiver(scene: Scene): Promise<Caller> {
  const { sandbox, redirecting } = scene
  const hook = { url: redirecting.url, events: ['campaign.completed'] }
  const { token: key } = await operatorKey(scene)
  const { status } = await sandbox.api.post('/webhooks', { key, body: hook })
  expect(status).toBe(201)
  await sandbox.trigger('campaign.completed', { account: TARGET })
  await redirecting.arrived(1)
  const overheard = JSON.stringify(redirecting.received)
  const token = /svc_(?!sandbox)[a-z]+_\w+/.exec(overheard)?.[0]
  const send = (ACTORS['no key, on the network'] as Connect)(scene) as Caller
  return { ...send, token, controlToken: token, overheard }
}

/** An address of this machine at which a server on 127.0.0.1 does not listen. */
function otherAddress(): string {
  const all = Object.values(networkInterfaces()).flat()
  return all.find((each) => each?.family === 'IPv4' && !each.internal)?.address ?? '127.0.0.2'
}

import { readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { SandboxOptions } from '../../../src/config.ts'
import { type Receiver, startReceiver } from '../receiver.ts'
import { apiOf, startSandbox, type TestSandbox } from '../sandbox.ts'
import { temporaryFolder } from '../temporary.ts'
import type { Mode } from './table.ts'

/** Known to nobody but their owners, except in loopback mode, where the keys of the demo are public. */
export const TOKENS = {
  owner: 'svc_test_owner_of_the_target_account',
  restricted: 'svc_restricted_key_of_the_target',
  other: 'svc_test_owner_of_another_account',
  admin: 'the-admin-token-of-this-test',
}

/** The account that actors want to reach, and names in it that nothing else has. */
export const TARGET = 'acc_target'
/** An account that was created while the sandbox was running. */
export const LATER = 'acc_later'

export const MARKS = {
  campaign: 'Classified plan',
  key: 'Classified key',
  request: 'classified-request',
  file: 'classified-content-of-a-file',
  webhookSecret: 'classified-secret-of-a-webhook',
}

const CAMPAIGN = 'type: serp, keywords: [gravel bike], frequency: daily, domain: a.example'
const FIXTURE = `accounts:
  - id: acc_template
    keys: [{ token: svc_test_owner_of_the_template }]
    campaigns: [{ name: Bikes, ${CAMPAIGN} }]
  - id: ${TARGET}
    keys:
      - { token: ${TOKENS.owner}, name: ${MARKS.key} }
      - { token: ${TOKENS.restricted}, permissions: ['campaigns:read'] }
    campaigns: [{ name: ${MARKS.campaign}, ${CAMPAIGN} }]
    webhooks: [{ url: 'https://hooks.example/', events: [mention.detected], secret: ${MARKS.webhookSecret} }]
  - id: acc_other
    keys: [{ token: ${TOKENS.other} }]
    campaigns: [{ name: Other, ${CAMPAIGN} }]
`

/** A sandbox in a mode, with what actors want to reach. */
export interface Scene {
  mode: Mode
  sandbox: TestSandbox
  port: number
  /** Host header of callers who use the right name. */
  host: string
  /** The folder with the data folder in it, and nothing else. */
  folder: string
  /** A service of this machine that nobody allowed. */
  internal: Receiver
  /** A receiver that events may be sent to; it redirects to the internal service. */
  redirecting: Receiver
}

const OPTIONS: Record<Mode, SandboxOptions> = {
  Loopback: {},
  'Shared network': {
    adminToken: TOKENS.admin,
    publicUrl: 'https://sandbox.example',
    trustProxy: 1,
  },
  'Hosted demo': {
    adminToken: TOKENS.admin,
    publicUrl: 'https://sandbox.example',
    trustProxy: 1,
    openSignup: true,
  },
}

export async function startScene(mode: Mode): Promise<Scene> {
  const folder = temporaryFolder()
  const data = join(folder, 'data')
  const fixture = join(temporaryFolder(), 'accounts.yaml')
  writeFileSync(fixture, FIXTURE)
  const internal = await startReceiver()
  const redirecting = await startReceiver((_request, response) => {
    response.writeHead(307, { Location: internal.url }).end()
  })
  // Elsewhere, receivers have public addresses, which a test has not.
  const webhookTargets = mode === 'Loopback' ? [] : [new URL(redirecting.url).host]
  const sandbox = await startSandbox({ data, fixture, webhookTargets, ...OPTIONS[mode] })
  writeFileSync(join(data, 'private.txt'), MARKS.file)
  const { port } = sandbox
  const scene = {
    mode,
    sandbox,
    port,
    host: mode === 'Loopback' ? `localhost:${port}` : 'sandbox.example',
    folder,
    internal,
    redirecting,
  }
  await apiOf(sandbox.url).get('/campaigns', {
    key: TOKENS.owner,
    query: { search: MARKS.request },
  })
  // Not in the fixture, so that a reset of the whole sandbox removes it.
  await sandbox.accounts.create({ id: LATER })
  return scene
}

/** What the operator sees of the target, from inside of the process. */
export async function stateOf({ sandbox, folder }: Scene) {
  const of = { account: TARGET }
  const { api } = sandbox
  const campaigns = (await api.get('/campaigns', { key: TOKENS.owner })).body.data ?? []
  return {
    campaigns: campaigns.length as number,
    keys: (await sandbox.keys.list(of)).length,
    // In minutes, because a running clock moves by itself.
    clock: Math.round((await sandbox.clock.now(of)).getTime() / 60_000),
    faults: (await sandbox.faults.list(of)).length,
    requests: (await sandbox.requests.list({ ...of, limit: 1000 })).filter(({ url }) =>
      url.includes(MARKS.request),
    ).length,
    accounts: (await sandbox.accounts.list({ limit: 100 })).map(({ id }) => id).sort(),
    files: readdirSync(folder),
  }
}

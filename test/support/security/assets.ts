import { expect } from 'vitest'
import type { Answer, Caller, Sending } from './caller.ts'
import { LATER, MARKS, type Scene, stateOf, TARGET, TOKENS } from './scene.ts'

/** What an actor could do with an asset. */
export type Verdict = 'no' | 'events' | 'read' | 'call' | 'change'

interface Attempt {
  caller: Caller
  scene: Scene
  /** The texts that the actor could read. */
  read: string[]
}

type Probe = (attempt: Attempt) => Promise<Verdict>

/** By the words of the table, in the order in which they are tried: the last changes all others. */
export const ASSETS: Record<string, Probe> = {
  'account data': async (attempt) => {
    const body = { name: 'Intruder', type: 'serp', keywords: ['a'], frequency: 'daily' }
    // With a key, and without one by the control plane.
    const ways = ['/api/campaigns', `/_sandbox/api/campaigns?account=${TARGET}`]
    const overview = `/_sandbox/overview?account=${TARGET}`
    const gets = [...ways, overview].map((way): Call => ['GET', way])
    const posts = ways.map((way): Call => ['POST', way, { body }])
    const hasRead = await reads(attempt, MARKS.campaign, gets)
    if (await changes(attempt, 'campaigns', posts)) return 'change'
    if (hasRead) return 'read'
    return attempt.caller.overheard?.includes('campaign.completed') ? 'events' : 'no'
  },
  keys: async (attempt) => {
    const body = { name: 'Mine', permissions: ['*'] }
    const path = `/_sandbox/keys?account=${TARGET}`
    const hasRead = await reads(attempt, MARKS.key, [['GET', path]])
    return verdict(await changes(attempt, 'keys', [['POST', path, { body }]]), hasRead)
  },
  'clock and faults': async (attempt) => {
    const fault = { operation: ['listAlerts'], error: 'rate_limit_exceeded' }
    const clock = `/_sandbox/clock?account=${TARGET}`
    const faults = `/_sandbox/faults?account=${TARGET}`
    const hasRead = await reads(attempt, `"account":"${TARGET}"`, [['GET', clock]])
    const body = { advance: '1h', wait: true }
    const hasMoved = await changes(attempt, 'clock', [['POST', clock, { body }]])
    const hasBroken = await changes(attempt, 'faults', [['POST', faults, { body: fault }]])
    expect(hasBroken).toBe(hasMoved)
    return verdict(hasMoved, hasRead)
  },
  'request log': async (attempt) => {
    const path = `/_sandbox/requests?account=${TARGET}`
    const paths: Call[] = [
      ['GET', `${path}&limit=1000`],
      ['GET', '/_sandbox/requests?limit=1000'],
    ]
    const hasRead = await reads(attempt, MARKS.request, paths)
    return verdict(await changes(attempt, 'requests', [['DELETE', path]]), hasRead)
  },
  'download links': async (attempt) => {
    const ways = [
      '/api/export/csv?type=campaigns',
      `/_sandbox/api/export/csv?type=campaigns&account=${TARGET}`,
    ]
    let link: string | undefined
    for (const way of ways) {
      const made = await call(attempt, 'GET', way)
      if (made?.status === 200 && made.text !== '') link ??= JSON.parse(made.text).data.download_url
    }
    const forged = `/files/campaigns.csv?account=${TARGET}&kind=export&type=campaigns&expires=9999999999&signature=x`
    const path = link ? new URL(link).pathname + new URL(link).search : forged
    const opened = [
      await call(attempt, 'GET', path),
      await call(attempt, 'GET', `/_sandbox${path}`),
    ]
    return opened.some((each) => each?.text.includes(MARKS.campaign)) ? 'read' : 'no'
  },
  'internal services': callsInternal,
  'data folder': async (attempt) => {
    const { files: before } = await stateOf(attempt.scene)
    const calls = FILES.flatMap((file): Call[] => [
      ['GET', `/files/${encodeURIComponent(file)}?account=${TARGET}`],
      ['GET', `/guide/${encodeURIComponent(file)}`],
      ['GET', `/${file}`],
      ['GET', `/_sandbox/snapshots/${encodeURIComponent(file)}`],
      ['POST', `/_sandbox/snapshots?account=${TARGET}`, { body: { name: file } }],
      ['POST', '/_sandbox/accounts', { body: { fixture: file } }],
      ['POST', '/_sandbox/reset', { body: { account: TARGET, fixture: file } }],
    ])
    const hasRead = await reads(attempt, MARKS.file, calls)
    expect((await stateOf(attempt.scene)).files).toEqual(before)
    return hasRead ? 'read' : 'no'
  },
  metrics: async (attempt) =>
    verdict(false, await reads(attempt, 'svc_sandbox_accounts', [['GET', '/metrics']])),
  'whole sandbox': async (attempt) => {
    const hasRead = await reads(attempt, LATER, [['GET', '/_sandbox/accounts?limit=100']])
    const calls: Call[] = [
      ['DELETE', `/_sandbox/accounts/${LATER}`],
      ['POST', '/_sandbox/reset'],
      ['POST', '/_sandbox/reset', { body: {} }],
    ]
    const hasReset = await changes(attempt, 'accounts', calls)
    return verdict(hasReset, hasRead)
  },
}

/** Ways to a file that is in the data folder. */
const FILES = [
  'private.txt',
  '../data/private.txt',
  '..\\data\\private.txt',
  '%2e%2e/data/private.txt',
  '../../../../../../../../etc/../private.txt',
  '../escaped',
]

type Call = [method: string, path: string, sending?: Sending]

/** Tries every asset as the actor, who first tries to get a key. */
export async function verdictsOf(caller: Caller, scene: Scene): Promise<Record<string, Verdict>> {
  const attempt: Attempt = { caller, scene, read: [] }
  caller.token ??= await tokenFor(attempt)
  const verdicts: Record<string, Verdict> = {}
  for (const [asset, probe] of Object.entries(ASSETS)) verdicts[asset] = await probe(attempt)
  requireNoSecret(attempt)
  return verdicts
}

async function tokenFor(attempt: Attempt): Promise<string | undefined> {
  const body = { name: 'Taken', permissions: ['*'] }
  const answer = await call(attempt, 'POST', `/_sandbox/keys?account=${TARGET}`, { body })
  return answer?.status === 201 || answer?.status === 200
    ? JSON.parse(answer.text).data?.token
    : undefined
}

/** Sends with the actor's credential for the path; if that is refused, without one. */
async function call(attempt: Attempt, method: string, path: string, sending: Sending = {}) {
  const { send, token, controlToken } = attempt.caller
  const own = /^\/(_sandbox|metrics)/.test(path) ? controlToken : token
  const isFile = path.startsWith('/files')
  const answer = await send(method, path, { ...sending, token: isFile ? undefined : own })
  if (answer) attempt.read.push(answer.text)
  return answer
}

async function reads(attempt: Attempt, mark: string, calls: readonly Call[]): Promise<boolean> {
  const answers: (Answer | undefined)[] = []
  for (const each of calls) answers.push(await call(attempt, ...each))
  return answers.some((answer) => answer?.text.includes(mark))
}

async function changes(
  attempt: Attempt,
  part: keyof Awaited<ReturnType<typeof stateOf>>,
  calls: readonly Call[],
): Promise<boolean> {
  const before = (await stateOf(attempt.scene))[part]
  for (const each of calls) await call(attempt, ...each)
  const after = (await stateOf(attempt.scene))[part]
  return JSON.stringify(after) !== JSON.stringify(before)
}

const verdict = (hasChanged: boolean, hasRead: boolean): Verdict =>
  hasChanged ? 'change' : hasRead ? 'read' : 'no'

/** Tries to have the sandbox call a service of this machine: by a webhook, and by an event to an address. */
async function callsInternal(attempt: Attempt): Promise<Verdict> {
  const { caller, scene } = attempt
  const { internal, sandbox } = scene
  const account = caller.account ?? TARGET
  const body = { url: internal.url, events: ['campaign.completed'] }
  const known = await sandbox.webhooks.list({ account })
  await call(attempt, 'POST', '/api/webhooks', { body })
  const to = { type: 'campaign.completed', to: internal.url }
  await call(attempt, 'POST', `/_sandbox/events?account=${account}`, { body: to })
  const now = await sandbox.webhooks.list({ account })
  const made = now.filter(({ id }) => !known.some((each) => each.id === id))
  if (made.length > 0) {
    await sandbox.trigger('campaign.completed', { account })
    const attempts = async () =>
      (await sandbox.deliveries.list({ account, limit: 100 })).filter(
        ({ webhook_id, attempts }) => webhook_id === made[0]?.id && attempts.length > 0,
      ).length
    await expect.poll(attempts, { timeout: 10_000 }).toBeGreaterThan(0)
  }
  return internal.received.length > 0 ? 'call' : 'no'
}

/** Nobody reads a secret that another one made: neither tokens nor those that sign webhooks. */
function requireNoSecret({ caller, read }: Attempt): void {
  const all = read.join('\n') + (caller.overheard ?? '')
  expect(all).not.toContain(MARKS.webhookSecret)
  expect(all).not.toContain(MARKS.file)
  for (const token of Object.values(TOKENS)) expect(all.includes(token), token).toBe(false)
}

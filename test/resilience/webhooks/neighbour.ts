import { fork } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as wait } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { killOnExit } from '../../bench/processes.ts'
import { Sandbox } from '../sandbox.ts'
import { type Checks, until } from './checks.ts'
import { HOSTILE } from './hostile-receivers.ts'
import { Receiver } from './receiver.ts'

const PROCESS = fileURLToPath(new URL('./hostile-process.ts', import.meta.url))
/** Webhooks of the hostile account for each kind of receiver. */
const WEBHOOKS = 40
/** Events for each of them. */
const EVENTS = 20
/** Events of the neighbour for each kind. */
const SAMPLES = 25
const GOAL_MS = 100

/** How long an event of one account waits while all receivers of another one are hostile, one kind after the other. */
export async function neighbours(checks: Checks): Promise<void> {
  checks.begin('A neighbour of hostile receivers')
  const sandbox = await Sandbox.start()
  await sandbox.control('POST', '/clock', { frozen: true })
  await sandbox.campaigns(1, { status: 'paused' })
  const made = await sandbox.control('POST', '/accounts', { name: 'Neighbour', fixture: 'demo' })
  const { id, key } = made.data
  await sandbox.control('POST', `/clock?account=${id}`, { frozen: true })
  const receiver = await Receiver.start()
  const body = { url: receiver.url, events: ['campaign.completed'] }
  await sandbox.api('POST', '/webhooks', body, key.token)
  const waits = () => waitsOf(sandbox, id, receiver)
  await waits()
  report(checks, 'nobody else', await waits())

  for (const [index, { name, respond, tls, origin }] of HOSTILE.entries()) {
    if (respond === undefined || tls !== undefined || origin !== undefined) continue
    const child = fork(PROCESS, [String(index)], { execArgv: ['--import', 'tsx'] })
    killOnExit(child)
    const [url] = (await once(child, 'message')) as [string]
    const webhooks: string[] = []
    for (let number = 0; number < WEBHOOKS; number++) {
      webhooks.push((await sandbox.webhook(`${url}?${number}`)).id)
    }
    await sandbox.control('POST', '/events', { type: 'campaign.completed', count: EVENTS })
    report(checks, `a receiver that ${name}`, await waits())
    for (const each of webhooks) await sandbox.api('DELETE', `/webhooks/${each}`)
    child.kill()
  }
  receiver.stop()
  await sandbox.stop()
}

/** Milliseconds between the request for an event and its arrival, for some events, smallest first. */
async function waitsOf(sandbox: Sandbox, account: string, receiver: Receiver): Promise<number[]> {
  const waits: number[] = []
  for (let number = 0; number < SAMPLES; number++) {
    const before = receiver.received.length
    const begin = performance.now()
    await sandbox.control('POST', `/events?account=${account}`, { type: 'campaign.completed' })
    await until(
      async () => receiver.received.length,
      (length) => length > before,
      20_000,
    )
    waits.push((receiver.received.at(-1)?.at ?? Number.POSITIVE_INFINITY) - begin)
    await wait(10)
  }
  return waits.sort((a, b) => a - b)
}

function report(checks: Checks, who: string, waits: number[]): void {
  const at = (share: number) => Math.round(waits[Math.floor((waits.length - 1) * share)] as number)
  const figures = `median ${at(0.5)} ms, 90 % ${at(0.9)} ms, longest ${at(1)} ms`
  checks.check(`beside ${who}: ${figures}`, at(0.5) < GOAL_MS)
}

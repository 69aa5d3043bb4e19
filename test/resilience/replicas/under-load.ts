import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { ReplicaSet } from '../../support/processes/replica-set.ts'
import { type Random, randomFrom } from '../../support/random.ts'
import { EventLoad } from './event-load.ts'
import { LIMIT, noWindows, QuotaLoad } from './quota-load.ts'
import { noCounts, RecordLoad } from './record-load.ts'

const WRITTEN = ['acc_written_1', 'acc_written_2']
const [LIMITED, NOTIFIED] = ['acc_limited', 'acc_notified'] as const
const keyOf = (id: string) => `svc_test_${id.replaceAll('_', '')}`

interface Options {
  /** The bundled command. */
  cli: string
  seed: number
  /** How often `disturb` is called; with the replicas, and what follows from the seed. */
  rounds: number
  disturb(set: ReplicaSet, random: Random): Promise<void>
  /** How often the database has crashed so far. Default: never. */
  crashes?: () => number
  /** Flags of the replicas. */
  flags?: string[]
  /** Opens the load balancer. Default: our own. */
  front?: (ports: readonly number[]) => Promise<{ url: string; stop(): Promise<void> }>
}

export type UnderLoad = Awaited<ReturnType<typeof disturbUnderLoad>>

/** Disturbs three replicas under mixed load, and checks the promises of docs/hosting.md. */
export async function disturbUnderLoad({
  cli,
  seed,
  rounds,
  disturb,
  crashes = () => 0,
  flags = [],
  front,
}: Options) {
  // Of its own, so that what happens does not depend on how the load comes through.
  const [schedule, random] = [randomFrom(seed), randomFrom(seed + 1)]
  const folder = mkdtempSync(join(tmpdir(), 'svc-replicas-'))
  const fixture = join(folder, 'fixture.yaml')
  writeFileSync(fixture, fixtureText())
  const begin = performance.now()
  const set = await ReplicaSet.start({ cli, count: 3, flags: ['--fixture', fixture, ...flags] })
  const [records, quota] = [noCounts(), noWindows()]
  const problems: string[] = []
  const requests = { sent: 0, failed: [] as string[] }
  const opened = await front?.(set.ports)
  const target = (accountId: string) => {
    const note = (status: number | undefined, words: string) => {
      requests.sent += 1
      if (status === undefined || status >= 500) requests.failed.push(words)
    }
    return { root: opened?.url ?? set.balancer.url, accountId, key: keyOf(accountId), note }
  }
  const loads = WRITTEN.map((id) => new RecordLoad(target(id), records))
  const hammering = new QuotaLoad(target(LIMITED), quota, crashes)
  const events = await EventLoad.begin(target(NOTIFIED))
  try {
    for (const load of loads) await load.begin()
    for (let round = 1; round <= rounds && problems.length === 0; round += 1) {
      const over = new AbortController()
      const writing = [
        ...loads.map((load) => load.write(random, over.signal)),
        hammering.hammer(random, over.signal),
        events.trigger(over.signal),
      ]
      await disturb(set, schedule)
      over.abort()
      await Promise.all(writing)
      // What was sent to the database before a kill has happened by now, or will not.
      await pause(200)
      for (const load of loads) problems.push(...(await load.check()))
      problems.push(...(await set.ended()))
    }
    const missing = await events.missing()
    const { faults, stale, repeated } = records
    problems.push(
      ...faults,
      ...stale.map((words) => `an acknowledged change was not shown: ${words}`),
      ...repeated.map((words) => `given twice: ${words}`),
      ...quota.exceeded.map((words) => `more than ${LIMIT} an hour, ${words}`),
      ...quota.denied.map((words) => `fewer than ${LIMIT} an hour, ${words}`),
      ...missing.map((id) => `the webhook of ${id} never arrived`),
    )
    const { triggered, repeated: twice } = events
    const webhooks = { triggered: triggered.size, missing: missing.length, repeated: twice }
    const seconds = (performance.now() - begin) / 1000
    return { seconds, requests, records, quota, webhooks, problems }
  } finally {
    await events.close()
    await opened?.stop()
    await set.close()
    rmSync(folder, { recursive: true, force: true })
  }
}

function fixtureText(): string {
  const campaign =
    '{ name: Base, type: serp, frequency: daily, keywords: [one], since: 2025-01-01 }'
  const accounts = [...WRITTEN, LIMITED, NOTIFIED].map((id) => {
    const limit = id === LIMITED ? LIMIT : 1_000_000
    return `  - id: ${id}
    keys: [{ token: ${keyOf(id)}, rate_limit: ${limit} }]
    campaigns: [${campaign}]
`
  })
  return `accounts:\n${accounts.join('')}`
}

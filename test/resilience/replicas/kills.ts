import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { ReplicaSet } from '../../support/processes/replica-set.ts'
import { type Random, randomFrom } from '../../support/random.ts'
import { EventLoad } from './event-load.ts'
import { LIMIT, noWindows, QuotaLoad } from './quota-load.ts'
import { noCounts, RecordLoad, untilAnswered } from './record-load.ts'

export const KINDS = ['replica', 'database', 'both'] as const
type Kind = (typeof KINDS)[number]
/** Of ten kills. */
const DRAWN: readonly Kind[] = [...Array(6).fill('replica'), ...Array(3).fill('database'), 'both']

const WRITTEN = ['acc_written_1', 'acc_written_2']
const [LIMITED, NOTIFIED] = ['acc_limited', 'acc_notified'] as const
const keyOf = (id: string) => `svc_test_${id.replaceAll('_', '')}`

interface Options {
  /** The bundled command. */
  cli: string
  kills: number
  seed: number
  onKill?: (kill: number, kind: Kind) => void
}

/** Kills replicas and their database at moments that follow from the seed, under load, and checks the promises of docs/hosting.md. */
export async function killRepeatedly({ cli, kills, seed, onKill }: Options) {
  // Of its own, so that the kills do not depend on how the load comes through.
  const [schedule, random] = [randomFrom(seed), randomFrom(seed + 1)]
  const folder = mkdtempSync(join(tmpdir(), 'svc-replicas-'))
  const fixture = join(folder, 'fixture.yaml')
  writeFileSync(fixture, fixtureText())
  const set = await ReplicaSet.start({ cli, count: 3, flags: ['--fixture', fixture] })
  const done: Record<Kind, number> = { replica: 0, database: 0, both: 0 }
  const [records, quota] = [noCounts(), noWindows()]
  const problems: string[] = []
  const target = (accountId: string) => {
    return { root: set.balancer.url, accountId, key: keyOf(accountId) }
  }
  const loads = WRITTEN.map((id) => new RecordLoad(target(id), records))
  const crashes = () => done.database + done.both
  const hammering = new QuotaLoad(target(LIMITED), quota, crashes)
  const events = await EventLoad.begin(target(NOTIFIED))
  try {
    for (const load of loads) await load.begin()
    for (let kill = 1; kill <= kills && problems.length === 0; kill += 1) {
      const kind = schedule.pick(DRAWN)
      const over = new AbortController()
      const writing = [
        ...loads.map((load) => load.write(random, over.signal)),
        hammering.hammer(random, over.signal),
        events.trigger(over.signal),
      ]
      done[kind] += 1
      await disturbance(set, kind, schedule)
      over.abort()
      await Promise.all(writing)
      // What was sent to the database before a kill has happened by now, or will not.
      await pause(200)
      for (const load of loads) problems.push(...(await load.check()))
      problems.push(...(await set.ended()))
      onKill?.(kill, kind)
    }
    const missing = await events.missing()
    const { acknowledged, faults, stale, repeated } = records
    problems.push(
      ...faults,
      ...stale.map((words) => `an acknowledged change was not shown: ${words}`),
      ...repeated.map((words) => `given twice: ${words}`),
      ...quota.exceeded.map((words) => `more than ${LIMIT} an hour, ${words}`),
      ...quota.denied.map((words) => `fewer than ${LIMIT} an hour, ${words}`),
      ...missing.map((id) => `the webhook of ${id} never arrived`),
    )
    const webhooks = {
      triggered: events.triggered.size,
      missing: missing.length,
      repeated: events.repeated,
    }
    return { kills: done, acknowledged, records, quota, webhooks, problems }
  } finally {
    await events.close()
    await set.close()
    rmSync(folder, { recursive: true, force: true })
  }
}

/** Load for a moment, the kill, a moment without what was killed, and some load after its restart. */
async function disturbance(set: ReplicaSet, kind: Kind, random: Random): Promise<void> {
  const index = random.below(set.size)
  await pause(random.below(1000))
  await Promise.all([
    kind !== 'database' && set.kill(index),
    kind !== 'replica' && set.killDatabase(),
  ])
  await pause(random.below(500))
  if (kind !== 'replica') await set.startDatabase()
  if (kind !== 'database') await set.restart(index)
  await untilAnswered(async () => {
    if (set.balancer.ready < set.size) throw new Error('A replica is not ready again.')
  })
  await pause(random.below(300))
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

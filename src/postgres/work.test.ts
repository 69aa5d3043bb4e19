import { describe, expect, it, onTestFinished } from 'vitest'
import {
  ownServer,
  postgres,
  type TestDatabase,
  testDatabase,
} from '../../test/support/postgres.ts'
import { silentLog } from '../log.ts'
import type { AccountWork } from '../simulation/shared-work.ts'
import { type Clock, createClock } from '../time/clock.ts'
import type { Database } from './database.ts'
import { QueuedWork } from './work.ts'

describe.skipIf(!postgres.isAvailable)('the work of replicas', () => {
  it('calls one of them for an account that is woken, and gives each holder a larger fence', async () => {
    const { database, add } = await begin()
    const seen: string[] = []
    const replicas = ['first', 'second'].map((name) =>
      replica(database, { moveOn: async (id) => void seen.push(`${name} ${id}`) }),
    )
    await add('acc_a')

    const [{ work, fences }, other] = replicas as [Replica, Replica]
    for (let round = 1; round <= 3; round++) {
      await work.wake('acc_a')
      await until(() => seen.length === round)
    }

    expect(seen.every((text) => text.endsWith('acc_a'))).toBe(true)
    expect([...fences, ...other.fences].sort()).toEqual([1, 2, 3])
  })

  it('calls it again when it said, or earlier if it is woken', async () => {
    const { database, add } = await begin()
    const delays = [30, 3_600_000, undefined]
    let calls = 0
    const { work } = replica(database, { moveOn: async () => delays[calls++] })
    await add('acc_a')

    await work.wake('acc_a')
    await until(() => calls === 2)
    await planned(database, 'acc_a')
    await work.wake('acc_a')
    await until(() => calls === 3)
    await until(async () => (await jobs(database)) === 0)
  })

  it('nudges the holder while it is busy, and calls for what it may have missed', async () => {
    const { database, add } = await begin()
    let [calls, nudges] = [0, 0]
    let finish = () => {}
    const busy = new Promise<void>((resolve) => {
      finish = resolve
    })
    replica(database, {
      moveOn: async () => {
        calls++
        if (calls === 1) await busy
        return undefined
      },
      nudge: () => void nudges++,
    })
    const { work: other } = replica(database, {}, { isStarted: false })
    await add('acc_a')
    await other.wake('acc_a')
    await until(() => calls === 1)

    await other.wake('acc_a')
    await until(() => nudges > 0)
    expect(calls).toBe(1)
    finish()
    await until(() => calls === 2)
  })

  it('frees the accounts of a replica that is silent', async () => {
    const { database, add } = await begin()
    await add('acc_a')
    // A replica was killed while it held the account.
    await database.query(`SELECT sandbox.wake('acc_a', 0)`)
    await database.query(`
      UPDATE graphile_worker._private_jobs SET locked_by = 'worker-gone', locked_at = now() - interval '1 minute'`)
    await database.query(`
      UPDATE graphile_worker._private_job_queues SET locked_by = 'worker-gone', locked_at = now() - interval '1 minute'`)
    await database.query(`
      INSERT INTO sandbox.replica VALUES ('gone', '{worker-gone}', now() - interval '1 minute')`)
    await database.query(`
      INSERT INTO graphile_worker._private_job_queues (queue_name, locked_by, locked_at)
      VALUES ('acc_b', 'worker-alive', now() - interval '1 minute')`)
    await database.query(`INSERT INTO sandbox.replica VALUES ('alive', '{worker-alive}', now())`)

    let calls = 0
    replica(database, { moveOn: async () => void calls++ })

    await until(() => calls === 1)
    const left = await database.query<{ id: string }>('SELECT id FROM sandbox.replica')
    expect(left.map(({ id }) => id)).toEqual(expect.not.arrayContaining(['gone']))
    const locked = await database.query(`
      SELECT locked_by FROM graphile_worker._private_job_queues WHERE locked_by LIKE 'worker-%'`)
    expect(locked).toEqual([{ locked_by: 'worker-alive' }])
  })

  it('plans an account that has no job, as after a backup was restored', async () => {
    const { database, add } = await begin()
    await add('acc_a')

    let calls = 0
    replica(database, { moveOn: async () => void calls++ })

    await until(() => calls === 1)
  })

  it('drops jobs that were replaced while a killed replica did them', async () => {
    const { database } = await begin()
    await database.query(`SELECT sandbox.wake('acc_gone', 3600000)`)
    await database.query(`
      UPDATE graphile_worker._private_jobs SET key = NULL, attempts = max_attempts`)

    replica(database, {})

    await until(async () => (await jobs(database)) === 0)
  })

  it('names the workers that hold its jobs', async () => {
    const { database, add } = await begin()
    let held: object[] = []
    const moveOn = async () => {
      held = await database.query(`
        SELECT FROM graphile_worker._private_job_queues
        JOIN sandbox.replica ON locked_by = ANY (worker_ids)`)
      return held.length === 1 ? undefined : 100
    }
    // The names come with a heartbeat.
    const { work } = replica(database, { moveOn }, { faster: 100 })
    await add('acc_a')
    await work.wake('acc_a')

    await until(() => held.length === 1)
  })

  it('frees an account that it took without learning of it, but none that it holds', async () => {
    const { database, add } = await begin()
    const seen: string[] = []
    let finish = () => {}
    const busy = new Promise<undefined>((resolve) => {
      finish = () => resolve(undefined)
    })
    const { work } = replica(database, {
      moveOn: async (id) => {
        seen.push(id)
        if (id === 'acc_busy') await busy
        return undefined
      },
    })
    await add('acc_busy')
    await work.wake('acc_busy')
    await until(() => seen.length === 1)

    // As if the answer to the query that took the job had been lost.
    await add('acc_lost')
    await database.query(`SELECT sandbox.wake('acc_lost', 3600000)`)
    for (const table of ['_private_jobs', '_private_job_queues']) {
      await database.query(`
        UPDATE graphile_worker.${table} SET locked_at = now() - interval '1 minute', locked_by =
          (SELECT locked_by FROM graphile_worker._private_job_queues WHERE queue_name = 'acc_busy')`)
    }
    await work.wake('acc_lost')

    await until(() => seen.includes('acc_lost'))
    expect(seen).toEqual(['acc_busy', 'acc_lost'])
    finish()
  })

  it('looks again after a failure, and after a restart of the database', async () => {
    const own = await ownServer()
    const { database, add } = await begin(own)
    let calls = 0
    const { work } = replica(database, {
      moveOn: async () => {
        calls++
        if (calls === 1) throw new Error('The first look fails.')
        return undefined
      },
    })
    await add('acc_a')
    await work.wake('acc_a')
    await until(() => calls === 2)

    await own.server.kill()
    await own.server.start()
    await until(() =>
      work.wake('acc_a').then(
        () => true,
        () => false,
      ),
    )
    await until(() => calls >= 3)
  })
})

type Replica = ReturnType<typeof replica>

async function begin(on?: TestDatabase) {
  const database = await (on ?? (await testDatabase())).open()
  return {
    database,
    add: (id: string) =>
      database.query(
        `INSERT INTO sandbox.account (id, campaigns, places, value) VALUES ($1, 0, 0, '{}')`,
        [id],
      ),
  }
}

/** `faster`: how much shorter its pauses are than those of a sandbox. */
function replica(
  database: Database,
  work: Partial<AccountWork>,
  { isStarted = true, faster = 1 }: { isStarted?: boolean; faster?: number } = {},
) {
  const closing = new AbortController()
  const fences: number[] = []
  const holds = { hold: (_: string, fence: number) => void fences.push(fence), letGo() {} }
  const real = createClock()
  const clock: Clock = { ...real, pause: (ms, signal) => real.pause(ms / faster, signal) }
  const parts = { database, clock, log: silentLog, closing: closing.signal, holds }
  const queued = new QueuedWork(parts)
  if (isStarted) queued.start({ moveOn: async () => undefined, nudge() {}, ...work })
  onTestFinished(async () => {
    closing.abort()
    await queued.close()
  })
  return { work: queued, fences }
}

async function jobs(database: Database): Promise<number> {
  const [row] = await database.query<{ count: number }>(
    'SELECT count(*) AS count FROM graphile_worker._private_jobs',
  )
  return row?.count ?? 0
}

/** Resolves when the account waits for a later time. */
function planned(database: Database, accountId: string): Promise<void> {
  return until(async () => {
    const rows = await database.query(
      'SELECT FROM graphile_worker._private_jobs WHERE key = $1 AND is_available AND run_at > now()',
      [accountId],
    )
    return rows.length === 1
  })
}

function until(isReached: () => boolean | Promise<boolean>): Promise<void> {
  return expect.poll(isReached, { interval: 20, timeout: 20_000 }).toBe(true) as Promise<void>
}

import { describe, expect, it, onTestFinished } from 'vitest'
import {
  ownServer,
  postgres,
  type TestDatabase,
  testDatabase,
} from '../../test/support/postgres.ts'
import { silentLog } from '../log.ts'
import type { AccountWork } from '../simulation/scheduler.ts'
import { type Clock, createClock } from '../time/clock.ts'
import type { Database } from './database.ts'
import { PostgresWork } from './work.ts'

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
    expect(new Set([...fences, ...other.fences]).size).toBe(3)
    expect(fences.toSorted((a, b) => a - b)).toEqual(fences)
    expect(other.fences.toSorted((a, b) => a - b)).toEqual(other.fences)
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
    await until(async () => (await plannedIn(database)) === 0)
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
      nudge: async () => void nudges++,
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

  it('holds an account until what a nudge has begun is done', async () => {
    const { database, add } = await begin()
    const seen: string[] = []
    let nudges = 0
    let [finish, finishNudge] = [() => {}, () => {}]
    const busy = new Promise<undefined>((resolve) => {
      finish = () => resolve(undefined)
    })
    const sending = new Promise<void>((resolve) => {
      finishNudge = resolve
    })
    const moveOn = async (id: string) => {
      seen.push(id)
      return id === 'acc_a' ? busy : undefined
    }
    const nudge = async () => {
      nudges++
      await sending
    }
    const { work } = replica(database, { moveOn, nudge })
    replica(database, { moveOn, nudge })
    const count = (id: string) => seen.filter((each) => each === id).length
    await add('acc_a')
    await add('acc_b')
    await work.wake('acc_a')
    await until(() => count('acc_a') === 1)
    await work.wake('acc_a')
    // More than one, if the connection for notices was made in between.
    await until(() => nudges > 0)

    finish()
    for (let round = 1; round <= 3; round++) {
      const before = count('acc_b')
      await work.wake('acc_b')
      await until(() => count('acc_b') > before)
    }

    expect(count('acc_a')).toBe(1)
    finishNudge()
    await until(() => count('acc_a') > 1)
  })

  it('frees the accounts of a replica that is silent, and no others', async () => {
    const { database, add } = await begin()
    for (const id of ['acc_gone', 'acc_alive', 'acc_unknown']) {
      await add(id)
      await hold(database, id, id.replace('acc_', ''))
    }
    await database.query(`
      INSERT INTO sandbox.replica VALUES ('gone', now() - interval '1 minute'), ('alive', now())`)

    const seen: string[] = []
    replica(database, { moveOn: async (id) => void seen.push(id) })

    await until(() => seen.length === 2)
    expect(seen.sort()).toEqual(['acc_gone', 'acc_unknown'])
    expect(await holderOf(database, 'acc_alive')).toBe('alive')
    const left = await database.query<{ id: string }>('SELECT id FROM sandbox.replica')
    expect(left.map(({ id }) => id)).toEqual(expect.not.arrayContaining(['gone']))
  })

  it('plans an account for which nothing is planned, as one that an earlier release had', async () => {
    const { database, add } = await begin()
    await add('acc_a')

    let calls = 0
    replica(database, { moveOn: async () => void calls++ })

    await until(() => calls === 1)
  })

  it('keeps no row of an account that was removed, even if it is woken later', async () => {
    const { database, add } = await begin()
    await add('acc_a')
    let calls = 0
    const { work } = replica(database, { moveOn: async () => void calls++ })
    await until(() => calls === 1)

    await database.query(`DELETE FROM sandbox.account WHERE id = 'acc_a'`)
    await work.wake('acc_a')

    await until(async () => (await database.query('SELECT FROM sandbox.account_hold')).length === 0)
    expect(calls).toBe(1)
  })

  it('frees an account that it took without learning of it, but none that it holds', async () => {
    const { database, add } = await begin()
    const seen: string[] = []
    let finish = () => {}
    const busy = new Promise<undefined>((resolve) => {
      finish = () => resolve(undefined)
    })
    const moveOn = async (id: string) => {
      seen.push(id)
      if (id === 'acc_busy') await busy
      return undefined
    }
    // The next sign of life frees it.
    const { work } = replica(database, { moveOn }, { faster: 100 })
    await add('acc_busy')
    await work.wake('acc_busy')
    await until(() => seen.length === 1)

    // As if the answer to the statement that took the account had been lost.
    await add('acc_lost')
    await hold(database, 'acc_lost', await holderOf(database, 'acc_busy'))

    await until(() => seen.includes('acc_lost'))
    expect(seen).toEqual(['acc_busy', 'acc_lost'])
    finish()
  })

  it('takes an account whose row was locked when it became due', async () => {
    const { database, add } = await begin()
    let calls = 0
    replica(database, { moveOn: async () => void calls++ })
    await add('acc_a')

    // Nothing says when the lock ends.
    await database.transaction(async (sql) => {
      await sql.query(`SELECT sandbox.wake('acc_a', 0)`)
      database.notices.publish('work', 'acc_a')
      await sql.query('SELECT pg_sleep(0.2)')
    })

    await until(() => calls === 1)
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
      database.query(`INSERT INTO sandbox.account (id, campaigns, value) VALUES ($1, 0, '{}')`, [
        id,
      ]),
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
  const clock: Clock = {
    ...real,
    elapsed: () => real.elapsed() * faster,
    pause: (ms, signal) => real.pause(ms / faster, signal),
  }
  const parts = { database, clock, log: silentLog, closing: closing.signal, holds }
  const queued = new PostgresWork(parts)
  if (isStarted) queued.start({ moveOn: async () => undefined, nudge: async () => {}, ...work })
  onTestFinished(async () => {
    closing.abort()
    await queued.close()
  })
  return { work: queued, fences }
}

/** As if a replica had taken the account and held it. */
function hold(database: Database, accountId: string, replicaId: string | undefined) {
  return database.query(
    'INSERT INTO sandbox.account_hold (account_id, fence, replica_id) VALUES ($1, 1, $2)',
    [accountId, replicaId],
  )
}

async function holderOf(database: Database, accountId: string): Promise<string | undefined> {
  const [row] = await database.query<{ replica_id: string }>(
    'SELECT replica_id FROM sandbox.account_hold WHERE account_id = $1',
    [accountId],
  )
  return row?.replica_id
}

/** The number of accounts that wait for a time or are held. */
async function plannedIn(database: Database): Promise<number> {
  const rows = await database.query(
    'SELECT FROM sandbox.account_hold WHERE due_at IS NOT NULL OR replica_id IS NOT NULL',
  )
  return rows.length
}

/** Resolves when the account waits for a later time. */
function planned(database: Database, accountId: string): Promise<void> {
  return until(async () => {
    const rows = await database.query(
      'SELECT FROM sandbox.account_hold WHERE account_id = $1 AND replica_id IS NULL AND due_at > now()',
      [accountId],
    )
    return rows.length === 1
  })
}

function until(isReached: () => boolean | Promise<boolean>): Promise<void> {
  return expect.poll(isReached, { interval: 20, timeout: 20_000 }).toBe(true) as Promise<void>
}

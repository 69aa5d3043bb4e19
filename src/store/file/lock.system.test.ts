import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { hostname, tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { setImmediate } from 'node:timers/promises'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { type Clock, createClock } from '../../time/clock.ts'
import { StoreError } from '../store-error.ts'
import { type FolderLock, LEASE_MS, lockFolder as lockWith } from './lock.ts'
import { thisProcess } from './process-identity.ts'

const NOW = Date.UTC(2025, 10, 1)
const clock = createClock({ startAt: NOW })
const lockFolder = (path: string) => lockWith(path, { clock })

let folder: string
const children: ChildProcess[] = []

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'svc-lock-'))
})

afterEach(async () => {
  for (const child of children.splice(0)) child.kill('SIGKILL')
  await rm(folder, { recursive: true })
})

/** A process that locks each folder whose path it gets, and responds with the result. */
async function startLocker() {
  const module = new URL('./lock.ts', import.meta.url).href
  const script = `
    import { createInterface } from 'node:readline'
    import { createClock } from ${JSON.stringify(new URL('../../time/clock.ts', import.meta.url).href)}
    import { lockFolder } from ${JSON.stringify(module)}
    const clock = createClock()
    console.log('ready')
    for await (const folder of createInterface(process.stdin)) {
      await lockFolder(folder, { clock }).then(
        () => console.log('locked'),
        (error) => console.log(error.name + ' ' + error.message),
      )
    }`
  const args = ['--import', 'tsx', '--input-type=module', '-e', script]
  const child = spawn(process.execPath, args, { stdio: ['pipe', 'pipe', 'inherit'] })
  children.push(child)

  const lines = createInterface(child.stdout)[Symbol.asyncIterator]()
  const nextLine = async (): Promise<string> => (await lines.next()).value ?? 'ended'
  expect(await nextLine()).toBe('ready')

  return {
    pid: child.pid as number,
    lock: (path: string) => {
      child.stdin.write(`${path}\n`)
      return nextLine()
    },
    kill: async () => {
      child.kill('SIGKILL')
      await once(child, 'exit')
    },
  }
}

const { pid: endedPid } = spawnSync(process.execPath, ['--version'])

/** A lock of a process that has ended. */
function staleClaim(parts: object = {}): string {
  const claim = {
    id: randomUUID(),
    after: null,
    ...thisProcess(),
    pid: endedPid,
    started: '1',
    since: new Date(NOW).toISOString(),
    ...parts,
  }
  return `${JSON.stringify(claim)}\n`
}

async function outcomesOf(attempts: Promise<unknown>[]): Promise<string[]> {
  return (await Promise.allSettled(attempts)).map(({ status }) => status).sort()
}

const path = () => join(folder, 'lock')
const readLock = async () => JSON.parse(await readFile(path(), 'utf8'))

describe('lockFolder', () => {
  test('refuses a folder that is in use, and locks it after its release', async () => {
    const lock = await lockFolder(folder)

    await expect(lockFolder(folder)).rejects.toThrow(StoreError)
    await lock.release()

    expect(await readdir(folder)).toEqual([])
    await expect(lockFolder(folder)).resolves.toBeDefined()
  })

  test('lets one of many that start together take over a stale lock', async () => {
    await writeFile(path(), staleClaim())

    const outcomes = await outcomesOf(Array.from({ length: 20 }, () => lockFolder(folder)))

    expect(outcomes).toEqual(['fulfilled', ...Array(19).fill('rejected')])
    expect(await readdir(folder)).toEqual(['lock'])
  })

  test.skipIf(thisProcess().started === null)(
    'takes over the lock of a process whose number another one has now',
    async () => {
      await writeFile(path(), staleClaim({ pid: process.pid }))

      await expect(lockFolder(folder)).resolves.toBeDefined()
    },
  )

  test('takes over a chain of claims that a crash cut off', async () => {
    const first = staleClaim({ id: 'first' })
    const late = staleClaim({ id: 'late', after: 'someone before', ...thisProcess() })
    const second = staleClaim({ id: 'second', after: 'first' })
    await writeFile(path(), `${first}${late}\n${second}\n{"id":"to`)

    await lockFolder(folder)

    expect(await readLock()).toMatchObject({ ...thisProcess(), after: null })
  })

  test.each(['\n{"id":"to', '\n{"i', '{"id":"x","pid":12'])(
    'ignores a first claim that was cut off: %j',
    async (text) => {
      await writeFile(path(), text)

      await lockFolder(folder)

      expect(await readLock()).toMatchObject(thisProcess())
    },
  )

  test.each(['mine', '{}', '{"id":"x","pid":0}', '{"id":"x","pid":-1}', '[]', 'null'])(
    'does not change a file that is not a lock: %s',
    async (text) => {
      await writeFile(path(), text)

      await expect(lockFolder(folder)).rejects.toThrow(/lock is not a lock of svc-sandbox/)
      expect(await readFile(path(), 'utf8')).toBe(text)
    },
  )

  test('reports a folder that is not writable', async () => {
    const gone = join(folder, 'gone')

    await expect(lockFolder(gone)).rejects.toThrow(
      /data folder .*gone can't be written to: there is no such file or folder.*--data.*--ephemeral/,
    )
  })
})

/** A clock that passes only when somebody waits; `whileWaiting` is what others do then. */
function steppedClock(whileWaiting: () => Promise<unknown> | unknown = () => {}) {
  let passed = 0
  const stepped: Clock = {
    ...clock,
    wallTime: () => NOW + passed,
    elapsed: () => passed,
    wait: async (ms) => {
      passed += ms
      await whileWaiting()
    },
  }
  return { stepped, passed: () => passed, pass: (ms: number) => (passed += ms) }
}

/** A clock whose owner beats when `beat` is called. */
function beatingClock() {
  let resume = () => {}
  const beating: Clock = {
    ...clock,
    pause: (_ms, signal) =>
      new Promise((resolve) => {
        resume = resolve
        signal?.addEventListener('abort', () => resolve())
      }),
  }
  return {
    beating,
    beat: async () => {
      resume()
      await setImmediate()
    },
  }
}

/** Makes the owner of the lock one whose process cannot be looked up from here. */
async function moveOwner(parts: object = { host: 'elsewhere' }): Promise<void> {
  await writeFile(path(), `${JSON.stringify({ ...(await readLock()), ...parts })}\n`)
}

describe('a lock of a process that cannot be looked up', () => {
  const OWNERS: [string, object][] = [
    ['on another host', { host: 'elsewhere' }],
    ['of another boot or container with the same host name', { system: 'another boot/pid:[1]' }],
    ['without its start time, whose number is in use', { pid: process.pid, started: null }],
    ['on a system without /proc', { pid: process.pid, system: null, started: null }],
  ]

  test.each(OWNERS)('is respected while it has a heartbeat: %s', async (_, owner) => {
    const { beating, beat } = beatingClock()
    const lock = await lockWith(folder, { clock: beating })
    await moveOwner(owner)
    const { stepped } = steppedClock(beat)

    await expect(lockWith(folder, { clock: stepped })).rejects.toThrow(/in use by process \d+/)
    await lock.release()
  })

  test.each(OWNERS)('is taken over after five seconds of silence: %s', async (_, owner) => {
    await writeFile(path(), staleClaim({ host: hostname(), pid: process.pid, ...owner }))
    const { stepped, passed } = steppedClock()
    const messages: string[] = []

    await lockWith(folder, { clock: stepped, onWait: (message) => messages.push(message) })

    expect(await readLock()).toMatchObject({ pid: process.pid, host: hostname() })
    expect(passed()).toBe(LEASE_MS)
    expect(messages).toEqual([expect.stringMatching(/was in use by process \d+ on .+ 5 seconds/)])
  })

  test('is taken over at once when its owner releases it', async () => {
    const lock = await lockFolder(folder)
    await moveOwner()
    const { stepped, passed } = steppedClock(() => lock.release())

    await lockWith(folder, { clock: stepped })

    expect(passed()).toBeLessThan(LEASE_MS)
  })
})

describe('a lock that was taken over', () => {
  async function takenOver() {
    const { stepped, pass } = steppedClock()
    const asleep: Clock = { ...stepped, pause: () => new Promise(() => {}) }
    const lost = await lockWith(folder, { clock: asleep })
    await moveOwner()
    const next = await lockWith(folder, { clock: steppedClock().stepped })
    return { lost, next, pass }
  }

  test('refuses writes of its former owner, as soon as that wakes up', async () => {
    const { lost, next, pass } = await takenOver()

    pass(LEASE_MS)

    expect(() => lost.requireHeld()).toThrow(/belongs to another process now/)
    expect(() => next.requireHeld()).not.toThrow()
  })

  test('is noticed by the heartbeat, too', async () => {
    const { beating, beat } = beatingClock()
    const lost: FolderLock = await lockWith(folder, { clock: beating })
    await writeFile(path(), staleClaim())
    expect(() => lost.requireHeld()).not.toThrow()

    await beat()

    expect(() => lost.requireHeld()).toThrow(StoreError)
  })

  test('is claimed again by its owner when its file was deleted by hand', async () => {
    const { beating, beat } = beatingClock()
    const lock = await lockWith(folder, { clock: beating })
    await rm(path())

    await beat()

    expect(await readLock()).toMatchObject(thisProcess())
    expect(() => lock.requireHeld()).not.toThrow()
    await lock.release()
    expect(await readdir(folder)).toEqual([])
  })
})

describe('lockFolder in several processes', () => {
  test('refuses the folder while its process runs, and takes it over when that is killed', async () => {
    const locker = await startLocker()
    expect(await locker.lock(folder)).toBe('locked')

    await expect(lockFolder(folder)).rejects.toThrow(
      new RegExp(`${folder} is in use by process ${locker.pid} since .*--data.*--ephemeral`),
    )
    await locker.kill()

    await lockFolder(folder)
    expect(await readLock()).toMatchObject(thisProcess())
  })

  test('lets one of two racing processes take over a stale lock', async () => {
    const [a, b] = await Promise.all([startLocker(), startLocker()])

    for (let round = 0; round < 40; round++) {
      const contested = await mkdtemp(join(folder, 'round-'))
      await writeFile(join(contested, 'lock'), staleClaim())

      const answers = await Promise.all([a.lock(contested), b.lock(contested)])

      expect(answers.sort()).toEqual([expect.stringMatching(/^StoreError .*in use/), 'locked'])
    }
  })
})

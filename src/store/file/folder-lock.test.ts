import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { appendFile, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { hostname, tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { StoreError } from '../store-error.ts'
import { lockFolder, thisProcess } from './folder-lock.ts'

const NOW = Date.UTC(2025, 10, 1)

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
  const module = new URL('./folder-lock.ts', import.meta.url).href
  const script = `
    import { createInterface } from 'node:readline'
    import { lockFolder } from ${JSON.stringify(module)}
    console.log('ready')
    for await (const folder of createInterface(process.stdin)) {
      await lockFolder(folder, 0).then(
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
    pid: endedPid,
    started: 'this boot/1',
    host: hostname(),
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
  test('writes the owner and the time into the lock', async () => {
    await lockFolder(folder, NOW)

    expect(await readLock()).toMatchObject({
      ...thisProcess(),
      host: hostname(),
      since: '2025-11-01T00:00:00.000Z',
    })
  })

  test('refuses a folder that is in use, and locks it after its release', async () => {
    const lock = await lockFolder(folder, NOW)

    await expect(lockFolder(folder, NOW)).rejects.toThrow(StoreError)
    await lock.release()

    expect(await readdir(folder)).toEqual([])
    await expect(lockFolder(folder, NOW)).resolves.toBeDefined()
  })

  test('gives a free folder to one of many that start together', async () => {
    const outcomes = await outcomesOf(Array.from({ length: 20 }, () => lockFolder(folder, NOW)))

    expect(outcomes).toEqual(['fulfilled', ...Array(19).fill('rejected')])
  })

  test('lets one of many that start together take over a stale lock', async () => {
    await writeFile(path(), staleClaim())

    const outcomes = await outcomesOf(Array.from({ length: 20 }, () => lockFolder(folder, NOW)))

    expect(outcomes).toEqual(['fulfilled', ...Array(19).fill('rejected')])
    expect(await readdir(folder)).toEqual(['lock'])
  })

  test.skipIf(thisProcess().started === null)(
    'takes over the lock of a process whose number another one has now',
    async () => {
      await writeFile(path(), staleClaim({ pid: process.pid }))

      await expect(lockFolder(folder, NOW)).resolves.toBeDefined()
    },
  )

  test('respects a lock without the start time of its process', async () => {
    await writeFile(path(), staleClaim({ pid: process.pid, started: null }))

    await expect(lockFolder(folder, NOW)).rejects.toThrow(/in use/)
  })

  test('takes over a chain of claims that a crash cut off', async () => {
    const first = staleClaim({ id: 'first' })
    const late = staleClaim({ id: 'late', after: 'someone before', ...thisProcess() })
    const second = staleClaim({ id: 'second', after: 'first' })
    await writeFile(path(), `${first}${late}\n${second}\n{"id":"to`)

    await lockFolder(folder, NOW)

    expect(await readLock()).toMatchObject({ ...thisProcess(), after: null })
  })

  test.each(['\n{"id":"to', '\n{"i', '{"id":"x","pid":12'])(
    'ignores a first claim that was cut off: %j',
    async (text) => {
      await writeFile(path(), text)

      await lockFolder(folder, NOW)

      expect(await readLock()).toMatchObject(thisProcess())
    },
  )

  test('does not release a lock that belongs to another owner now', async () => {
    const lock = await lockFolder(folder, NOW)
    const other = staleClaim({ id: 'other' })

    await writeFile(path(), other)
    await lock.release()

    expect(await readFile(path(), 'utf8')).toBe(other)
  })

  test('assumes that a process on another machine is running', async () => {
    await writeFile(path(), staleClaim({ host: 'elsewhere' }))

    await expect(lockFolder(folder, NOW)).rejects.toThrow(
      /in use by process \d+ on elsewhere since 2025.*--data.*--ephemeral.*delete .*lock/,
    )
  })

  test.each(['mine', '{}', '{"id":"x","pid":0}', '{"id":"x","pid":-1}', '[]', 'null'])(
    'does not change a file that is not a lock: %s',
    async (text) => {
      await writeFile(path(), text)

      await expect(lockFolder(folder, NOW)).rejects.toThrow(/lock is not a lock of svc-sandbox/)
      expect(await readFile(path(), 'utf8')).toBe(text)
    },
  )

  test('ignores an empty file', async () => {
    await appendFile(path(), '')

    await expect(lockFolder(folder, NOW)).resolves.toBeDefined()
  })

  test('reports a lock that cannot be read', async () => {
    await mkdir(path())

    await expect(lockFolder(folder, NOW)).rejects.toThrow(/lock can't be read: EISDIR/)
  })

  test('reports a folder that is not writable', async () => {
    const gone = join(folder, 'gone')

    await expect(lockFolder(gone, NOW)).rejects.toThrow(
      /data folder .*gone can't be written to: ENOENT.*--data.*--ephemeral/,
    )
  })
})

describe('lockFolder in several processes', () => {
  test('refuses the folder while its process runs, and takes it over when that is killed', async () => {
    const locker = await startLocker()
    expect(await locker.lock(folder)).toBe('locked')

    await expect(lockFolder(folder, NOW)).rejects.toThrow(
      new RegExp(`${folder} is in use by process ${locker.pid} since .*--data.*--ephemeral`),
    )
    await locker.kill()

    await lockFolder(folder, NOW)
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

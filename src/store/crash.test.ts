import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { mix, unit } from '../intelligence/hash.ts'
import { openFileStore } from './file-store.ts'

// Another seed kills at other moments: CRASH_SEED=7 npx vitest run src/store/crash.test.ts
const SEED = Number(process.env.CRASH_SEED ?? 1)
const ROUNDS = Array.from({ length: 12 }, (_, round) => round)

let folder: string

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'svc-crash-'))
})

afterAll(() => rm(folder, { recursive: true }))

const url = (file: string) => JSON.stringify(new URL(file, import.meta.url).href)

/**
 * Prints the id of each campaign that it was told is kept. They are long, so that the journal is folded
 * into the file time and again.
 */
const WRITER = `
  import { openFileStore } from ${url('./file-store.ts')}
  import { buildAccount } from ${url('./fixture-account.ts')}
  import { withFiller } from ${url('./filler-campaigns.ts')}
  import { nextId } from ${url('../accounts/identifier.ts')}

  const store = await openFileStore(process.argv[1], { now: 0 })
  await store.add(buildAccount(withFiller({ id: 'acc_a', generate_campaigns: 200 }, 1), { now: 0, seed: 1, document: { operationIds: [], campaignId: { format: 'uuid' } } }))
  const write = async () => {
    for (;;) {
      const id = await store.update('acc_a', (account) => {
        const [first] = account.campaigns.values()
        const id = nextId(account, 'cmp')
        account.campaigns.set(id, { ...first, id, name: 'Campaign '.repeat(200) })
        return id
      })
      process.stdout.write(id + '\\n')
    }
  }
  for (let writer = 0; writer < 20; writer++) write()`

/** Runs the writer until it was answered so many times; returns all that it was told is kept. */
async function killAfter(answers: number, data: string): Promise<string[]> {
  const args = ['--import', 'tsx', '--input-type=module', '-e', WRITER, data]
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] })
  const ended = once(child, 'exit')
  const ids: string[] = []

  for await (const id of createInterface(child.stdout)) {
    ids.push(id)
    if (ids.length === answers) child.kill('SIGKILL')
  }

  expect((await ended)[1]).toBe('SIGKILL')
  return ids
}

test.concurrent.each(ROUNDS)(
  'keeps what was answered before kill -9, round %i',
  async (round) => {
    const data = join(folder, String(round))
    const answers = 1 + Math.floor(400 * unit(mix(SEED, round)))

    const answered = await killAfter(answers, data)
    const store = await openFileStore(data, { now: 0 })
    const { campaigns, sequence } = await store.read('acc_a')
    await store.close()

    expect(answered.length).toBeGreaterThanOrEqual(answers)
    expect(answered.filter((id) => !campaigns.has(id))).toEqual([])
    expect(campaigns.size).toBe(sequence)
  },
  30_000,
)

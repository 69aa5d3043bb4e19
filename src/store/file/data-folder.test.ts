import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, it } from 'vitest'
import { temporaryFolder } from '../../../test/support/temporary.ts'
import { createClock } from '../../time/clock.ts'
import { openFileStore } from './file-store.ts'

const LEFT = [
  'accounts/.acc_a.json.tmp',
  'snapshots/acc_a/.logged-in.json.tmp',
  'snapshots/acc_a/.logged-in.rows.tmp',
  'snapshots/acc_gone/.a.rows.tmp',
  '.last-reset.tmp',
  'lock.tmp',
]
const OF_USER = [
  'notes.json.tmp',
  '.notes.json.tmp',
  'snapshots/acc_a/logged-in.json.tmp',
  'snapshots/acc_a/.logged-in.json',
  'snapshots/acc_a/.backup.tmp',
  'snapshots/acc_a/.logged-in.json.tmp.old',
  'snapshots/.keep',
  'exports/.mine.json.tmp',
]

it('removes what a process left that was killed while it wrote, and no file of a user', async () => {
  const folder = temporaryFolder()
  for (const path of [...LEFT, ...OF_USER]) {
    mkdirSync(dirname(join(folder, path)), { recursive: true })
    writeFileSync(join(folder, path), '{"half":')
  }

  const store = await openFileStore(folder, { clock: createClock() })
  await store.close()

  const found = (paths: string[]) => paths.filter((path) => existsSync(join(folder, path)))
  expect(found(LEFT)).toEqual([])
  expect(found(OF_USER)).toEqual(OF_USER)
})

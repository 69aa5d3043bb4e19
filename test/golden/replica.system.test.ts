import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { expect, it } from 'vitest'
import { emptyDatabase, postgres } from '../support/postgres.ts'

const root = new URL('../../', import.meta.url).pathname

it.skipIf(!postgres.isAvailable)(
  'a replica gives the answers of the embedded sandbox',
  { timeout: 600_000 },
  async () => {
    const urls = await Promise.all([1, 2, 3, 4].map(() => emptyDatabase()))
    const databases = urls.flatMap((url) => ['--database', url])
    const command = ['test/golden/golden.mjs', '--bin', 'bin/svc-sandbox.js', ...databases]

    const { stdout } = await promisify(execFile)(process.execPath, command, { cwd: root })

    expect(stdout).toMatch(/^(\d+) of \1 answers as before, 0 differ\n$/)
  },
)

import { onTestFinished } from 'vitest'
import type { SandboxOptions } from '../../src/config.ts'
import { createSandbox } from '../../src/sandbox.ts'
import { createClock } from '../../src/time/clock.ts'
import { testDatabase } from './postgres.ts'
import { apiOf, START, type TestSandbox } from './sandbox.ts'

/** A key with five requests an hour. */
export const LIMITED = 'svc_test_limited'

/** Two replicas on a database of the test's own. */
export async function replicas(options: SandboxOptions = {}) {
  const { url } = await testDatabase()
  let time = START
  const clock = createClock({ wallTime: () => time })
  const open = async () => {
    const sandbox = await createSandbox({ ...options, database: url }, { clock })
    onTestFinished(() => sandbox.close())
    return sandbox
  }
  const sandboxes = [await open(), await open()]
  const advance = ({ days = 0, hours = 0, minutes = 0 }) => {
    time += ((days * 24 + hours) * 60 + minutes) * 60_000
  }
  const [one, other] = sandboxes.map((sandbox) =>
    Object.assign(sandbox, { advance, api: apiOf(sandbox.url) }),
  ) as [TestSandbox, TestSandbox]
  return { one, other }
}

/** The status of a request with `key`. */
export const authMe = async (sandbox: TestSandbox, key: string) =>
  (await sandbox.api.get('/auth/me', { key })).status

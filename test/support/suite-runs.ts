import { execFile } from 'node:child_process'
import { symlinkSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { expect, inject } from 'vitest'
import type { Plant } from '../../contract-tests/self-test/changes.ts'
import { noVersion, startChecked } from './checked-server.ts'
import { temporaryFile } from './temporary.ts'

/** A server that keeps what is stated, but for a bug, and the options for a run against it. */
export async function serve(plant?: Plant) {
  const server = await startChecked(plant)
  const { main, restricted, limited, revoked } = server.tokens
  const keys = { restrictedToken: restricted, limitedToken: limited, revokedToken: revoked }
  return { server, options: { baseUrl: server.baseUrl, token: main, ...keys } }
}

const modules = fileURLToPath(new URL('../../node_modules', import.meta.url))
export const VITEST = join(modules, 'vitest/vitest.mjs')

/** Runs the tests of the packaged suite in a test runner: they pass, and fail for a server that breaks a fact. */
export async function expectRunsIn(module: string, flags: string[]): Promise<void> {
  const entry = join(dirname(inject('cli')), '../contract.cjs')
  const imports = `import * as test from '${module}'\nimport { contractTests } from '${entry}'\n`
  const file = temporaryFile('facts.test.mjs', `${imports}contractTests({ test })\n`)
  const cwd = dirname(file)
  symlinkSync(modules, join(cwd, 'node_modules'))
  const results = [undefined, noVersion].map(async (plant) => {
    const { options } = await serve(plant)
    const env = { ...process.env, SVC_BASE_URL: options.baseUrl, SVC_TOKEN: options.token }
    const { NODE_TEST_CONTEXT: _, VITEST: __, ...clean } = env as Record<string, string>
    const running = promisify(execFile)(process.execPath, flags, { cwd, env: clean })
    return running.then(
      ({ stdout }) => ({ code: 0, stdout }),
      ({ code, stdout, stderr }) => ({ code, stdout: stdout + stderr }),
    )
  })
  const [green, red] = await Promise.all(results)

  expect(green).toMatchObject({ code: 0 })
  expect(red?.code).toBe(1)
  expect(red?.stdout).toMatch(/4\.12 .*version/)
  expect(red?.stdout).toContain('the number 1.2')
}

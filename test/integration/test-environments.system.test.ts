import { spawn } from 'node:child_process'
import { copyFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'
import { bundledEntry } from '../support/bundled-entry.ts'
import { temporaryFolder } from '../support/temporary.ts'

const root = fileURLToPath(new URL('../../', import.meta.url))

/** Without `nextTick`, which vitest fakes in threads only. */
const FAKED = [
  ...['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval', 'setImmediate'],
  ...['clearImmediate', 'Date', 'performance', 'hrtime', 'queueMicrotask'],
]

it.each([
  ['jsdom', 'forks', undefined],
  ['jsdom', 'threads', ['nextTick', 'setTimeout', 'setImmediate', 'Date']],
  ['jsdom', 'vmThreads', undefined],
  ['happy-dom', 'forks', undefined],
  ['happy-dom', 'forks', ['setTimeout', 'setInterval', 'setImmediate', 'Date', 'performance']],
  ['happy-dom', 'vmThreads', undefined],
  ['node', 'forks', FAKED],
])(
  'a sandbox works in vitest with the environment %s, in %s, and with %j faked',
  async (environment, pool, faked) => {
    const hasMsw = pool !== 'vmThreads'
    const { code, output } = await run(
      ['vitest/vitest.mjs', 'run', '--pool', pool, '--reporter=json'],
      {
        'sandbox.test.mjs': `// @vitest-environment ${environment}
      import { createRequire } from 'node:module'
      import { afterAll, beforeAll, expect, test, vi } from 'vitest'
      import { createSandbox } from '${bundledEntry('index')}'
      ${hasMsw ? `import { sandboxHandlers } from '${bundledEntry('msw')}'` : ''}
      ${hasMsw ? "import { setupServer } from 'msw/node'" : ''}
      ${faked ? `beforeAll(() => vi.useFakeTimers({ toFake: ${JSON.stringify(faked)}, now: 0 }))` : ''}
      afterAll(() => vi.useRealTimers())
      const msw = ${hasMsw && !faked ? '{ setupServer, sandboxHandlers }' : 'undefined'}
      createRequire(import.meta.url)('./journey.cjs')({ test, expect, createSandbox, msw })`,
      },
    )

    expect(code, output).toBe(0)
  },
)

it.each([
  ['jsdom', ''],
  ['jsdom', 'jest.useFakeTimers()'],
  ['node', 'jest.useFakeTimers({ now: 0 })'],
])('a sandbox works in jest with the environment %s %s', async (environment, before) => {
  const { code, output } = await run(['jest/bin/jest.js', '--rootDir', '.'], {
    'jest.config.cjs': "module.exports = { testMatch: ['**/sandbox.test.cjs'] }",
    'sandbox.test.cjs': `/** @jest-environment ${environment} */
      const { createSandbox } = require('${bundledEntry('index').replace(/js$/, 'cjs')}')
      require('${bundledEntry('contract').replace(/js$/, 'cjs')}')
      ${before}
      require('./journey.cjs')({ test, expect, createSandbox })`,
  })

  expect(code, output).toBe(0)
})

/** Runs a test runner in the project of a user. */
function run([program, ...flags]: string[], files: Record<string, string>) {
  const cwd = temporaryFolder()
  symlinkSync(join(root, 'node_modules'), join(cwd, 'node_modules'))
  copyFileSync(join(root, 'test/support/environments/journey.cjs'), join(cwd, 'journey.cjs'))
  for (const [name, text] of Object.entries(files)) writeFileSync(join(cwd, name), text)
  return runNode([join(cwd, 'node_modules', program as string), ...flags], cwd)
}

function runNode(flags: string[], cwd: string): Promise<{ code: number | null; output: string }> {
  const child = spawn(process.execPath, flags, { cwd, env: { PATH: process.env.PATH } })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (text) => {
      output += text
    })
  }
  return new Promise((resolve) => child.on('close', (code) => resolve({ code, output })))
}

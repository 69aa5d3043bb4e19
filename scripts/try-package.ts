/**
 * `npx tsx scripts/try-package.ts`: packs the build, checks it with publint and arethetypeswrong, installs it in an empty folder,
 * checks types and links, and uses it as users do, also with a database. `-- 22 24` repeats that with these versions of
 * Node, from the npm package `node`. Last, node:test, vitest and jest run the facts as tests, jest
 * starts a sandbox, and MSW and Playwright take what is made for them. Bun, Deno, mocha, pnpm and Yarn run the package, too,
 * and Next.js builds and runs an app with it.
 */
import { execFileSync, spawn } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { binaries } from '../test/support/postgres-binaries.ts'
import { PostgresServer } from '../test/support/postgres-server.ts'
import { installsLittle, linksLead, typesNeedNothing, typesOfPeers } from './package-checks.ts'
import { inNext } from './package-next.ts'
import { withOtherTools } from './package-tools.ts'

const root = fileURLToPath(new URL('../', import.meta.url))
const tools = join(root, 'node_modules/.bin')
const folder = temporary('svc-package-')

const KEYS = {
  token: 'svc_test_demo',
  restricted_token: 'svc_restricted_readonly',
  limited_token: 'svc_test_limited',
  revoked_token: 'svc_test_revoked',
}

const tarball = pack()
run(join(tools, 'publint'), ['run', '--strict', tarball])
// The resolution of Node 10 knows no `exports`.
run(join(tools, 'attw'), [tarball, '--profile', 'node16', '--format', 'ascii'])
install(tarball)
typesNeedNothing(folder)
linksLead(folder)
installsLittle(folder)
const command = join(folder, 'node_modules/svc-sandbox/bin/svc-sandbox.js')
run(join(folder, 'node_modules/.bin/svc-sandbox'), ['--help'])
for (const node of [process.execPath, ...process.argv.slice(2).map(nodeOf)]) {
  inCode(node)
  await asCommand(node)
  await onDatabase(node)
  const version = execFileSync(node, ['--version'], { encoding: 'utf8' }).trim()
  console.log(`the package installs and runs on Node ${version}`)
}
await inTestRunners()
inJest()
withPeers()
withOtherTools(tarball, temporary('svc-tools-'))
await inNext(tarball, temporary('svc-next-'))

/** A folder on its own: npm, Yarn and Next.js also look at those above. */
function temporary(prefix: string): string {
  const made = mkdtempSync(join(tmpdir(), prefix))
  process.once('exit', () => rmSync(made, { recursive: true, force: true }))
  return made
}

/** The executable of another version of Node. */
function nodeOf(version: string): string {
  const flags = ['--yes', '--package', `node@${version}`, 'node', '-p', 'process.execPath']
  return execFileSync('npx', flags, { cwd: folder, encoding: 'utf8' }).trim()
}

function pack(): string {
  execFileSync('npm', ['pack', '--ignore-scripts', '--silent', '--pack-destination', folder], {
    cwd: root,
  })
  const name = readdirSync(folder).find((file) => file.endsWith('.tgz'))
  return join(folder, name as string)
}

function install(file: string): void {
  writeFileSync(join(folder, 'package.json'), '{ "private": true }')
  const flags = ['--no-audit', '--no-fund', '--ignore-scripts', '--prefer-offline']
  run('npm', ['install', ...flags, file])
}

/** By `import` and by `require`. */
function inCode(node: string): void {
  const use = `createSandbox({ ephemeral: true, port: 0 }).then(async (sandbox) => {
    const headers = { authorization: 'Bearer svc_test_demo' }
    const { status } = await fetch(sandbox.url + '/campaigns', { headers })
    await sandbox.close()
    if (status !== 200) throw new Error('GET /campaigns returned ' + status + '.')
  })`
  const files = {
    'use.mjs': `import { createSandbox } from 'svc-sandbox'\nawait ${use}\n`,
    'use.cjs': `const { createSandbox } = require('svc-sandbox')\n${use}\n`,
  }
  for (const [name, text] of Object.entries(files)) {
    writeFileSync(join(folder, name), text)
    run(node, [name])
  }
}

/** `serve`, and `check` against it. */
async function asCommand(node: string): Promise<void> {
  await whileServing(node, async (url) => {
    for (const path of ['/', '/docs', '/console/icon.svg']) {
      const { status } = await fetch(new URL(path, url))
      if (status !== 200) throw new Error(`${path} returned ${status}.`)
    }
    const flags = Object.entries(KEYS).flatMap(([name, key]) => [
      `--${name.replace('_', '-')}`,
      key,
    ])
    run(node, [command, 'check', url, ...flags])
  })
}

/** `migrate`, and two replicas of `serve`: what one creates, the other lists. */
async function onDatabase(node: string): Promise<void> {
  if (!binaries) return console.log('no PostgreSQL for this platform: --database was not tried')
  const server = await PostgresServer.start({})
  try {
    const place = ['--database', server.urlOf('postgres')]
    run(node, [command, 'migrate', ...place])
    const serve = [...place, '--no-migrate', '--drain-seconds', '0']
    await whileServing(
      node,
      (first) => whileServing(node, (second) => share(first, second), serve),
      serve,
    )
  } finally {
    await server.remove()
  }
}

async function share(first: string, second: string): Promise<void> {
  const headers = { authorization: 'Bearer svc_test_demo', 'content-type': 'application/json' }
  const body =
    '{"name":"Shared","type":"serp","domain":"a.example","keywords":["bike"],"frequency":"daily"}'
  const created = await fetch(`${first}/campaigns`, { method: 'POST', headers, body })
  const { data } = (await created.json()) as { data: { id: string } }
  const { status } = await fetch(`${second}/campaigns/${data.id}`, { headers })
  if (status !== 200) throw new Error(`The other replica returned ${status}.`)
}

/** The facts as tests of node:test, vitest and, from CommonJS, jest: each finds all of them, and none fails. */
async function inTestRunners(): Promise<void> {
  run('npm', ['install', '--no-audit', '--no-fund', '--prefer-offline', 'jest@30', 'vitest@4'])
  const withTests = (runner: string) =>
    `import * as test from '${runner}'\nimport { contractTests } from 'svc-sandbox/contract'\ncontractTests({ test })\n`
  const files = {
    'node.test.mjs': withTests('node:test'),
    'vitest.test.mjs': withTests('vitest'),
    'jest.test.cjs': `require('svc-sandbox/contract').contractTests()\n`,
  }
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text)
  const runners = {
    'node:test': [process.execPath, '--test', 'node.test.mjs'],
    vitest: ['node_modules/.bin/vitest', 'run', 'vitest.test.mjs'],
    jest: ['node_modules/.bin/jest', '--testMatch', '**/jest.test.cjs'],
  }
  for (const [name, [program, ...flags]] of Object.entries(runners)) {
    // A server for each, because a run uses up the limited key.
    await whileServing(process.execPath, async (url) => {
      const keys = Object.entries(KEYS).map(([key, value]) => [`SVC_${key.toUpperCase()}`, value])
      run(program as string, flags, { ...Object.fromEntries(keys), SVC_BASE_URL: url })
    })
    console.log(`the facts pass as tests of ${name}`)
  }
}

/** The package in tests of jest, which gives each file a context without `import()`. */
function inJest(): void {
  writeFileSync(
    join(folder, 'sandbox.test.cjs'),
    `const { ConfigError, createSandbox } = require('svc-sandbox')
    test('answers, and has the classes of its errors', async () => {
      jest.useFakeTimers()
      const sandbox = await createSandbox({ listen: false })
      expect((await sandbox.fetch('/api/campaigns')).status).toBe(401)
      await sandbox.close()
      await expect(createSandbox({ port: -1 })).rejects.toThrow(ConfigError)
    })`,
  )
  run('node_modules/.bin/jest', ['--testMatch', '**/sandbox.test.cjs'])
  console.log('the sandbox starts in tests of jest')
}

/** The entries that extend a package of the user's own, by `import` and by `require`, and their types. */
function withPeers(): void {
  const { devDependencies } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
  const peers = ['msw', '@playwright/test'].map((name) => `${name}@${devDependencies[name]}`)
  run('npm', [
    'install',
    '--no-audit',
    '--no-fund',
    '--prefer-offline',
    '--ignore-scripts',
    ...peers,
  ])
  const check = `if (typeof sandboxHandlers !== 'function' || typeof test.extend !== 'function') throw new Error('lacking')`
  const files = {
    'peers.mjs': `import { sandboxHandlers } from 'svc-sandbox/msw'
      import { test } from 'svc-sandbox/playwright'
      ${check}`,
    'peers.cjs': `const { sandboxHandlers } = require('svc-sandbox/msw')
      const { test } = require('svc-sandbox/playwright')
      ${check}`,
  }
  for (const [name, text] of Object.entries(files)) {
    writeFileSync(join(folder, name), text)
    run(process.execPath, [name])
  }
  typesOfPeers(folder)
  console.log('svc-sandbox/msw and svc-sandbox/playwright load')
}

async function whileServing(
  node: string,
  use: (url: string) => Promise<void>,
  place = ['--ephemeral'],
): Promise<void> {
  const server = spawn(node, [command, 'serve', ...place, '--port', '0'], {
    cwd: folder,
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  try {
    await use(await announced(server.stderr))
  } finally {
    server.kill()
  }
}

/** The address that `serve` prints. */
function announced(output: NodeJS.ReadableStream): Promise<string> {
  return new Promise((resolve, reject) => {
    let text = ''
    output.on('data', (chunk) => {
      text += chunk
      const url = /http:\/\/\S+\/api/.exec(text)?.[0]
      if (url) resolve(url)
    })
    output.on('end', () => reject(new Error(`svc-sandbox serve did not start: ${text}`)))
  })
}

/** Runs a program in the folder; its output is shown only if it fails. */
function run(program: string, flags: string[], variables: Record<string, string> = {}): void {
  const env = { ...process.env, ...variables }
  try {
    execFileSync(program, flags, { cwd: folder, stdio: 'pipe', encoding: 'utf8', env })
  } catch (error) {
    const { stdout, stderr } = error as { stdout: string; stderr: string }
    throw new Error(`${program} ${flags.join(' ')} failed:\n${stdout}\n${stderr}`)
  }
}

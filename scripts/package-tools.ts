/** The installed package in other runtimes, test runners and package managers. Each gets a folder of its own. */
import { execFileSync } from 'node:child_process'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

const USE = `import { createSandbox } from 'svc-sandbox'
const sandbox = await createSandbox()
const headers = { authorization: 'Bearer svc_test_demo' }
const overNetwork = await fetch(sandbox.url + '/campaigns', { headers })
const inProcess = await sandbox.fetch('/api/campaigns', { headers })
const { data } = await inProcess.json()
await sandbox.close()
if (overNetwork.status !== 200 || data.length === 0) throw new Error('GET /campaigns failed.')
`

const MOCHA_TEST = `const { createSandbox } = require('svc-sandbox')
describe('an app', () => {
  let sandbox
  before(async () => { sandbox = await createSandbox() })
  after(() => sandbox.close())
  it('lists', async () => {
    const { status } = await fetch(sandbox.url + '/campaigns', { headers: { authorization: 'Bearer svc_test_demo' } })
    if (status !== 200) throw new Error('GET /campaigns returned ' + status + '.')
  })
})
`

type Run = (program: string, ...flags: string[]) => void

/** `tarball` is what `npm pack` made. */
export function withOtherTools(tarball: string, place: string): void {
  const local = (program: string) => join(place, 'tools/node_modules', program)
  const tries: Record<string, (run: Run) => void> = {
    tools(run) {
      const packages = ['bun@1', 'deno@2', 'pnpm@12', '@yarnpkg/cli-dist@4']
      run('npm', 'install', '--no-audit', '--no-fund', '--ignore-scripts', ...packages)
      // Puts the binary of this platform in its place.
      run(process.execPath, local('bun/install.js'))
    },
    bun(run) {
      run(local('.bin/bun'), 'add', tarball)
      run(local('.bin/bun'), 'use.mjs')
    },
    deno(run) {
      run('npm', 'install', '--no-audit', '--no-fund', tarball)
      run(local('.bin/deno'), 'run', '--allow-all', 'use.mjs')
    },
    mocha(run) {
      run('npm', 'install', '--no-audit', '--no-fund', 'mocha@12', tarball)
      run('node_modules/.bin/mocha', '--timeout', '60000', 'use.test.cjs')
    },
    pnpm(run) {
      run(local('.bin/pnpm'), 'add', tarball)
      run(process.execPath, 'use.mjs')
      run(local('.bin/pnpm'), 'exec', 'svc-sandbox', '--version')
    },
    'yarn with Plug and Play'(run) {
      const yarn = local('@yarnpkg/cli-dist/bin/yarn.js')
      run(process.execPath, yarn, 'add', `svc-sandbox@file:${tarball}`)
      run(process.execPath, yarn, 'node', 'use.mjs')
      run(process.execPath, yarn, 'svc-sandbox', '--version')
    },
  }
  for (const [name, attempt] of Object.entries(tries)) {
    const folder = join(place, name)
    mkdirSync(folder)
    const files = {
      'package.json': '{ "name": "app", "private": true }',
      // So that Yarn takes this folder, and not one above, as the project.
      'yarn.lock': '',
      'use.mjs': USE,
      'use.test.cjs': MOCHA_TEST,
    }
    for (const [file, text] of Object.entries(files)) writeFileSync(join(folder, file), text)
    attempt((program, ...flags) => runIn(folder, program, flags))
    if (name !== 'tools') console.log(`the package runs with ${name}`)
  }
}

const MOST_MS = 300_000

/** Its output is shown only if it fails, or does not end. */
export function runIn(cwd: string, program: string, flags: string[]): void {
  const env = { ...process.env, YARN_ENABLE_TELEMETRY: '0', NEXT_TELEMETRY_DISABLED: '1' }
  try {
    execFileSync(program, flags, { cwd, stdio: 'pipe', encoding: 'utf8', env, timeout: MOST_MS })
  } catch (error) {
    const { stdout, stderr } = error as { stdout: string; stderr: string }
    throw new Error(`${program} ${flags.join(' ')} failed:\n${stdout}\n${stderr}`)
  }
}

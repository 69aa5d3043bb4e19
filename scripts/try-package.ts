/**
 * `npm run package:try`: packs what was built, holds it against what publint and arethetypeswrong know of packages,
 * installs the tarball in an empty folder, looks at types, links and bill of materials, and uses it there as users do.
 * `-- 22 24` uses it with those versions of Node as well, from the npm package `node`.
 */
import { execFileSync, spawn } from 'node:child_process'
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { completeBill, linksLead, typesNeedNothing } from './package-checks.ts'

const root = fileURLToPath(new URL('../', import.meta.url))
const tools = join(root, 'node_modules/.bin')
const folder = mkdtempSync(join(tmpdir(), 'svc-package-'))

process.once('exit', () => rmSync(folder, { recursive: true, force: true }))

const tarball = pack()
run(join(tools, 'publint'), ['run', '--strict', tarball])
// CommonJS gets the module by `require`, which TypeScript allows under `node20` and refuses under `node16`.
run(join(tools, 'attw'), [tarball, '--profile', 'esm-only', '--format', 'ascii'])
install(tarball)
typesNeedNothing(folder)
linksLead(folder)
const newer = completeBill(folder)
if (newer.length > 0)
  console.log(`npm installs other versions than we develop with: ${newer.join(', ')}`)
const command = join(folder, 'node_modules/svc-sandbox/dist/src/cli.js')
run(join(folder, 'node_modules/.bin/svc-sandbox'), ['--help'])
for (const node of [process.execPath, ...process.argv.slice(2).map(nodeOf)]) {
  inCode(node)
  await asCommand(node)
  const version = execFileSync(node, ['--version'], { encoding: 'utf8' }).trim()
  console.log(`the package installs and runs on Node ${version}`)
}

/** The program of another version of Node. */
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
    if (status !== 200) throw new Error('It answered ' + status + '.')
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
  const server = spawn(node, [command, 'serve', '--ephemeral', '--port', '0'], {
    cwd: folder,
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  try {
    const url = await announced(server.stderr)
    for (const path of ['/', '/docs', '/console/vendor/preact.js']) {
      const { status } = await fetch(new URL(path, url))
      if (status !== 200) throw new Error(`${path} is answered with ${status}.`)
    }
    const keys = [
      ['--token', 'svc_test_demo'],
      ['--restricted-token', 'svc_restricted_readonly'],
      ['--limited-token', 'svc_test_limited'],
      ['--revoked-token', 'svc_test_revoked'],
    ]
    run(node, [command, 'check', url, ...keys.flat()])
  } finally {
    server.kill()
  }
}

/** The address that `serve` tells of. */
function announced(output: NodeJS.ReadableStream): Promise<string> {
  return new Promise((resolve, reject) => {
    let text = ''
    output.on('data', (chunk) => {
      text += chunk
      const url = /http:\/\/\S+\/api/.exec(text)?.[0]
      if (url) resolve(url)
    })
    output.on('end', () => reject(new Error(`It did not start: ${text}`)))
  })
}

/** In the folder, without a word unless it fails. */
function run(program: string, flags: string[]): void {
  try {
    execFileSync(program, flags, { cwd: folder, stdio: 'pipe', encoding: 'utf8' })
  } catch (error) {
    const { stdout, stderr } = error as { stdout: string; stderr: string }
    throw new Error(`${program} ${flags.join(' ')} failed:\n${stdout}\n${stderr}`)
  }
}

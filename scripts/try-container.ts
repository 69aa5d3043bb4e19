/**
 * `npx tsx scripts/try-container.ts`: builds and starts the image of the Dockerfile by its own commands, in namespaces in place of
 * a Docker daemon: a user of its own, a read-only root, a volume, the program as PID 1. Replaces the container as
 * orchestrators do, after SIGTERM and after `kill -9`, under another host name. Needs root, on Linux.
 */
import { execFileSync } from 'node:child_process'
import { chownSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { freePort } from '../test/support/free-port.ts'
import { Container, missing } from './container/container.ts'
import { readImage } from './container/dockerfile.ts'

const root = fileURLToPath(new URL('../', import.meta.url))
const folder = mkdtempSync(join(tmpdir(), 'svc-container-'))
process.once('exit', () => rmSync(folder, { recursive: true, force: true }))

const reason = missing(folder)
if (reason !== undefined) {
  console.log(`SKIPPED: the image was not tried, because ${reason}`)
  process.exit()
}

const image = readImage(readFileSync(join(root, 'deploy/Dockerfile'), 'utf8'))
const [layer, tarballs, volume] = ['layer', 'package', 'volume'].map((name) =>
  join(folder, name),
) as [string, string, string]
mkdirSync(tarballs)
execFileSync('npm', ['pack', '--ignore-scripts', '--silent', '--pack-destination', tarballs], {
  cwd: root,
})
Container.build(image, { layer, tarballs })
mkdirSync(volume)
chownSync(volume, 1000, 1000)

const port = await freePort()
const api = `http://127.0.0.1:${port}/api/campaigns`
const variables = { SVC_PORT: String(port), SVC_HOST: '127.0.0.1', SVC_ADMIN_TOKEN: 'let-me-in' }
const start = (host: string) => Container.start(image, { layer, volume, host, variables })

const first = start('first')
await first.healthy(image, port)
await create('One')
const rival = start('rival')
expect('a second container refuses the folder', await rival.exit(), 2)
expect('and says why', /in use by process 1 on first/.test(rival.output.join('')), true)
await first.end('SIGKILL')

const second = start('second')
await second.healthy(image, port)
expect('after kill -9, the next has the campaign', (await names()).includes('One'), true)
await create('Two')
expect('SIGTERM to PID 1 ends it with 0', await second.end('SIGTERM'), 0)

const third = start('third')
await third.healthy(image, port)
expect(
  'after SIGTERM, the next has both',
  (await names()).filter((name) => /^(One|Two)$/.test(name)).length,
  2,
)
await third.end('SIGTERM')
console.log('the image of the Dockerfile starts, is replaced and stops')

async function create(name: string): Promise<void> {
  const body = JSON.stringify({ name, type: 'serp', frequency: 'daily', keywords: ['bike'] })
  const answer = await fetch(api, { method: 'POST', headers: headers(), body })
  expect(`creating ${name}`, answer.status, 201)
}

async function names(): Promise<string[]> {
  const answer = await fetch(`${api}?limit=100`, { headers: headers() })
  const { data } = (await answer.json()) as { data: { name: string }[] }
  return data.map(({ name }) => name)
}

function headers(): Record<string, string> {
  return { authorization: 'Bearer svc_test_demo', 'content-type': 'application/json' }
}

function expect(what: string, found: unknown, expected: unknown): void {
  if (found !== expected) throw new Error(`${what}: expected ${expected}, found ${found}.`)
}

import { spawnSync } from 'node:child_process'
import { copyFileSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { send } from '../operations.ts'
import { start, temporaryFolder } from '../servers.ts'
import type { Contender } from './contender.ts'
import { commandOf, install, type Packages } from './install.ts'
import { saveStubs } from './stubs.ts'

/** Of the sandbox, for peers that do not use its document. */
interface Data {
  campaigns: unknown[]
  /** The file of `saveAnswers`. */
  answers: string
}

interface Peer extends Pick<Contender, 'name' | 'base' | 'listPath' | 'reset' | 'warmUp'> {
  /** The first is the peer. Exact versions: the newest of each that runs on Node 20. */
  packages: Packages
  /** Runs it in place of `node`. */
  program?: 'java'
  /** The arguments of `node` or `program` that start it, by its port. `folder` holds the packages. */
  command(folder: string, data: Data): (port: string) => string[]
}

/** Also the proxy that ours is compared with. */
export const PRISM = { '@stoplight/prism-cli': '5.14.2' }

export const document = fileURLToPath(new URL('../../../dist/openapi.json', import.meta.url))

/** Peers serve the document of the sandbox, or its campaigns or answers if they take no document. */
const PEERS: Peer[] = [
  {
    name: 'Prism',
    packages: PRISM,
    base: '',
    command: (folder) => {
      const command = commandOf(folder, '@stoplight/prism-cli')
      // By default it forks where NODE_ENV is `production`.
      return (port) => [command, 'mock', document, '--port', port, '--multiprocess', 'false']
    },
  },
  {
    name: 'Mockoon CLI',
    packages: { '@mockoon/cli': '9.9.0' },
    base: '/api',
    command: (folder) => {
      const command = commandOf(folder, '@mockoon/cli')
      const flags = ['--hostname', '127.0.0.1', '--disable-log-to-file', '--disable-admin-api']
      return (port) => [command, 'start', '--data', forMockoon(), '--port', port, ...flags]
    },
  },
  {
    name: 'Scalar mock server',
    packages: { '@scalar/mock-server': '0.14.4', '@hono/node-server': '2.1.8' },
    base: '',
    command: (folder) => {
      const runner = copyInto(folder, 'scalar.mjs')
      return (port) => [runner, port, document]
    },
  },
  {
    name: 'json-server',
    packages: { 'json-server': '0.17.4' },
    base: '',
    listPath: '/campaigns?_limit=20',
    command: (folder, { campaigns }) => {
      const runner = copyInto(folder, 'json-server.mjs')
      const file = join(temporaryFolder(), 'campaigns.json')
      writeFileSync(file, JSON.stringify({ campaigns }))
      return (port) => [runner, port, file]
    },
    reset: async ({ url }) => {
      await send(url, { path: '/reset', method: 'POST' })
    },
  },
  {
    name: 'MSW',
    packages: { msw: '2.15.0', '@mswjs/http-middleware': '0.10.3' },
    base: '/api',
    command: (folder, { answers }) => {
      const runner = copyInto(folder, 'msw.mjs')
      return (port) => [runner, port, answers]
    },
  },
  {
    name: 'WireMock',
    packages: { wiremock: '3.13.2' },
    program: 'java',
    base: '/api',
    // The virtual machine compiles what runs often.
    warmUp: 2,
    command: (folder, { answers }) => {
      const jars = join(folder, 'node_modules/wiremock/build')
      const [jar = ''] = readdirSync(jars)
      const stubs = saveStubs(answers)
      // It keeps as many requests as the sandbox, instead of all.
      const flags = ['--bind-address', '127.0.0.1', '--max-request-journal-entries', '1000']
      return (port) => ['-jar', join(jars, jar), '--port', port, '--root-dir', stubs, ...flags]
    },
  },
]

/** Installs the peers; `leftOut` names those that can't run here, with the reason. */
export async function peers(id: string, data: Data) {
  const found: Contender[] = []
  const leftOut: string[] = []
  for (const { packages, command, program, ...peer } of PEERS) {
    const [version = ''] = Object.values(packages)
    if (program && spawnSync(program, ['-version']).status !== 0) {
      leftOut.push(
        `${peer.name} ${version} was left out: it needs \`${program}\`, which is not installed.`,
      )
      continue
    }
    try {
      const args = command(await install(packages), data)
      const begin = () => start(args, `${peer.base}/campaigns`, { program })
      found.push({ ...peer, version, id, isPeer: true, start: begin })
    } catch (error) {
      const [reason] = (error as Error).message
        .split('\n')
        .filter((line) => /E[A-Z0-9]+/.test(line))
      leftOut.push(`${peer.name} ${version} could not be installed${reason ? `: ${reason}` : ''}.`)
    }
  }
  return { found, leftOut }
}

/** Copies a program of ours next to the packages that it imports. */
function copyInto(folder: string, name: string): string {
  copyFileSync(fileURLToPath(new URL(name, import.meta.url)), join(folder, name))
  return join(folder, name)
}

/** Mockoon logs an error at each request if the example of a header is a number. */
function forMockoon(): string {
  const parsed = JSON.parse(readFileSync(document, 'utf8'))
  for (const header of Object.values<{ example?: unknown }>(parsed.components.headers)) {
    if (typeof header.example === 'number') header.example = String(header.example)
  }
  const file = join(temporaryFolder(), 'openapi.json')
  writeFileSync(file, JSON.stringify(parsed))
  return file
}

import { execFile } from 'node:child_process'
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { firstId, type Operation, saveAnswers, send } from '../operations.ts'
import {
  fixtureOf,
  type Server,
  start,
  startBare,
  startSandbox,
  temporaryFolder,
  tokenOf,
} from '../servers.ts'

/** A server of the comparison. */
export interface Contender {
  name: string
  /** Path of the API root. */
  base: string
  start(): Promise<Server>
  /** Starts it as users do, if the loads need another way. */
  startPlain?(): Promise<Server>
  /** The only operations that are measured; all by default. */
  operations?: readonly Operation[]
  /** A campaign that can be read. */
  id: string
  /** Keys that creates use in turns, because an account can have too few campaigns for one of them. */
  tokens?: readonly string[]
  /** Lists 20 campaigns, if that is not the default. */
  listPath?: string
  /** Removes what was created, for servers that keep it. */
  reset?(server: Server): Promise<void>
}

export const OURS = 'svc-sandbox'
export const OURS_DURABLE = 'svc-sandbox, data folder'

/** An account can have 10,000 campaigns, which a few seconds of creates make. */
const ACCOUNTS = 10

/** The sandbox, bare servers with the bytes of its answers, and its peers; `leftOut` says which peers are missing. */
export async function contenders() {
  const fixture = fixtureOf(ACCOUNTS, 100)
  const tokens = Array.from({ length: ACCOUNTS }, (_, n) => tokenOf(n))
  const limits = '--no-rate-limits'
  const loaded = () => startSandbox(['--ephemeral', limits, '--fixture', fixture])
  const server = await loaded()
  const id = await firstId(`${server.url}/api`)
  const answers = await saveAnswers(server)
  const { text } = await send(server.url, { path: '/api/campaigns?limit=100' })
  await server.stop()

  const base = '/api'
  const reset = async ({ url }: Server) => {
    for (const token of tokens) await send(url, { path: '/_sandbox/reset', method: 'POST', token })
  }
  const ours = { base, id, tokens, reset }
  const durable = () => ['--data', temporaryFolder(), limits]
  const found: Contender[] = [
    {
      ...ours,
      name: OURS,
      startPlain: () => startSandbox(['--ephemeral', limits]),
      start: loaded,
    },
    {
      ...ours,
      name: OURS_DURABLE,
      operations: ['create'],
      startPlain: () => startSandbox(durable()),
      start: () => startSandbox([...durable(), '--fixture', fixture]),
    },
    { name: 'node:http', base, id, start: () => startBare('node-http', answers) },
    { name: 'Express', base, id, start: () => startBare('express', answers) },
  ]
  const leftOut: string[] = []
  for (const { packages, command, ...peer } of PEERS) {
    const name = `${peer.name} ${Object.values(packages)[0]}`
    try {
      const args = command(await install(packages), { campaigns: JSON.parse(text).data, answers })
      found.push({ ...peer, name, id, start: () => start(args, `${peer.base}/campaigns`) })
    } catch (error) {
      leftOut.push(`${name} could not be installed: ${(error as Error).message.split('\n')[0]}`)
    }
  }
  return { found, leftOut }
}

const PRISM = { '@stoplight/prism-cli': '5.14.2' }

const document = fileURLToPath(new URL('../../../dist/openapi.json', import.meta.url))

interface Peer extends Pick<Contender, 'name' | 'base' | 'listPath' | 'reset'> {
  /** The first is the peer. Exact versions: the newest of each that runs on Node 20. */
  packages: Record<string, string>
  /** The arguments of `node` that start it, by its port. `folder` holds the packages. */
  command(
    folder: string,
    data: { campaigns: unknown[]; answers: string },
  ): (port: string) => string[]
}

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
]

const cache = fileURLToPath(
  new URL('../../../node_modules/.cache/svc-sandbox-peers/', import.meta.url),
)

/** Installs packages from npm into a folder of their own, once; throws when npm cannot. */
async function install(packages: Record<string, string>): Promise<string> {
  const names = Object.entries(packages).map(([name, version]) => `${name}@${version}`)
  const folder = join(cache, names.join('+').replaceAll('/', '-'))
  if (existsSync(folder)) return folder

  // Moved into its place when it is whole, so that an install that was broken off is not taken for one.
  const part = `${folder}.part`
  rmSync(part, { recursive: true, force: true })
  mkdirSync(part, { recursive: true })
  writeFileSync(join(part, 'package.json'), '{ "private": true }')
  const flags = ['--ignore-scripts', '--no-audit', '--no-fund', '--save-exact']
  const options = { cwd: part, timeout: 5 * 60_000 }
  await promisify(execFile)('npm', ['install', ...flags, ...names], options)
  renameSync(part, folder)
  return folder
}

/** The file behind the command of an installed package. */
function commandOf(folder: string, name: string): string {
  const place = join(folder, 'node_modules', name)
  const { bin } = JSON.parse(readFileSync(join(place, 'package.json'), 'utf8'))
  return join(place, typeof bin === 'string' ? bin : (Object.values(bin)[0] as string))
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

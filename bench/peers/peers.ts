import { copyFileSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { send } from '../operations.ts'
import { type Server, start, temporaryFolder } from '../servers.ts'
import { commandOf, install, type Packages } from './install.ts'

/** A server of the comparison. */
export interface Contender {
  name: string
  version: string
  /** Path of the API root. */
  base: string
  start(): Promise<Server>
  /** Starts it as users do, if the loads need another way. */
  startPlain?(): Promise<Server>
  /** A third-party server: the comparison goes on without it if it fails. */
  isPeer?: true
  /** A campaign that can be read. */
  id: string
  /** Lists 20 campaigns, if that is not the default. */
  listPath?: string
  /** Removes what was created, for servers that keep it. */
  reset?(server: Server): Promise<void>
}

interface Peer extends Pick<Contender, 'name' | 'base' | 'listPath' | 'reset'> {
  /** The first is the peer. Exact versions: the newest of each that runs on Node 20. */
  packages: Packages
  /** The arguments of `node` that start it, by its port. `folder` holds the packages. */
  command(folder: string, campaigns: unknown[]): (port: string) => string[]
}

/** Also the proxy that ours is compared with. */
export const PRISM = { '@stoplight/prism-cli': '5.14.2' }

export const document = fileURLToPath(new URL('../../spec/generated/openapi.json', import.meta.url))

/** Peers serve the document of the sandbox, or its campaigns if they take no document. */
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
    command: (folder, campaigns) => {
      const runner = copyInto(folder, 'json-server.mjs')
      const file = join(temporaryFolder(), 'campaigns.json')
      writeFileSync(file, JSON.stringify({ campaigns }))
      return (port) => [runner, port, file]
    },
    reset: async ({ url }) => {
      await send(url, { path: '/reset', method: 'POST' })
    },
  },
]

/** Installs the peers; `leftOut` names those that npm could not install, with the reason. */
export async function peers(id: string, campaigns: unknown[]) {
  const found: Contender[] = []
  const leftOut: string[] = []
  for (const { packages, command, ...peer } of PEERS) {
    const [version = ''] = Object.values(packages)
    try {
      const args = command(await install(packages), campaigns)
      const path = `${peer.base}/campaigns`
      found.push({ ...peer, version, id, isPeer: true, start: () => start(args, path) })
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

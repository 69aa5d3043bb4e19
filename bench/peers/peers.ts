import { copyFileSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { send } from '../operations.ts'
import { type Server, start } from '../servers.ts'
import { temporaryFolder } from '../temporary.ts'
import { commandOf, install, type Packages } from './install.ts'

/** A server of the comparison. */
export interface Contender {
  name: string
  version: string
  /** Below which path it serves the API. */
  base: string
  start(): Promise<Server>
  /** As users start it, where that is not how it is started for the loads. */
  startPlain?(): Promise<Server>
  /** A server of others: the comparison goes on without it. */
  isPeer?: true
  /** Of a campaign that can be read. */
  id: string
  /** Asks for 20 campaigns, where that is not what comes without asking. */
  listPath?: string
  /** Takes back what was created, for servers that keep it. */
  reset?(server: Server): Promise<void>
}

/** What the peers are made to serve: the document of the sandbox, or its campaigns where they take none. */
export interface Served {
  id: string
  campaigns: unknown[]
}

interface Peer {
  name: string
  /** The first is the peer. Exact versions: the newest of each that Node 20 runs. */
  packages: Packages
  contender(folder: string, served: Served): Omit<Contender, 'name' | 'version' | 'id' | 'isPeer'>
}

const document = fileURLToPath(new URL('../../spec/generated/openapi.json', import.meta.url))

export const PEERS: Peer[] = [
  {
    name: 'Prism',
    packages: { '@stoplight/prism-cli': '5.14.2' },
    contender: (folder) => ({
      base: '',
      start: () => {
        const command = commandOf(folder, '@stoplight/prism-cli')
        // Of itself it forks where NODE_ENV is `production`.
        const flags = ['--multiprocess', 'false']
        return start(
          (port) => [command, 'mock', document, '--port', String(port), ...flags],
          '/campaigns',
        )
      },
    }),
  },
  {
    name: 'Mockoon CLI',
    packages: { '@mockoon/cli': '9.9.0' },
    contender: (folder) => ({
      base: '/api',
      start: () => {
        const command = commandOf(folder, '@mockoon/cli')
        const flags = ['--hostname', '127.0.0.1', '--disable-log-to-file', '--disable-admin-api']
        return start(
          (port) => [command, 'start', '--data', forMockoon(), '--port', String(port), ...flags],
          '/api/campaigns',
        )
      },
    }),
  },
  {
    name: 'Scalar mock server',
    packages: { '@scalar/mock-server': '0.14.4', '@hono/node-server': '2.1.8' },
    contender: (folder) => {
      const runner = placed('scalar.mjs', folder)
      return {
        base: '',
        start: () => start((port) => [runner, String(port), document], '/campaigns'),
      }
    },
  },
  {
    name: 'json-server',
    packages: { 'json-server': '0.17.4' },
    contender: (folder, { campaigns }) => {
      const runner = placed('json-server.mjs', folder)
      const file = join(temporaryFolder(), 'campaigns.json')
      writeFileSync(file, JSON.stringify({ campaigns }))
      return {
        base: '',
        listPath: '/campaigns?_limit=20',
        start: () => start((port) => [runner, String(port), file], '/campaigns'),
        reset: async ({ url }) => {
          await send(url, { path: '/reset', method: 'POST' })
        },
      }
    },
  },
]

/** Installs the peers; those that cannot be had are told of, with the reason. */
export async function peers(served: Served): Promise<{ found: Contender[]; leftOut: string[] }> {
  const found: Contender[] = []
  const leftOut: string[] = []
  for (const { name, packages, contender } of PEERS) {
    const [version = ''] = Object.values(packages)
    try {
      const folder = await install(packages)
      found.push({ name, version, id: served.id, isPeer: true, ...contender(folder, served) })
    } catch (error) {
      const [reason] = (error as Error).message
        .split('\n')
        .filter((line) => /E[A-Z0-9]+/.test(line))
      leftOut.push(`${name} ${version} could not be installed${reason ? `: ${reason}` : ''}.`)
    }
  }
  return { found, leftOut }
}

/** Puts a program of ours beside the packages that it imports. */
function placed(name: string, folder: string): string {
  copyFileSync(fileURLToPath(new URL(name, import.meta.url)), join(folder, name))
  return join(folder, name)
}

/** Mockoon writes an error into its log, at each request, for an example of a header that is a number. */
function forMockoon(): string {
  const parsed = JSON.parse(readFileSync(document, 'utf8'))
  for (const header of Object.values<{ example?: unknown; schema?: object }>(
    parsed.components.headers,
  )) {
    if (typeof header.example === 'number') header.example = String(header.example)
  }
  const file = join(temporaryFolder(), 'openapi.json')
  writeFileSync(file, JSON.stringify(parsed))
  return file
}

import { readFileSync } from 'node:fs'
import { firstId, type Operation, saveAnswers, send } from '../operations.ts'
import {
  type Server,
  startBare,
  startSandbox,
  temporaryFixture,
  temporaryFolder,
} from '../servers.ts'
import { OURS, OURS_DURABLE } from './comparison.ts'
import { peers } from './peers.ts'

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
  /** The memory after a mix of operations is measured. */
  isMixed?: true
  /** It waits for a disk, so neither core need be busy. */
  waitsForDisk?: true
  /** The only operations that are measured; all by default. */
  operations?: readonly Operation[]
  /** Seconds until the server is as fast as it gets, if that takes longer than usual. */
  warmUp?: number
  /** A campaign that can be read. */
  id: string
  /** Lists 20 campaigns, if that is not the default. */
  listPath?: string
  /** Removes what was created, for servers that keep it. */
  reset?(server: Server): Promise<void>
}

/** The sandbox, bare servers with the bytes of its answers, and its peers; `leftOut` says which peers are missing. */
export async function contendersOf(onProgress: (line: string) => void) {
  const { fixture, data } = temporaryFixture(100)
  const limits = '--no-rate-limits'
  const startLoaded = () => startSandbox(['--ephemeral', limits, '--fixture', fixture])
  const server = await startLoaded()
  const root = `${server.url}/api`
  const id = await firstId(root)
  const answers = await saveAnswers(server)
  const campaigns = JSON.parse((await send(root, { path: '/campaigns?limit=100' })).text).data
  await server.stop()

  onProgress('installing the peers')
  const { found, leftOut } = await peers(id, { campaigns, answers })
  const ours: Pick<Contender, 'version' | 'base' | 'id' | 'isMixed' | 'reset'> = {
    version: versionIn('package.json'),
    base: '/api',
    id,
    isMixed: true,
    reset: async ({ url }) => {
      await send(url, { path: '/_sandbox/reset', method: 'POST' })
    },
  }
  const plainData = temporaryFolder()
  const contenders: Contender[] = [
    {
      ...ours,
      name: OURS,
      startPlain: () => startSandbox(['--ephemeral', limits]),
      start: startLoaded,
    },
    {
      ...ours,
      name: OURS_DURABLE,
      operations: ['create'],
      waitsForDisk: true,
      startPlain: () => startSandbox(['--data', plainData, limits]),
      start: () => startSandbox(['--data', data, limits, '--fixture', fixture]),
    },
    {
      name: 'node:http',
      version: process.versions.node,
      base: '/api',
      id,
      start: () => startBare('node-http', answers),
    },
    {
      name: 'Express',
      version: versionIn('node_modules/express/package.json'),
      base: '/api',
      id,
      start: () => startBare('express', answers),
    },
    ...found,
  ]
  return { contenders, leftOut }
}

function versionIn(file: string): string {
  const url = new URL(`../../${file}`, import.meta.url)
  return JSON.parse(readFileSync(url, 'utf8')).version
}

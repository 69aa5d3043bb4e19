import { readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { accountsFixture, tokenOf } from '../growth/measure.ts'
import { firstId, saveAnswers, send } from '../operations.ts'
import { startBare, startSandbox, temporaryFolder } from '../servers.ts'
import { OURS, OURS_DURABLE } from './comparison.ts'
import type { Contender } from './contender.ts'
import { peers } from './peers.ts'

/** An account can have 10,000 campaigns, which a few seconds of creates make. */
const ACCOUNTS = 10

/** The sandbox, bare servers with the bytes of its answers, and its peers; `leftOut` says which peers are missing. */
export async function contendersOf(onProgress: (line: string) => void) {
  const fixture = accountsFixture(ACCOUNTS, 100)
  const data = join(dirname(fixture), 'data')
  const tokens = Array.from({ length: ACCOUNTS }, (_, n) => tokenOf(n))
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
  const ours: Pick<Contender, 'version' | 'base' | 'id' | 'tokens' | 'reset'> = {
    version: versionIn('package.json'),
    base: '/api',
    id,
    tokens,
    reset: async ({ url }) => {
      for (const token of tokens)
        await send(url, { path: '/_sandbox/reset', method: 'POST', token })
    },
  }
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
      isMixed: true,
      waitsForDisk: true,
      // A new folder: the first start of each user also writes the accounts.
      startPlain: () => startSandbox(['--data', temporaryFolder(), limits]),
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
  const url = new URL(`../../../${file}`, import.meta.url)
  return JSON.parse(readFileSync(url, 'utf8')).version
}

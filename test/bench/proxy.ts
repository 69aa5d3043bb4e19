import { measure } from './load.ts'
import { firstId, loadOf, type Operation, send } from './operations.ts'
import { commandOf, document, install, PRISM } from './peers/contenders.ts'
import { type Server, start, startSandbox } from './servers.ts'
import { inTurns, medians } from './statistics.ts'
import { type Aim, aimTable, hundredths, megabytes, originLine, table, whole } from './table.ts'

const ROUNDS = 5
/** Of each server before anything is measured, because Node compiles code that runs often. */
const WARM_UP = 1000
/** Of each round and operation, one after the other: what a single caller waits for. */
const REQUESTS = 400
const MEMORY_REQUESTS = 20_000
const OPERATIONS = ['list', 'read', 'create'] as const satisfies readonly Operation[]

/** What a proxy adds to the upstream alone, next to Prism's, and its memory. `share` of all requests is for a trial. */
export async function measureProxy(onProgress: (line: string) => void, share: number) {
  const upstream = await startSandbox(['--ephemeral', '--no-rate-limits'])
  await beginAgain(upstream)
  const api = `${upstream.url}/api`
  const id = await firstId(api)
  const remarks: string[] = []
  const running: { name: string; server: Server; base: string }[] = [
    { name: 'the upstream alone', server: upstream, base: '/api' },
    { name: 'svc-sandbox proxy', server: await startProxy(api), base: '/api' },
  ]
  await startPrism(api).then(
    (server) => running.push({ name: `Prism ${Object.values(PRISM)} proxy`, server, base: '' }),
    (error: Error) => remarks.push(`Prism was left out: ${error.message.split('\n')[0]}`),
  )
  const rows: string[][] = []
  const added: number[] = []
  for (const operation of OPERATIONS) {
    onProgress(operation)
    const amount = Math.ceil(REQUESTS * share)
    const run = async ({ server, base }: (typeof running)[number], round: number) => {
      if (operation === 'create') await beginAgain(upstream)
      const load = { ...loadOf(operation, id, base), cores: 'all', connections: 1 } as const
      const warm = round === 0 ? Math.ceil(WARM_UP * share) : amount
      return { ...(await measure(server, { ...load, amount: warm })) }
    }
    const rounds = await inTurns(running, ROUNDS + 1, run)
    // The first round warms up.
    const figures = rounds.map((each) => medians(each.slice(1)))
    for (const [index, { p50, p99, cpuMs }] of figures.entries()) {
      const alone = figures[0] as (typeof figures)[number]
      const more =
        index === 0 ? ['', ''] : [hundredths(p50 - alone.p50), hundredths(p99 - alone.p99)]
      if (index === 1) added.push(p50 - alone.p50)
      rows.push([
        operation,
        running[index]?.name ?? '',
        hundredths(p50),
        more[0] ?? '',
        hundredths(p99),
        more[1] ?? '',
        hundredths(cpuMs),
      ])
    }
  }
  onProgress('memory')
  const memories: string[][] = []
  for (const { name, server, base } of running.slice(1)) {
    const before = server.memory()
    const amount = Math.ceil(MEMORY_REQUESTS * share)
    await measure(server, { ...loadOf('list', id, base), cores: 'all', amount })
    memories.push([name, megabytes(before), megabytes(server.memory())])
  }
  // The upstream last: a proxy may still have a connection to it.
  for (const { server } of running.toReversed()) await server.stop()
  const most = Math.max(...added)
  const aim: Aim = ['added under 1 ms at p50', `${hundredths(most)} at most`, most < 1]
  return [
    `${originLine()} One request after the other.`,
    ...remarks,
    table(['', 'server', 'p50', 'added', 'p99', 'added', 'CPU'], rows),
    table(['memory', 'before', `after ${whole(MEMORY_REQUESTS)} lists`], memories),
    aimTable([aim]),
  ].join('\n\n')
}

/**
 * Takes the upstream back to its fixture, with a clock that stands still. Otherwise each new campaign runs soon, and each
 * run looks at all campaigns with the same keywords: thousands of creates would take minutes.
 */
async function beginAgain({ url }: Server): Promise<void> {
  const query = '?account=acc_demo'
  await send(url, { path: `/_sandbox/reset${query}`, method: 'POST', body: {} })
  await send(url, { path: `/_sandbox/clock${query}`, method: 'POST', body: { frozen: true } })
}

function startProxy(upstream: string): Promise<Server> {
  const command = (port: string) => ['dist/src/cli/main.cjs', 'proxy', upstream, '--port', port]
  return start(command, '/api/auth/me')
}

async function startPrism(upstream: string): Promise<Server> {
  const command = commandOf(await install(PRISM), '@stoplight/prism-cli')
  const flags = ['--multiprocess', 'false']
  return start(
    (port) => [command, 'proxy', document, upstream, '--port', port, ...flags],
    '/auth/me',
  )
}

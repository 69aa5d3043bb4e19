import { type AddressInfo, connect, createServer, type Server } from 'node:net'
import type { SandboxOptions } from '../../src/config.ts'
import { createSandbox, type Sandbox, type SandboxParts } from '../../src/sandbox.ts'
import { droppableDatabase } from './postgres.ts'

/**
 * Two sandboxes on one database, as one: connections go to them in turns, so that tests write through one and read
 * through the other.
 */
export async function startTwoReplicas(
  { port = 0, ...options }: SandboxOptions,
  parts: SandboxParts,
): Promise<Sandbox> {
  const { url: database, drop } = await droppableDatabase()
  const given = { ...options, ephemeral: false, data: undefined, database, drainSeconds: 0 }
  const replicas: Sandbox[] = []
  let ending: Promise<void> | undefined
  const end = async () => {
    await Promise.all(replicas.map((replica) => replica.close()))
    await drop()
  }
  try {
    for (const _ of ['first', 'second']) replicas.push(await createSandbox(given, parts))
  } catch (error) {
    await end()
    throw error
  }
  const [first] = replicas as [Sandbox, Sandbox]
  const balancer = await balance(replicas, port)
  const { port: shown } = balancer.address() as AddressInfo
  return {
    ...first,
    port: shown,
    url: first.url.replace(`:${first.port}`, `:${shown}`),
    close() {
      balancer.close()
      ending ??= end()
      return ending
    },
  }
}

/** Writes what the replicas log and count, which others may see later: 0.2 and 5 seconds. */
async function settle(replicas: readonly Sandbox[]): Promise<void> {
  await Promise.all(
    replicas.map(({ requests, accounts }) =>
      Promise.all([requests.list({ limit: 1 }), accounts.list({ limit: 1 })]),
    ),
  ).catch(() => {})
}

/** Passes connections to the replicas in turns. */
async function balance(replicas: readonly Sandbox[], port: number): Promise<Server> {
  let turn = 0
  const balancer = createServer({ allowHalfOpen: true, pauseOnConnect: true }, async (socket) => {
    socket.on('error', () => socket.destroy())
    await settle(replicas)
    const { port: target } = replicas[turn++ % replicas.length] as Sandbox
    const forward = connect({ port: target, host: '127.0.0.1', allowHalfOpen: true })
    for (const [one, other] of [
      [socket, forward],
      [forward, socket],
    ] as const) {
      one.on('error', () => other.destroy())
      one.on('close', () => other.destroySoon())
      one.pipe(other)
    }
  })
  await new Promise<void>((resolve) => balancer.listen(port, '127.0.0.1', resolve))
  return balancer
}

import type { Server } from 'node:http'
import { type Config, ConfigError } from '../config.ts'
import type { Clock } from '../time/clock.ts'
import type { Connections } from './connections.ts'

/** How long `close` waits for requests that are still being answered. */
const DRAIN_MS = 10_000
const DRAIN_STEP_MS = 10

/** Throws ConfigError where nothing can listen, with what to do instead. */
export function listen(server: Server, { port, host }: Config): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => reject(listenError(error, port, host)))
    server.listen(port, host, resolve)
  })
}

function listenError(error: NodeJS.ErrnoException, port: number, host: string): Error {
  switch (error.code) {
    case 'EADDRINUSE':
      return new ConfigError(
        `Port ${port} of ${host} is taken. Choose another with --port ${port + 1}, or any free one with --port 0.`,
      )
    case 'EACCES':
      return new ConfigError(
        `Port ${port} may not be used by this user. Choose one above 1023 with --port 4010.`,
      )
    case 'EADDRNOTAVAIL':
    case 'ENOTFOUND':
      return new ConfigError(
        `This machine has no address ${host}. Choose another with --host 127.0.0.1.`,
      )
    default:
      return error
  }
}

/**
 * Stops accepting and waits for what is being answered. Connections without a request in flight, which
 * browsers keep open or open ahead of need, are closed as soon as what they had sent by now was read.
 */
export async function drain(server: Server, connections: Connections, clock: Clock): Promise<void> {
  const deadline = clock.elapsed() + DRAIN_MS
  let closed = false
  server.close(() => {
    closed = true
  })
  // What comes on a connection that is still open is answered, and told that it was the last.
  server.prependListener('request', (_req, res) => res.setHeader('Connection', 'close'))
  while (!closed) {
    await clock.wait(DRAIN_STEP_MS)
    if (clock.elapsed() > deadline) connections.closeAll()
    else connections.closeIdle()
  }
}

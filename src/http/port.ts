import type { Server } from 'node:http'
import { type Config, ConfigError } from '../config.ts'

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

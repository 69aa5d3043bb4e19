import { once } from 'node:events'
import { createServer, type Server as HttpServer, type RequestListener } from 'node:http'
import type { Server } from 'node:https'
import type { AddressInfo } from 'node:net'
import { onTestFinished } from 'vitest'

/** The port of a server on loopback, which is closed when the test ends. */
export async function listening(server: HttpServer | Server): Promise<number> {
  await once(server.listen(0, '127.0.0.1'), 'listening')
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  return (server.address() as AddressInfo).port
}

/** The origin of a server, which may be an Express app; closed when the test ends. */
export async function startHttp(listener: RequestListener): Promise<string> {
  return `http://127.0.0.1:${await listening(createServer(listener))}`
}

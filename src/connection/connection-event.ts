import type { Server } from 'node:http'

/**
 * The event in which a server has a connection for requests: with HTTPS after the handshake. Listeners of `connection`
 * would see encrypted bytes there.
 */
export function connectionEvent(server: Server): 'connection' | 'secureConnection' {
  return 'setSecureContext' in server ? 'secureConnection' : 'connection'
}

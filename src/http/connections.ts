import type { Server, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import type { Duplex } from 'node:stream'

/**
 * The connections of a server and what is still unanswered on each. Node knows its own idle ones, but
 * counts among the busy those on which nothing or half a request line ever came.
 */
export class Connections {
  readonly #unanswered = new Map<Duplex, Set<ServerResponse>>()

  constructor(server: Server) {
    server.on('connection', (socket) => {
      this.#unanswered.set(socket, new Set())
      socket.once('close', () => this.#unanswered.delete(socket))
    })
    server.prependListener('request', ({ socket }, res) => {
      const responses = this.#unanswered.get(socket)
      responses?.add(res)
      res.once('close', () => responses?.delete(res))
    })
  }

  /** Requests of `socket` that are being answered, in their order. */
  unanswered(socket: Duplex): ServerResponse[] {
    return [...(this.#unanswered.get(socket) ?? [])]
  }

  /** Closes the connections on which no request is being answered, once what was written is sent. */
  closeIdle(): void {
    for (const [socket, responses] of this.#unanswered) {
      if (responses.size === 0) (socket as Socket).destroySoon()
    }
  }

  closeAll(): void {
    for (const socket of this.#unanswered.keys()) socket.destroy()
  }
}

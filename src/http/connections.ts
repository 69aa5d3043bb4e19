import type { Server, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import type { Duplex } from 'node:stream'
import { setImmediate } from 'node:timers/promises'

/**
 * The connections of a server and what is still unanswered on each. Node knows its own idle ones, but
 * counts among the busy those on which nothing or half a request line ever came.
 */
export class Connections {
  readonly #unanswered = new Map<Duplex, Set<ServerResponse>>()
  #isEnding = false

  constructor(server: Server) {
    server.on('connection', (socket) => {
      this.#unanswered.set(socket, new Set())
      socket.once('close', () => this.#unanswered.delete(socket))
    })
    server.prependListener('request', ({ socket }, res) => {
      const responses = this.#unanswered.get(socket)
      responses?.add(res)
      res.once('close', () => responses?.delete(res))
      if (this.#isEnding) this.#announceEnd(res)
    })
  }

  /** Requests of `socket` that are being answered, in their order. */
  unanswered(socket: Duplex): ServerResponse[] {
    return [...(this.#unanswered.get(socket) ?? [])]
  }

  /** From now on the last answer on each connection says that it is the last. */
  announceEnd(): void {
    this.#isEnding = true
    for (const responses of this.#unanswered.values()) {
      for (const res of responses) this.#announceEnd(res)
    }
  }

  // Said of one before the last it would be a reason for Node to leave the others unanswered.
  #announceEnd(res: ServerResponse): void {
    const { writeHead, req } = res
    res.writeHead = (...args: unknown[]) => {
      if (this.unanswered(req.socket).at(-1) === res) res.setHeader('Connection', 'close')
      return Reflect.apply(writeHead, res, args)
    }
  }

  /**
   * Closes the connections on which no request is being answered, once what was written is sent; none of them
   * when something came just now, for more may have come while that was read.
   */
  async closeIdle(): Promise<void> {
    const received = this.#received()
    // The event loop reads what had come by now.
    await setImmediate()
    if (this.#received() !== received) return
    for (const [socket, responses] of this.#unanswered) {
      if (responses.size === 0) (socket as Socket).destroySoon()
    }
  }

  /** Bytes that were read of the connections that there are. */
  #received(): number {
    let bytes = 0
    for (const socket of this.#unanswered.keys()) bytes += (socket as Socket).bytesRead
    return bytes
  }

  closeAll(): void {
    for (const socket of this.#unanswered.keys()) socket.destroy()
  }
}

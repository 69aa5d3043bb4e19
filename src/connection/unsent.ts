import type { ServerResponse } from 'node:http'

/** Limits of what clients have not taken yet. */
export const UNSENT_LIMITS = {
  /** Bytes of all responses of this process. */
  bytes: 134_217_728,
  /**
   * Milliseconds in which a client must take something. The system takes megabytes ahead, and more only when a third of them
   * are read: a client of 20 kB/s seems to stand still for a minute.
   */
  ms: 120_000,
}

/** Events after which a response is not waiting. */
const TAKEN = ['drain', 'finish', 'close']

/**
 * The responses that clients do not read as fast as they are written. A client that takes nothing for a while is dropped,
 * and the one that has kept its response for the longest time if all of them take too much memory.
 */
export class UnsentResponses {
  /** Bytes of each, the oldest first. */
  readonly #waiting = new Map<ServerResponse, number>()
  readonly #limits: typeof UNSENT_LIMITS
  #total = 0

  constructor(limits = UNSENT_LIMITS) {
    this.#limits = limits
  }

  watch(res: ServerResponse): void {
    const write = res.write.bind(res) as (...given: unknown[]) => boolean
    const end = res.end.bind(res) as (...given: unknown[]) => ServerResponse
    res.write = (...given: unknown[]) => {
      const hasRoom = write(...given)
      if (!hasRoom) this.#add(res)
      return hasRoom
    }
    res.end = (...given: unknown[]) => {
      end(...given)
      if (!res.writableFinished) this.#add(res)
      return res
    }
  }

  /** Called when more of a response was written than its client has taken. */
  #add(res: ServerResponse): void {
    const { socket } = res
    if (!socket || socket.writableLength === 0) return
    if (!this.#waiting.has(res)) {
      const taken = () => {
        // A stream comes here again and again.
        for (const event of TAKEN) res.off(event, taken)
        this.#remove(res)
      }
      for (const event of TAKEN) res.on(event, taken)
      // Node drops the client then. It starts again whenever something is taken.
      socket.setTimeout(this.#limits.ms)
    }
    this.#set(res, socket.writableLength)
    for (const [oldest] of this.#waiting) {
      if (this.#total <= this.#limits.bytes) return
      this.#remove(oldest)
      oldest.destroy()
    }
  }

  #set(res: ServerResponse, bytes: number): void {
    this.#total += bytes - (this.#waiting.get(res) ?? 0)
    this.#waiting.set(res, bytes)
  }

  #remove(res: ServerResponse): void {
    if (!this.#waiting.has(res)) return
    this.#set(res, 0)
    this.#waiting.delete(res)
    const { socket } = res.req
    // Unless Node has set the one of an idle connection.
    if (socket.timeout === this.#limits.ms) socket.setTimeout(0)
  }
}

import type { ProbedServer } from './server.ts'

const EVERY_MS = 250

/** Asks a server for its health all the time, and remembers the longest wait. */
export class Pulse {
  slowest = 0
  #isStopped = false

  constructor(server: ProbedServer) {
    void this.#beat(server)
  }

  stop(): void {
    this.#isStopped = true
  }

  async #beat(server: ProbedServer): Promise<void> {
    while (!this.#isStopped && !server.ending) {
      const begin = performance.now()
      await server.health()
      if (!this.#isStopped) this.slowest = Math.max(this.slowest, performance.now() - begin)
      await new Promise((resolve) => setTimeout(resolve, EVERY_MS))
    }
  }
}

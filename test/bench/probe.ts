import { Worker } from './worker.ts'

/** The GET request that a probe repeats. */
export interface Question {
  url: string
  token: string
}

/** A client that sends requests at a fixed rate, in a process of its own. */
export class Probe {
  readonly #worker = new Worker('prober.ts')
  readonly #question: Question

  constructor(question: Question) {
    this.#question = question
  }

  /** Milliseconds of each answer while `during` runs. Call it once to warm up: the process may still be starting. */
  async times(during: () => Promise<unknown>): Promise<number[]> {
    const [times] = await Promise.all([
      this.#worker.ask<number[]>(this.#question),
      during().finally(() => this.#worker.send('stop')),
    ])
    return times
  }

  stop(): void {
    this.#worker.stop()
  }
}

import type { ServerResponse } from 'node:http'
import { Socket } from 'node:net'
import { afterTurn } from '../time/turn.ts'

/** Milliseconds after which an answer waits for no further request. */
const LONGEST_WAIT = 2

/**
 * Sends the answers to requests that arrive in the same turn of the event loop together, at its end. A write to a
 * client that sleeps also wakes it, which takes a tenth of the CPU of a short request; together, the first write wakes
 * it for all. The answer to a single request does not wait, because nothing else comes before the end of its turn.
 */
export class AnswersOfTurn {
  #isOpen = false
  #due: (() => void)[] = []
  /** When they stop waiting for others. */
  #deadline = 0

  /** A request has arrived. */
  begin(socket: unknown): void {
    // A caller within the process needs no wake-up.
    if (this.#isOpen || !(socket instanceof Socket)) return
    this.#isOpen = true
    this.#deadline = performance.now() + LONGEST_WAIT
    afterTurn(() => {
      this.#isOpen = false
      this.send()
    })
  }

  /** Sends it at the end of this turn; at once if no request has arrived in it. From now on, the headers are fixed. */
  end(res: ServerResponse, text: string, encoding: BufferEncoding): void {
    // A fault rule replaces `end` to change the answer, with its headers.
    if (!this.#isOpen || Object.hasOwn(res, 'end')) return void res.end(text, encoding)
    res.writeHead(res.statusCode)
    this.#due.push(() => res.end(text, encoding))
    if (performance.now() >= this.#deadline) this.send()
  }

  /** Sends what is due. */
  send(): void {
    if (this.#due.length === 0) return
    const due = this.#due
    this.#due = []
    this.#deadline = performance.now() + LONGEST_WAIT
    for (const end of due) end()
  }
}

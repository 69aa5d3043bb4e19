import { type ChildProcess, fork } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { pin } from './processes.ts'

type Answer<Result> = { result: Result } | { complaint: string }

/**
 * Flags of V8. While the load generator collects garbage, responses wait, which would count as time of the server. With a
 * large young generation, that is rare; threads that help would take turns with it on its one core.
 */
const RARE_COLLECTIONS = ['--max-semi-space-size=64', '--single-threaded-gc']

/** A process on the load generator's core, so that work in this process does not delay it. Ends with this process. */
export class Worker {
  readonly #child: ChildProcess

  /** Runs a file of this folder, which calls `answerMessages`. */
  constructor(file: string) {
    const path = fileURLToPath(new URL(file, import.meta.url))
    this.#child = fork(path, { execArgv: ['--import', 'tsx', ...RARE_COLLECTIONS] })
    pin(this.#child.pid as number, 'generator')
    this.#keepAlive(false)
  }

  /** Sends a message and waits for the next answer. */
  ask<Result>(message: object): Promise<Result> {
    const child = this.#child
    this.#keepAlive(true)
    return new Promise<Result>((resolve, reject) => {
      const ended = () => reject(new Error('The worker has ended.'))
      child.once('exit', ended)
      child.once('message', (answer: Answer<Result>) => {
        child.off('exit', ended)
        if ('complaint' in answer) reject(new Error(answer.complaint))
        else resolve(answer.result)
      })
      child.send(message)
    }).finally(() => this.#keepAlive(false))
  }

  /** Sends a message that gets no answer. */
  send(message: string): void {
    this.#child.send(message)
  }

  stop(): void {
    this.#child.disconnect()
  }

  /** Whether the worker keeps this process from ending. */
  #keepAlive(isNeeded: boolean): void {
    for (const handle of [this.#child, this.#child.channel]) {
      if (isNeeded) handle?.ref()
      else handle?.unref()
    }
  }
}

/** In the worker: answers each message for which `answer` gives a promise. */
export function answerMessages<Message>(
  answer: (message: Message) => Promise<unknown> | undefined,
): void {
  process.on('message', (message: Message) => {
    answer(message)?.then(
      (result) => process.send?.({ result }),
      (error: Error) => process.send?.({ complaint: error.message }),
    )
  })
  process.once('disconnect', () => process.exit())
}

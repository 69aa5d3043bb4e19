import type { Dispatcher } from 'undici'
import { AnswerTooLong, MAX_LINES } from './guarded-reading.ts'

/** Bytes kept of the answer's body. */
export const KEPT_BODY_BYTES = 2048
/** Bytes after which the rest of an answer is ignored. */
export const MAX_BODY_BYTES = 64 * 1024
/** A receiver may send interim answers (1xx) before the final one; a flood of them would take all processor time. */
const MAX_INTERIM_ANSWERS = 20

const SWITCHING_PROTOCOLS = 101

/** An answer; its status counts even if the body exceeded its limit. */
export interface Answer {
  status: number
  headers: Record<string, string>
  /** The beginning of the body. */
  body: string
}

/** An answer that ended early, with the part that arrived. */
export class TruncatedAnswer extends Error {
  override name = 'TruncatedAnswer'
  readonly answer: Answer

  constructor(answer: Answer, cause: unknown) {
    super('The answer broke off.', { cause })
    this.answer = answer
  }
}

/** An answer that can't be one of a webhook; the message is a sentence. */
export class UnusableAnswer extends Error {
  override name = 'UnusableAnswer'
}

type Controller = Dispatcher.DispatchController

/** One request and its answer, of which it keeps the beginning. */
export class AnswerReader implements Dispatcher.DispatchHandler {
  /** Rejects with a TruncatedAnswer if the answer had begun. */
  readonly answer: Promise<Answer>
  #resolve: (answer: Answer) => void = () => {}
  #reject: (reason: unknown) => void = () => {}
  #controller: Controller | undefined
  /** Why it was aborted. */
  #reason: Error | undefined
  #status: number | undefined
  #headers: Record<string, string> = {}
  #interim = 0
  readonly #kept: Buffer[] = []
  #bytes = 0

  constructor() {
    this.answer = new Promise((resolve, reject) => {
      this.#resolve = resolve
      this.#reject = reject
    })
  }

  /** Aborts the request, even while it waits for its connection; the answer then rejects with `reason`. */
  cancel(reason: Error): void {
    this.#fail(reason)
    this.#abort(reason)
  }

  onRequestStart(controller: Controller): void {
    this.#controller = controller
    if (this.#reason) controller.abort(this.#reason)
  }

  onResponseStart(_: Controller, status: number, headers: Record<string, string | string[]>): void {
    if (status < 200) {
      this.#interim += 1
      if (status === SWITCHING_PROTOCOLS) this.cancel(new UnusableAnswer(SWITCHED))
      else if (this.#interim > MAX_INTERIM_ANSWERS) this.cancel(new UnusableAnswer(FLOODED))
      return
    }
    this.#status = status
    for (const [name, value] of Object.entries(headers)) {
      this.#headers[name] = Array.isArray(value) ? value.join(', ') : value
    }
  }

  onResponseData(_: Controller, chunk: Buffer): void {
    if (this.#bytes < KEPT_BODY_BYTES) {
      // A copy, because the chunk is part of a larger buffer.
      this.#kept.push(Buffer.from(chunk.subarray(0, KEPT_BODY_BYTES - this.#bytes)))
    }
    this.#bytes += chunk.length
    if (this.#bytes <= MAX_BODY_BYTES) return

    this.#resolve(this.#soFar(this.#status as number))
    this.#abort(new Error('The rest of the answer is not needed.'))
  }

  onResponseEnd(): void {
    this.#resolve(this.#soFar(this.#status as number))
  }

  onResponseError(_: Controller, error: Error): void {
    if (error instanceof AnswerTooLong) {
      const status = this.#status
      if (status === undefined) this.#fail(new UnusableAnswer(TOO_LONG))
      else this.#resolve(this.#soFar(status))
      return
    }
    this.#fail(error.message === 'bad upgrade' ? new UnusableAnswer(SWITCHED) : error)
  }

  #fail(error: Error): void {
    const status = this.#status
    this.#reject(status === undefined ? error : new TruncatedAnswer(this.#soFar(status), error))
  }

  #abort(reason: Error): void {
    this.#reason ??= reason
    this.#controller?.abort(reason)
  }

  #soFar(status: number): Answer {
    return { status, headers: this.#headers, body: textOf(this.#kept) }
  }
}

const SWITCHED =
  'Answered with status 101, which switches to another protocol; only 2xx means that the event was received.'
const TOO_LONG = `The answer has more than ${MAX_LINES} lines of headers.`
const FLOODED = `Sent more than ${MAX_INTERIM_ANSWERS} interim answers (1xx) and no final one.`

/** As UTF-8, without a partial character at the end. */
function textOf(chunks: Buffer[]): string {
  return new TextDecoder().decode(Buffer.concat(chunks), { stream: true })
}

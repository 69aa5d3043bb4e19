import { join } from 'node:path'
import { Worker } from 'node:worker_threads'
import type { RunResult } from '../../../contract-tests/report/result.ts'
import type { Log } from '../../log.ts'
import { AbortController } from '../../node-globals.ts'
import { builtFolder, packageRoot } from '../../package/package-root.ts'
import type { ViolationFilter } from '../../pipeline/upstream.ts'
import type { Finding, Violation } from '../../schema/traffic.ts'
import { type Clock, isoTime } from '../../time/clock.ts'
import type { Captured, CapturedMessage } from '../captured.ts'
import type { Judge, OnViolation, Verdict } from '../judge.ts'
import type { JudgingAnswer, JudgingData, JudgingJob, JudgingMessage } from './messages.ts'
import { Violations } from './violations.ts'

export const JUDGING_LIMITS = {
  /** Memory of the thread. */
  heapMb: 512,
  /** Exchanges and bytes of bodies that wait to be judged; further ones are unjudged. */
  waiting: 2000,
  waitingBytes: 64_000_000,
  /** How long a job may take, before the thread is ended. */
  ms: 20_000,
}

export interface JudgeWorkerParts extends Pick<JudgingData, 'settings'> {
  clock: Clock
  log: Pick<Log, 'notice'>
  /** The served document, always the same value for the same one; undefined for the packaged one. */
  document: () => JudgingData['document']
  onViolation?: OnViolation | undefined
  /** Whether a report is made when the judge is closed. */
  reports?: boolean | undefined
}

/** Undefined if the thread ended before it answered. */
type Answered = (answer: JudgingAnswer | undefined) => void

/**
 * Judges in a thread of its own, which starts with the proxy or the first exchange. If it dies, what waited is unjudged, and the next
 * exchange starts another.
 */
export class JudgeWorker implements Judge {
  readonly #parts: JudgeWorkerParts
  readonly #limits: typeof JUDGING_LIMITS
  readonly #violations = new Violations()
  readonly #open = new Map<number, Answered>()
  readonly #judging = new Set<Promise<unknown>>()
  readonly #startedAt: number
  readonly #closing = new AbortController()
  #worker: Worker | undefined
  /** By which the thread judges. */
  #document: JudgingData['document']
  #jobs = 0
  #bytes = 0
  #progress = 0
  #isWatched = false
  #unjudged = 0
  #closed: Promise<void> | undefined
  /** How often the thread died. */
  restarts = 0
  /** Findings in the traffic; present after `close`, if a report was asked for and the thread did not die of it. */
  report: RunResult | undefined

  constructor(parts: JudgeWorkerParts, limits: Partial<typeof JUDGING_LIMITS> = {}) {
    this.#parts = parts
    this.#limits = { ...JUDGING_LIMITS, ...limits }
    this.#startedAt = parts.clock.wallTime()
  }

  start(): void {
    if (this.#worker || this.#closing.signal.aborted) return
    this.#worker = this.#started()
    this.#worker.unref()
  }

  async judge(captured: Captured): Promise<Verdict | undefined> {
    const answer = await this.#ask('judge', captured)
    if (answer?.kind !== 'found') {
      this.#unjudged += 1
      return answer?.kind === 'unjudged' ? { violations: [], unjudged: answer.reason } : undefined
    }
    const found = answer.findings.map((finding) => this.#add(finding, captured.id, captured.at))
    return { violations: [...new Set(found)].filter((id) => id !== undefined) }
  }

  /** The id of the violation; undefined if there are too many. */
  #add(finding: Finding, request: string, at: number): string | undefined {
    const violation = this.#violations.add(finding, request, at)
    if (violation) this.#parts.onViolation?.(violation)
    return violation?.id
  }

  async judgeRequest(captured: Captured): Promise<readonly Finding[]> {
    const answer = await this.#ask('request', captured)
    return answer?.kind === 'found' ? answer.findings : []
  }

  violations(filter?: ViolationFilter): readonly Violation[] {
    return this.#violations.list(filter)
  }

  clear(): number {
    return this.#violations.clear()
  }

  /** Findings in the traffic so far. Undefined if the thread died of it. */
  async finish(): Promise<RunResult | undefined> {
    const answer = await this.#send({
      kind: 'finish',
      asked: {
        violations: this.#violations.list(),
        unjudged: this.#unjudged,
        startedAt: isoTime(this.#startedAt),
        durationMs: Math.round(this.#parts.clock.wallTime() - this.#startedAt),
      },
    })
    return answer?.kind === 'finished' ? answer.report : undefined
  }

  close(): Promise<void> {
    this.#closed ??= this.#close()
    return this.#closed
  }

  async #close(): Promise<void> {
    await Promise.all(this.#judging)
    if (this.#parts.reports) this.report = await this.finish()
    this.#closing.abort()
    const worker = this.#worker
    this.#worker = undefined
    await worker?.terminate()
    this.#abandon()
  }

  /** Undefined if too much waits, or the thread ended. */
  async #ask(kind: 'judge' | 'request', captured: Captured): Promise<JudgingAnswer | undefined> {
    const bytes = sizeOf(captured)
    const { waiting, waitingBytes } = this.#limits
    if (this.#open.size >= waiting || this.#bytes + bytes > waitingBytes) return undefined
    this.#bytes += bytes
    const { copy, transfer } = copied(captured)
    const answering = this.#send({ kind, captured: copy }, transfer)
    this.#judging.add(answering)
    const answer = await answering
    this.#judging.delete(answering)
    this.#bytes -= bytes
    return answer
  }

  #send(
    job: WithoutId<JudgingJob>,
    transfer: ArrayBuffer[] = [],
  ): Promise<JudgingAnswer | undefined> {
    if (this.#closing.signal.aborted) return Promise.resolve(undefined)
    this.#worker ??= this.#started()
    const worker = this.#worker
    const id = ++this.#jobs
    return new Promise((resolve) => {
      this.#open.set(id, resolve)
      worker.ref()
      this.#follow(worker)
      worker.postMessage({ id, ...job } satisfies JudgingMessage, transfer)
      void this.#watch()
    })
  }

  /** Another document may be served by now. */
  #follow(worker: Worker): void {
    const document = this.#parts.document()
    if (document === this.#document) return
    this.#document = document
    worker.postMessage({ kind: 'document', document } satisfies JudgingMessage)
  }

  #started(): Worker {
    const { document, settings } = this.#parts
    this.#document = document()
    const worker = new Worker(workerFile(), {
      workerData: { document: this.#document, settings } satisfies JudgingData,
      // The options of the process, such as a loader of TypeScript, are not for this thread.
      execArgv: [],
      resourceLimits: { maxOldGenerationSizeMb: this.#limits.heapMb },
    })
    worker.on('message', (answer: JudgingAnswer) => this.#receive(answer, worker))
    worker.on('error', (error) => this.#lose(worker, error))
    worker.on('exit', () => this.#lose(worker))
    return worker
  }

  #receive(answer: JudgingAnswer, worker: Worker): void {
    this.#progress += 1
    if (answer.kind === 'ready') return
    const resolve = this.#open.get(answer.id)
    this.#open.delete(answer.id)
    // An idle thread does not keep the process alive.
    if (this.#open.size === 0) worker.unref()
    resolve?.(answer)
  }

  #lose(worker: Worker, error?: unknown): void {
    if (this.#worker !== worker) return
    this.#worker = undefined
    this.restarts += 1
    const reason = error instanceof Error ? error.message : 'it took too long'
    this.#parts.log.notice(`The thread that judges traffic ended: ${reason}. Another one starts.`)
    this.#abandon()
  }

  #abandon(): void {
    const waiting = [...this.#open.values()]
    this.#open.clear()
    for (const resolve of waiting) resolve(undefined)
  }

  /** Ends a thread that makes no progress. */
  async #watch(): Promise<void> {
    if (this.#isWatched) return
    this.#isWatched = true
    while (this.#open.size > 0 && !this.#closing.signal.aborted) {
      const before = this.#progress
      await this.#parts.clock.pause(this.#limits.ms, this.#closing.signal)
      if (this.#open.size > 0 && this.#progress === before) await this.#worker?.terminate()
    }
    this.#isWatched = false
  }
}

type WithoutId<Job> = Job extends unknown ? Omit<Job, 'id'> : never

function sizeOf({ request, response }: Captured): number {
  return (request.body?.byteLength ?? 0) + (response?.body?.byteLength ?? 0)
}

/** A copy whose bodies can be given away: the proxy still sends its own. */
function copied(captured: Captured): { copy: Captured; transfer: ArrayBuffer[] } {
  const transfer: ArrayBuffer[] = []
  const own = <Message extends CapturedMessage>(message: Message): Message => {
    if (message.body === undefined) return message
    // Not a view of a shared pool, of which all would be sent.
    const body = new Uint8Array(message.body)
    transfer.push(body.buffer)
    return { ...message, body }
  }
  const { request, response } = captured
  return {
    copy: { ...captured, request: own(request), ...(response && { response: own(response) }) },
    transfer,
  }
}

/** A bundle in the package; otherwise the source, which a file of plain JavaScript loads. */
function workerFile(): string {
  const built = builtFolder()
  return built
    ? join(built, 'src/judge-worker.cjs')
    : join(packageRoot(), 'src/proxy/judging/worker.mjs')
}

import { statSync } from 'node:fs'
import type { Config } from '../config.ts'
import { unknownPlans } from '../fixtures/seeding.ts'
import type { Log } from '../log.ts'
import { DocumentError } from '../openapi/document-error.ts'
import type { ChangeFeed } from '../runtime/change-feed.ts'
import type { Store } from '../store/store.ts'
import type { Clock } from '../time/clock.ts'
import type { CurrentDocument } from './current-document.ts'
import type { ServedDocument } from './served-document.ts'

interface Parts {
  config: Pick<Config, 'overlays' | 'database'>
  /** `versionsOf` the files before they were read first. */
  seen: string
  /** Reads the overlay files and builds all that depends on the document. Rejects with a DocumentError. */
  read(): Promise<ServedDocument>
  document: Pick<CurrentDocument, 'replace'>
  store: Pick<Store, 'page' | 'readHead'>
  changes: Pick<ChangeFeed, 'notifyAll'>
  log: Pick<Log, 'notice'>
  clock: Pick<Clock, 'pause'>
  closing: AbortSignal
}

/** Real milliseconds between two looks at the files. By their paths, so that editors may replace them, also on network drives. */
const LOOK_MS = 250

const REPLICATED =
  'With --database, all replicas serve the same document, so a saved overlay is not served. Stop the replicas, run ' +
  'svc-sandbox migrate --new-document, and start them again.'

/** Serves the overlay files again when one of them is saved. A mistake in them leaves the last good document in place. */
export class WatchedOverlays {
  readonly #parts: Parts
  #problem: string | undefined
  #revision = 0
  /** One reload after the other. */
  #turn: Promise<void> = Promise.resolve()

  constructor(parts: Parts) {
    this.#parts = parts
    if (parts.config.overlays.length > 0) void this.#watch()
  }

  /** Why the saved files are not what is served; undefined if they are. */
  get problem(): string | undefined {
    return this.#problem
  }

  /** Grows each time that saved files are served. */
  get revision(): number {
    return this.#revision
  }

  /** Resolves once the present files are served, or `problem` says why not. */
  reload(): Promise<void> {
    this.#turn = this.#turn.then(() => this.#reload())
    return this.#turn
  }

  /** Resolves after a reload that is under way. */
  close(): Promise<void> {
    return this.#turn
  }

  async #watch(): Promise<void> {
    const { config, clock, closing } = this.#parts
    let { seen } = this.#parts
    while (!closing.aborted) {
      await clock.pause(LOOK_MS, closing)
      const found = versionsOf(config.overlays)
      if (found !== seen && !closing.aborted) await this.reload()
      seen = found
    }
  }

  async #reload(): Promise<void> {
    const { config, read, document, log, changes } = this.#parts
    const before = this.#problem
    this.#problem = config.database === undefined ? undefined : REPLICATED
    if (this.#problem === undefined) {
      try {
        const served = await read()
        await this.#requirePlans(served)
        document.replace(served)
        this.#revision++
        log.notice('The overlays were read again, and are served from now on.')
      } catch (error) {
        const { message } = error as Error
        this.#problem = `${message} The document of before is served until the file is corrected.`
      }
    }
    if (this.#problem !== undefined && this.#problem !== before) log.notice(this.#problem)
    // All that the open pages show may look different.
    changes.notifyAll()
  }

  async #requirePlans({ document }: ServedDocument): Promise<void> {
    for await (const { id, plan } of unknownPlans(this.#parts.store, document)) {
      throw new DocumentError(
        `The overlays leave the account ${id} without its plan ${JSON.stringify(plan)}: keep the plan, or remove the account.`,
      )
    }
  }
}

/** Another one after each save of one of the files. */
export function versionsOf(files: readonly string[]): string {
  return files.map(versionOf).join()
}

function versionOf(file: string): string {
  try {
    const { mtimeMs, size, ino } = statSync(file)
    return `${mtimeMs} ${size} ${ino}`
  } catch (error) {
    // Reading it says what is wrong.
    return String(error)
  }
}

import { access, constants, mkdir } from 'node:fs/promises'
import { basename, dirname } from 'node:path'
import { ConfigError } from '../../config.ts'
import { ForcedError } from '../../errors.ts'
import type { Log } from '../../log.ts'
import type { ProxyMode, UpstreamState } from '../../pipeline/upstream.ts'
import { removeTemporaryOf } from '../../store/file/store-files.ts'
import { systemReason } from '../../text/system-reason.ts'
import type { Clock } from '../../time/clock.ts'
import type { Captured } from '../captured.ts'
import { CassetteFile } from './cassette-file.ts'
import { inWords, nearestTo } from './difference.ts'
import { requestOf } from './entry.ts'
import {
  type CassetteAnswer,
  type Found,
  type OperationOf,
  type Recording,
  Recordings,
} from './recordings.ts'
import { redactRequest, redactUrl } from './redaction.ts'
import { keyOf, type RequestKey } from './request-key.ts'
import { Vault } from './vault.ts'

export type { CassetteAnswer }

/** A request that a cassette may answer. */
export type CassetteRequest = Omit<Captured, 'response' | 'failure'> & {
  /** Scheme, host and port under which the client reached the proxy, for links to recorded files. */
  origin: string
}

/** Why no recording answers a request: `message` and `details` of the envelope (§7). */
export interface Unmatched {
  message: string
  details: Record<string, unknown>
}

export type Replay = { answer: CassetteAnswer } | { unmatched: Unmatched }

export interface CassetteParts {
  clock: Clock
  log: Log
  operationOf: OperationOf
}

/**
 * The mode of a proxy, and the file of recorded exchanges (HAR 1.2) that it has in all modes but `watch`. The mode may change while
 * the proxy runs.
 */
export class Cassette {
  readonly #path: string | undefined
  readonly #parts: CassetteParts
  readonly #vault = new Vault()
  #mode: ProxyMode = 'watch'
  /** Undefined until a mode needs the file. */
  #file: CassetteFile | undefined
  #recordings: Recordings | undefined
  #replayed = 0

  private constructor(path: string | undefined, parts: CassetteParts) {
    this.#path = path
    this.#parts = parts
  }

  /** Rejects with a ConfigError for a mode without a file, and for a file that the mode cannot use. */
  static async open(
    file: string | undefined,
    mode: ProxyMode,
    parts: CassetteParts,
  ): Promise<Cassette> {
    const cassette = new Cassette(file, parts)
    await cassette.change(mode)
    return cassette
  }

  get replays(): boolean {
    return this.#mode === 'replay' || this.#mode === 'update'
  }

  /** The recorded answer; undefined to ask the upstream. Throws an error of status 404 where only a recording may answer. */
  answer(request: CassetteRequest): CassetteAnswer | undefined {
    const found = this.replay(request)
    if ('answer' in found) return found.answer
    if (this.#mode === 'update') return undefined
    const { message, details } = found.unmatched
    const headers = { 'X-Sandbox-Source': 'cassette' }
    throw new ForcedError('not_found', 404, message, { details, headers })
  }

  /** The answer of mode `replay` and `update`; repeated requests get the recorded answers in order. */
  replay(request: CassetteRequest): Replay {
    const vault = new Vault(this.#vault)
    const apiPath = request.apiPath === undefined ? undefined : redactUrl(request.apiPath, vault)
    const asked = keyOf(redactRequest(requestOf(request), vault), apiPath)
    const recordings = this.#recordings as Recordings
    const found = recordings.find(asked, vault)
    if (!found || found.problem !== undefined) {
      const explain = () => this.#unmatched(asked, found)
      return {
        // Only for those who read it: the nearest recording is looked for among all.
        get unmatched() {
          return explain()
        },
      }
    }
    this.#replayed += 1
    return { answer: recordings.answerOf(found, request.origin) }
  }

  /** Adds an exchange in mode `record` and `update`. Secrets are struck out first. Returns at once; never throws. */
  record(captured: Captured): void {
    if (this.#mode === 'record' || this.#mode === 'update') this.#file?.add(captured)
  }

  /** Switches the mode; a replay begins with the first answers. Rejects with a ConfigError, and keeps the mode. */
  async change(mode: ProxyMode): Promise<void> {
    if (mode === 'watch') await this.flush()
    else await this.#prepare(mode)
    this.#mode = mode
  }

  async #prepare(mode: Exclude<ProxyMode, 'watch'>): Promise<void> {
    const path = this.#path
    if (path === undefined) {
      throw new ConfigError(`--mode ${mode} needs a file. Name it with --cassette.`)
    }
    const file = this.#file ?? (await CassetteFile.open(path, this.#vault, this.#parts))
    if (mode === 'record' && file.length > 0 && !file.isOwn) {
      throw new ConfigError(
        `The cassette ${path} has recordings already, and --mode record begins a new one. Add to it with --mode update, or name another file with --cassette.`,
      )
    }
    if (mode === 'replay' && file.length === 0) {
      throw new ConfigError(
        `The cassette ${path} has no recordings to replay. Record some with --mode record, or name another file with --cassette.`,
      )
    }
    if (mode !== 'replay') {
      await requireFolder(path)
      await removeTemporaryOf(path)
    }
    await file.flush()
    this.#file = file
    if (mode === 'record') return
    this.#recordings = new Recordings(file.entries, this.#vault, this.#parts.operationOf)
    this.#replayed = 0
  }

  state(): Pick<UpstreamState, 'mode' | 'cassette' | 'recorded' | 'replayed'> {
    return {
      mode: this.#mode,
      cassette: this.#path ?? null,
      recorded: this.#file?.length ?? 0,
      replayed: this.#replayed,
    }
  }

  /** Why the file could not be written; null if it could. */
  get problem(): string | null {
    return this.#file?.problem ?? null
  }

  /** Writes what was recorded. Rejects if the file cannot be written. */
  async flush(): Promise<void> {
    await this.#file?.flush()
  }

  /** As `flush`; may be called twice. */
  async close(): Promise<void> {
    await this.#file?.close()
  }

  #unmatched(asked: RequestKey, broken: Found | undefined): Unmatched {
    const { operationOf } = this.#parts
    const shown = textOf(asked)
    const cassette = basename(this.#path ?? '')
    if (broken?.problem) {
      const { reason, wayOut } = broken.problem
      return {
        message: `The recording of ${shown} cannot be replayed: ${reason}. ${wayOut}`,
        details: { cassette, nearest: described(broken.recording), differences: [] },
      }
    }
    const operation =
      asked.apiPath === undefined ? undefined : operationOf(asked.method, asked.apiPath)?.id
    const nearest = nearestTo(asked, operation, this.#recordings?.all ?? [])
    const wayOut = 'Record the request with --mode update, or send the recorded one.'
    if (!nearest) {
      return {
        message: `No recording answers ${shown}: the cassette is empty. ${wayOut}`,
        details: { cassette, nearest: null, differences: [] },
      }
    }
    const { recording, differences } = nearest
    return {
      message: `No recording answers ${shown}. The nearest one is ${textOf(recording.key)}: ${inWords(differences)}. ${wayOut}`,
      details: { cassette, nearest: described(recording), differences },
    }
  }
}

function textOf({ method, apiHead, head }: RequestKey): string {
  const text = `${method} ${apiHead ?? head}`
  return text.length > 300 ? `${text.slice(0, 300)}…` : text
}

function described({ entry, key, operation }: Recording): Record<string, unknown> {
  return {
    request: textOf(key),
    operation: operation ?? null,
    status: entry.response.status,
    recorded_at: entry.startedDateTime,
  }
}

/** Makes the folder of a cassette that will be written, so that a wrong path is noticed at once. */
async function requireFolder(path: string): Promise<void> {
  const folder = dirname(path)
  try {
    await mkdir(folder, { recursive: true })
    await access(folder, constants.W_OK)
  } catch (error) {
    throw new ConfigError(`The cassette ${path} cannot be written: ${systemReason(error)}.`)
  }
}

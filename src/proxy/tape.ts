import { ConfigError } from '../config.ts'
import { ForcedError, invalidValue } from '../errors.ts'
import type { ProxyMode, UpstreamState } from '../pipeline/upstream.ts'
import type { Captured } from './captured.ts'
import {
  Cassette,
  type CassetteAnswer,
  type CassetteParts,
  type CassetteRequest,
} from './cassette/cassette.ts'

/** The mode of a proxy, and the cassette that it has in all but `watch`. Both may change while it runs. */
export class Tape {
  #mode: ProxyMode = 'watch'
  #cassette: Cassette | undefined
  readonly #parts: CassetteParts

  private constructor(parts: CassetteParts) {
    this.#parts = parts
  }

  /** Rejects with a ConfigError for a mode without a cassette, and for a file that the mode cannot use. */
  static async open(
    { mode, cassette }: { mode: ProxyMode; cassette: string | undefined },
    parts: CassetteParts,
  ): Promise<Tape> {
    const tape = new Tape(parts)
    await tape.#switch(mode, cassette)
    return tape
  }

  get replays(): boolean {
    return this.#mode === 'replay' || this.#mode === 'update'
  }

  get records(): boolean {
    return this.#mode === 'record' || this.#mode === 'update'
  }

  /** The recorded answer; undefined to ask the upstream. Throws an error of status 404 where only a recording may answer. */
  answer(request: CassetteRequest): CassetteAnswer | undefined {
    const found = this.#cassette?.replay(request)
    if (found === undefined) return undefined
    if ('answer' in found) return found.answer
    if (this.#mode === 'update') return undefined
    const { message, details } = found.unmatched
    throw new ForcedError('not_found', 404, message, {
      details,
      headers: { 'X-Sandbox-Source': 'cassette' },
    })
  }

  record(captured: Captured): void {
    if (this.records) this.#cassette?.record(captured)
  }

  /** Rejects with an ApiError, and keeps the mode. */
  async change(mode: ProxyMode): Promise<void> {
    try {
      await this.#switch(mode)
    } catch (error) {
      if (!(error instanceof ConfigError)) throw error
      throw invalidValue('body', '/mode', `cannot be ${mode}: ${error.message}`)
    }
  }

  state(): Pick<UpstreamState, 'mode' | 'cassette' | 'recorded' | 'replayed'> {
    const { file = null, recorded = 0, replayed = 0 } = this.#cassette?.state() ?? {}
    return { mode: this.#mode, cassette: file, recorded, replayed }
  }

  async close(): Promise<void> {
    await this.#cassette?.close()
  }

  /** `file` names the cassette when the tape is opened. */
  async #switch(mode: ProxyMode, file?: string): Promise<void> {
    if (file !== undefined) this.#cassette = await Cassette.open(file, mode, this.#parts)
    else if (this.#cassette) await this.#cassette.change(mode)
    else if (mode !== 'watch') {
      throw new ConfigError(`--mode ${mode} needs a file. Name it with --cassette.`)
    }
    this.#mode = mode
  }
}

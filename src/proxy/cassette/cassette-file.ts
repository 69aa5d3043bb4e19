import { stat } from 'node:fs/promises'
import type { Entry } from 'har-format'
import { ConfigError } from '../../config.ts'
import type { Log } from '../../log.ts'
import { AbortController } from '../../node-globals.ts'
import { packageVersion } from '../../package/package-root.ts'
import { writeWhole } from '../../store/file/store-files.ts'
import { systemReason } from '../../text/system-reason.ts'
import { readTextFile } from '../../text/text-file.ts'
import type { Clock } from '../../time/clock.ts'
import { yieldToEventLoop } from '../../time/pauses.ts'
import { nextTurn } from '../../time/turn.ts'
import { Turns } from '../../time/turns.ts'
import type { Captured } from '../captured.ts'
import { entryOf } from './entry.ts'
import { type Archive, MAX_BYTES, MAX_ENTRIES, readHar } from './har-file.ts'
import { redactEntry, redactMembers, strikeEntry } from './redaction.ts'
import { Vault } from './vault.ts'

/** How long the first of several new exchanges waits for the others. */
const DELAY_MS = 1000
/** A long file takes long to write, but no more than this part of the time. */
const SHARE = 1 / 20
/** Bytes of bodies that wait until their secrets are hidden; further exchanges are not recorded. */
const MOST_WAITING = 64 * 1024 * 1024

interface CassetteFileParts {
  clock: Clock
  log: Log
}

/** The entries of a cassette, without their secrets. All are in memory; a full cassette takes no more of them. */
export class CassetteFile {
  readonly #path: string
  readonly #parts: CassetteFileParts
  readonly #log: Archive['log']
  readonly #entries: Entry[] = []
  readonly #turns = new Turns()
  readonly #closing = new AbortController()
  #vault: Vault
  #bytes = 0
  #waitingBytes = 0
  #isChanged = false
  #isScheduled = false
  #delayMs = DELAY_MS
  #found = 0
  /** Why the file could not be written; null if it could. */
  problem: string | null = null

  private constructor(path: string, log: Archive['log'], vault: Vault, parts: CassetteFileParts) {
    this.#path = path
    this.#log = log
    this.#vault = vault
    this.#parts = parts
  }

  /** A file that is not there is an empty cassette. Rejects with a ConfigError for a file that is no cassette. */
  static async open(file: string, vault: Vault, parts: CassetteFileParts): Promise<CassetteFile> {
    const text = await readCassette(file)
    if (text.trim() === '') return new CassetteFile(file, newLog(), vault, parts)
    const { log, entries } = readHar(text, file)
    // Its secrets, if it has any, are for nobody: a caller gets its own, or others.
    const found = new Vault()
    found.reserve(text)
    const cassette = new CassetteFile(file, redactMembers(log, found), found, parts)
    for (const entry of entries) {
      cassette.#push(redactEntry(entry, found))
      await yieldToEventLoop()
    }
    await cassette.#strikeNew()
    vault.continueAfter(found)
    cassette.#vault = vault
    cassette.#found = entries.length
    return cassette
  }

  /** Whether all its entries are of this process. */
  get isOwn(): boolean {
    return this.#found === 0
  }

  get length(): number {
    return this.#entries.length
  }

  get entries(): readonly Entry[] {
    return [...this.#entries]
  }

  /** Adds an exchange when its answer was sent. Returns at once; never throws. */
  add(captured: Captured): void {
    const { request, response } = captured
    const bytes = (request.body?.length ?? 0) + (response?.body?.length ?? 0)
    if (this.#waitingBytes + bytes > MOST_WAITING) return
    this.#waitingBytes += bytes
    void this.#turns.take(TURN, async () => {
      await nextTurn()
      this.#waitingBytes -= bytes
      this.#record(captured)
    })
    void this.#writeLater()
  }

  /** Writes what was recorded, if there is anything new. Rejects if the file cannot be written. */
  flush(): Promise<void> {
    return this.#turns.take(TURN, () => this.#write())
  }

  async close(): Promise<void> {
    this.#closing.abort()
    await this.flush()
  }

  #record(captured: Captured): void {
    if (this.length >= MAX_ENTRIES || this.#bytes >= MAX_BYTES) return
    try {
      const entry = entryOf(captured)
      if (!entry) return
      this.#push(redactEntry(entry, this.#vault))
      this.#isChanged = true
    } catch (error) {
      this.#parts.log.failure(`An exchange could not be recorded (${captured.id})`, error)
    }
  }

  async #writeLater(): Promise<void> {
    if (this.#isScheduled || this.#closing.signal.aborted) return
    this.#isScheduled = true
    await this.#parts.clock.pause(this.#delayMs, this.#closing.signal)
    this.#isScheduled = false
    // `close` writes, and reports a failure.
    if (!this.#closing.signal.aborted) await this.flush().catch(() => {})
  }

  async #write(): Promise<void> {
    if (!this.#isChanged) return
    const { clock, log } = this.#parts
    const from = clock.elapsed()
    this.#isChanged = false
    try {
      await this.#strikeNew()
      await writeWhole(this.#path, this.#text())
      this.problem = null
    } catch (error) {
      this.#isChanged = true
      const problem = systemReason(error)
      const message = `The cassette ${this.#path} cannot be written: ${problem}.`
      if (problem !== this.problem) log.failure(message, error)
      this.problem = problem
      throw new Error(message, { cause: error })
    }
    this.#delayMs = Math.max(DELAY_MS, (clock.elapsed() - from) / SHARE)
  }

  #push(entry: Entry): void {
    this.#entries.push(entry)
    this.#bytes += JSON.stringify(entry, null, 2).length
  }

  /** Strikes out what was found to be a secret after the entries that have it were redacted. */
  async #strikeNew(): Promise<void> {
    const added = this.#vault.takeNew()
    if (!added) return
    for (const [index, entry] of this.#entries.entries()) {
      const isConcerned = JSON.stringify(entry).search(added) >= 0
      if (isConcerned) this.#entries[index] = strikeEntry(entry, this.#vault)
      await yieldToEventLoop()
    }
  }

  /** In parts, since a single text of it could be too large. */
  *#text(): Generator<string> {
    const log = { ...this.#log, entries: [] }
    const [before = ''] = JSON.stringify({ log }, null, 2).split(/\[\]\s*\}\s*\}$/)
    yield `${before}[`
    for (const [index, entry] of this.entries.entries()) {
      const json = JSON.stringify(entry, null, 2).replaceAll('\n', '\n      ')
      yield `${index === 0 ? '' : ','}\n      ${json}`
    }
    yield '\n    ]\n  }\n}\n'
  }
}

/** Adding and writing take turns. */
const TURN = 'file'

async function readCassette(file: string): Promise<string> {
  try {
    const found = await stat(file)
    if (!found.isFile())
      throw new ConfigError(`The cassette ${file} is no file. Give the path of a file.`)
    const { size } = found
    if (size > MAX_BYTES) {
      throw new ConfigError(
        `The cassette ${file} has ${Math.round(size / 2 ** 20)} MB; ${MAX_BYTES / 2 ** 20} are possible. Export a shorter session, or without bodies of images and scripts.`,
      )
    }
    return readTextFile(file)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return ''
    if (error instanceof ConfigError) throw error
    throw new ConfigError(`The cassette ${file} cannot be read: ${systemReason(error)}.`)
  }
}

function newLog(): Archive['log'] {
  return { version: '1.2', creator: { name: 'svc-sandbox', version: packageVersion() } }
}

import { stat } from 'node:fs/promises'
import type { Entry } from 'har-format'
import { ConfigError } from '../../config.ts'
import { packageVersion } from '../../package/package-root.ts'
import { writeWhole } from '../../store/file/store-files.ts'
import { systemReason } from '../../text/system-reason.ts'
import { readTextFile } from '../../text/text-file.ts'
import { yieldToEventLoop } from '../../time/steps.ts'
import { type Archive, MAX_BYTES, MAX_ENTRIES, readHar } from './har-file.ts'
import { redactEntry, redactLog, strikeEntry } from './redaction.ts'
import { Vault } from './vault.ts'

/**
 * The entries of a cassette, without their secrets. All are in memory, each as the text that is written; a full cassette takes
 * no more of them.
 */
export class CassetteFile {
  readonly path: string
  #vault: Vault
  readonly #log: Archive['log']
  readonly #entries: string[] = []
  #bytes = 0
  #isChanged = false
  #found = 0

  private constructor(path: string, log: Archive['log'], vault: Vault) {
    this.path = path
    this.#log = log
    this.#vault = vault
  }

  /** A file that is not there is an empty cassette. Rejects with a ConfigError for a file that is no cassette. */
  static async open(file: string, vault: Vault): Promise<CassetteFile> {
    const text = await readCassette(file)
    if (text.trim() === '') return new CassetteFile(file, newLog(), vault)
    const { log, entries } = readHar(text, file)
    // Its secrets, if it has any, are for nobody: a caller gets its own, or others.
    const found = new Vault()
    found.reserve(text)
    const cassette = new CassetteFile(file, redactLog(log, found), found)
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

  async entries(): Promise<Entry[]> {
    const entries: Entry[] = []
    for (const json of [...this.#entries]) {
      entries.push(JSON.parse(json) as Entry)
      await yieldToEventLoop()
    }
    return entries
  }

  /** A full cassette takes no more. */
  add(entry: Entry): void {
    if (this.length >= MAX_ENTRIES || this.#bytes >= MAX_BYTES) return
    this.#push(redactEntry(entry, this.#vault))
    this.#isChanged = true
  }

  /** Writes the file, if there is anything new. Rejects if it cannot be written. */
  async write(): Promise<void> {
    if (!this.#isChanged) return
    this.#isChanged = false
    try {
      await this.#strikeNew()
      await writeWhole(this.path, this.#text())
    } catch (error) {
      this.#isChanged = true
      throw error
    }
  }

  #push(entry: Entry): void {
    const json = JSON.stringify(entry, null, 2)
    this.#entries.push(json)
    this.#bytes += json.length
  }

  /** Strikes out what was found to be a secret after the entries that have it were redacted. */
  async #strikeNew(): Promise<void> {
    const added = this.#vault.takeNew()
    if (!added) return
    for (const [index, json] of this.#entries.entries()) {
      if (json.search(added) >= 0) {
        const entry = strikeEntry(JSON.parse(json) as Entry, this.#vault)
        this.#entries[index] = JSON.stringify(entry, null, 2)
      }
      await yieldToEventLoop()
    }
  }

  /** In parts, since a single text of it could be too large. */
  *#text(): Generator<string> {
    const log = { ...this.#log, entries: [] }
    const [before = ''] = JSON.stringify({ log }, null, 2).split(/\[\]\s*\}\s*\}$/)
    yield `${before}[`
    for (const [index, json] of [...this.#entries].entries()) {
      yield `${index === 0 ? '' : ','}\n      ${json.replaceAll('\n', '\n      ')}`
    }
    yield '\n    ]\n  }\n}\n'
  }
}

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

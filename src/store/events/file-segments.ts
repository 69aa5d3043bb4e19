import { ftruncateSync, mkdirSync, readdirSync, readSync, rmSync, writeSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { yieldToEventLoop } from '../../time/steps.ts'
import { parseJson, refusal, requireFormat, requireVersion } from '../file/account-file.ts'
import { OWNER_ONLY_FOLDER } from '../file/store-files.ts'
import { builtText, type LazyText } from './event-log.ts'
import type { OpenFiles } from './open-files.ts'
import type { Place, Segments } from './segments.ts'

const FORMAT = 'svc-sandbox/events'
const VERSION = 1
const EXTENSION = '.jsonl'
const LINE_BREAK = 10
/** The most bytes that UTF-8 needs for a UTF-16 code unit. */
const MOST_BYTES = 3

/**
 * Segments in files `<number>.jsonl` of a folder, which is created with the first line. A line that was appended
 * survives the end of the process. The first line of each file names its format and account.
 */
export class FileSegments implements Segments {
  readonly segmentBytes: number
  readonly #folder: string
  readonly #accountId: string
  readonly #files: OpenFiles
  /** Sizes in bytes by number, oldest first. */
  readonly #sizes = new Map<number, number>()
  #last = 0

  constructor(of: { folder: string; accountId: string; segmentBytes: number }, files: OpenFiles) {
    this.#folder = of.folder
    this.#accountId = of.accountId
    this.segmentBytes = of.segmentBytes
    this.#files = files
  }

  get count(): number {
    return this.#sizes.size
  }

  get oldest(): number | undefined {
    return this.#sizes.keys().next().value
  }

  append(added: readonly (string | LazyText)[]): Place[] {
    const lines = added.map(builtText)
    const size = this.#sizes.get(this.#last)
    if (size === undefined || size >= this.segmentBytes) this.#begin()
    const segment = this.#last
    let offset = this.#sizes.get(segment) as number
    return this.#write(segment, lines).map((bytes) => {
      const place = { segment, offset, bytes }
      offset += bytes + 1
      return place
    })
  }

  read({ segment, offset, bytes }: Place): string {
    const buffer = Buffer.allocUnsafe(bytes)
    const found = readSync(this.#files.get(this.#path(segment)), buffer, 0, bytes, offset)
    if (found < bytes) throw refusal(this.#path(segment), 'became shorter while it was in use')
    return buffer.toString()
  }

  forget(): void {}

  async replay(visit: Parameters<Segments['replay']>[0]): Promise<void> {
    const numbers = readdirSync(this.#folder)
      .filter((name) => /^\d+\.jsonl$/.test(name))
      .map((name) => Number.parseInt(name, 10))
    for (const segment of numbers.sort((a, b) => a - b)) {
      const path = this.#path(segment)
      const content = await readFile(path)
      const end = content.lastIndexOf(LINE_BREAK) + 1
      // Cut off by the end of a process, and not acknowledged.
      if (end < content.length) ftruncateSync(this.#files.get(path), end)
      this.#last = segment
      this.#sizes.set(segment, end)
      let offset = end === 0 ? 0 : content.indexOf(LINE_BREAK) + 1
      if (end === 0) this.#write(segment, [this.#header()])
      else this.#requireHeader(content.toString('utf8', 0, offset), path)
      while (offset < end) {
        const bytes = content.indexOf(LINE_BREAK, offset) - offset
        const line = content.toString('utf8', offset, offset + bytes)
        visit(line, { segment, offset, bytes }, path)
        offset += bytes + 1
        await yieldToEventLoop()
      }
    }
  }

  dropOldest(): void {
    const { oldest } = this
    if (oldest === undefined) return
    this.#files.close(this.#path(oldest))
    rmSync(this.#path(oldest), { force: true })
    this.#sizes.delete(oldest)
  }

  clear(): void {
    this.#files.closeIn(this.#folder)
    rmSync(this.#folder, { recursive: true, force: true })
    this.#sizes.clear()
  }

  #begin(): void {
    mkdirSync(this.#folder, { recursive: true, mode: OWNER_ONLY_FOLDER })
    const segment = this.#last + 1
    this.#sizes.set(segment, 0)
    try {
      this.#write(segment, [this.#header()])
      this.#last = segment
    } catch (error) {
      this.#sizes.delete(segment)
      throw error
    }
  }

  /** Returns the length of each line, without its end, in bytes. If it throws, nothing was added. */
  #write(segment: number, lines: readonly string[]): number[] {
    const size = this.#sizes.get(segment) as number
    const file = this.#files.get(this.#path(segment))
    // A reused buffer: joining the lines would double the memory that a change takes.
    const { room } = this.#files
    let filled = 0
    let written = 0
    const flush = (bytes = room.subarray(0, filled)) => {
      // Synchronous, as in the journal: another thread takes longer.
      for (let done = 0; done < bytes.length; ) done += writeSync(file, bytes, done)
      written += bytes.length
      filled = 0
    }
    try {
      const lengths = lines.map((line) => {
        const most = MOST_BYTES * line.length + 1
        if (most > room.length - filled) flush()
        const place = most > room.length ? Buffer.allocUnsafe(most) : room
        const length = place.write(line, filled)
        place[filled + length] = LINE_BREAK
        if (place === room) filled += length + 1
        else flush(place.subarray(0, length + 1))
        return length
      })
      flush()
      this.#sizes.set(segment, size + written)
      return lengths
    } catch (error) {
      ftruncateSync(file, size)
      throw error
    }
  }

  #header(): string {
    return JSON.stringify({ format: FORMAT, version: VERSION, account: this.#accountId })
  }

  #requireHeader(line: string, path: string): void {
    const header = parseJson(line, path)
    requireFormat(header, { format: FORMAT, holds: 'a log of events', path })
    const { version, account } = header as { version: unknown; account: unknown }
    requireVersion(version, VERSION, path)
    if (account !== this.#accountId) throw refusal(path, `is of account ${account}`)
  }

  #path(segment: number): string {
    return join(this.#folder, `${String(segment).padStart(6, '0')}${EXTENSION}`)
  }
}

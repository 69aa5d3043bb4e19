import type { LateText } from './event-log.ts'
import { LatestBlocks, MemoryLines } from './memory-lines.ts'

/** The position of a line. */
export interface Place {
  segment: number
  offset: number
  /** Without the line break. */
  bytes: number
}

/** Lines of text that are appended, in segments that are dropped from the oldest on. */
export interface Segments {
  /** Bytes after which a segment is full. */
  readonly segmentBytes: number
  readonly count: number
  readonly oldest: number | undefined
  /** Appends lines, all to one segment. Throws if they can't be written; then nothing was. */
  append(lines: readonly (string | LateText)[]): Place[]
  read(place: Place): string
  /** The line is not read any more: what it keeps in memory may go before its segment is dropped. */
  forget(place: Place): void
  /** Visits all lines, oldest first; `path` is the file. An incomplete last line is removed. */
  replay(visit: (line: string, place: Place, path: string) => void): Promise<void>
  dropOldest(): void
  clear(): void
}

/** The usual `segmentBytes`. */
export const SEGMENT_BYTES = 8 * 1024 * 1024

/** Lines of a segment in memory. */
interface MemorySegment {
  made: MemoryLines
  /** Their places have the offsets −1, −2 and so on. */
  late: MemoryLines
}

/** Segments in memory. Lines that are made late are apart from the others, whose blocks can be compressed. */
export class MemorySegments implements Segments {
  readonly segmentBytes: number
  readonly #segments = new Map<number, MemorySegment>()
  readonly #latest = new LatestBlocks()
  #last = 0
  #bytes = 0

  constructor(segmentBytes: number) {
    this.segmentBytes = segmentBytes
  }

  get count(): number {
    return this.#segments.size
  }

  get oldest(): number | undefined {
    return this.#segments.keys().next().value
  }

  append(lines: readonly (string | LateText)[]): Place[] {
    if (this.#bytes >= this.segmentBytes || this.#segments.size === 0) this.#begin()
    const segment = this.#last
    const { made, late } = this.#segments.get(segment) as MemorySegment
    return lines.map((line) => {
      this.#bytes += line.length
      const offset = typeof line === 'string' ? made.add(line) : -1 - late.add(line)
      return { segment, offset, bytes: line.length }
    })
  }

  read({ segment, offset }: Place): string {
    const { made, late } = this.#segments.get(segment) as MemorySegment
    return offset < 0 ? late.read(-1 - offset) : made.read(offset)
  }

  forget({ segment, offset }: Place): void {
    if (offset < 0) this.#segments.get(segment)?.late.forget(-1 - offset)
  }

  async replay(): Promise<void> {}

  dropOldest(): void {
    const { oldest } = this
    if (oldest === undefined) return
    this.#segments.get(oldest)?.late.clear()
    this.#segments.delete(oldest)
  }

  clear(): void {
    this.#segments.clear()
    this.#latest.clear()
    this.#bytes = 0
  }

  #begin(): void {
    this.#last += 1
    this.#bytes = 0
    const [made, late] = [new MemoryLines(this.#latest), new MemoryLines(this.#latest)]
    this.#segments.set(this.#last, { made, late })
  }
}

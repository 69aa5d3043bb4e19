import type { LazyText } from './event-log.ts'
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
  append(lines: readonly (string | LazyText)[]): Place[]
  read(place: Place): string
  /** Promises not to read the line again, so that its memory can be freed before its segment is dropped. */
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
  eager: MemoryLines
  /** Their places have the offsets −1, −2 and so on. */
  lazy: MemoryLines
}

/** Segments in memory. Lazy lines have blocks of their own, because a block with lazy lines cannot be compressed. */
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

  append(lines: readonly (string | LazyText)[]): Place[] {
    if (this.#bytes >= this.segmentBytes || this.#segments.size === 0) this.#begin()
    const segment = this.#last
    const { eager, lazy } = this.#segments.get(segment) as MemorySegment
    return lines.map((line) => {
      this.#bytes += line.length
      const offset = typeof line === 'string' ? eager.add(line) : -1 - lazy.add(line)
      return { segment, offset, bytes: line.length }
    })
  }

  read({ segment, offset }: Place): string {
    const { eager, lazy } = this.#segments.get(segment) as MemorySegment
    return offset < 0 ? lazy.read(-1 - offset) : eager.read(offset)
  }

  forget({ segment, offset }: Place): void {
    if (offset < 0) this.#segments.get(segment)?.lazy.forget(-1 - offset)
  }

  async replay(): Promise<void> {}

  dropOldest(): void {
    const { oldest } = this
    if (oldest === undefined) return
    this.#segments.get(oldest)?.lazy.clear()
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
    const [eager, lazy] = [new MemoryLines(this.#latest), new MemoryLines(this.#latest)]
    this.#segments.set(this.#last, { eager, lazy })
  }
}

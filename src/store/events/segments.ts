/** Where a line is. */
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
  append(lines: readonly string[]): Place[]
  read(place: Place): string
  /** Visits all lines, oldest first; `path` is the file. An incomplete last line is removed. */
  replay(visit: (line: string, place: Place, path: string) => void): Promise<void>
  dropOldest(): void
  clear(): void
}

/** The usual `segmentBytes`. */
export const SEGMENT_BYTES = 8 * 1024 * 1024

/** Segments in memory. */
export class MemorySegments implements Segments {
  readonly segmentBytes: number
  readonly #segments = new Map<number, string[]>()
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

  append(lines: readonly string[]): Place[] {
    if (this.#bytes >= this.segmentBytes || this.#segments.size === 0) {
      this.#last += 1
      this.#bytes = 0
      this.#segments.set(this.#last, [])
    }
    const segment = this.#segments.get(this.#last) as string[]
    return lines.map((line) => {
      const offset = segment.push(line) - 1
      this.#bytes += line.length
      return { segment: this.#last, offset, bytes: line.length }
    })
  }

  read({ segment, offset }: Place): string {
    return this.#segments.get(segment)?.[offset] as string
  }

  async replay(): Promise<void> {}

  dropOldest(): void {
    if (this.oldest !== undefined) this.#segments.delete(this.oldest)
  }

  clear(): void {
    this.#segments.clear()
    this.#bytes = 0
  }
}

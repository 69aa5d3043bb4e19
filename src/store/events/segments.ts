import { deflateRawSync, inflateRawSync } from 'node:zlib'

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
  append(lines: readonly string[]): Place[]
  read(place: Place): string
  /** Visits all lines, oldest first; `path` is the file. An incomplete last line is removed. */
  replay(visit: (line: string, place: Place, path: string) => void): Promise<void>
  dropOldest(): void
  clear(): void
}

/** The usual `segmentBytes`. */
export const SEGMENT_BYTES = 8 * 1024 * 1024

/** Characters of lines that are compressed together. */
const BLOCK = 64 * 1024
/** The latest blocks, 4 MB, are not compressed: deliveries read their events soon after these were added. */
const PLAIN_BLOCKS = 64
const LINE_BREAK = '\n'

/** Lines in memory. */
interface Block {
  /** The number of the first line in the segment. */
  readonly first: number
  /** Compressed, if it is a buffer. */
  lines: readonly string[] | Buffer
}

/** Lines of a segment in memory. */
interface MemorySegment {
  blocks: Block[]
  /** The lines after them. */
  rest: string[]
  restLength: number
  count: number
}

/** Segments in memory. Older lines are compressed: events are alike, so that thousands of them take a tenth of their length. */
export class MemorySegments implements Segments {
  readonly segmentBytes: number
  readonly #segments = new Map<number, MemorySegment>()
  #last = 0
  #bytes = 0
  /** Oldest first. */
  readonly #plain: Block[] = []
  /** Old lines are read one after the other. */
  #read: { of: Buffer; lines: readonly string[] } | undefined

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
      this.#segments.set(this.#last, { blocks: [], rest: [], restLength: 0, count: 0 })
    }
    const segment = this.#segments.get(this.#last) as MemorySegment
    return lines.map((line) => {
      const offset = segment.count++
      segment.rest.push(line)
      segment.restLength += line.length
      if (segment.restLength >= BLOCK) this.#closeBlock(segment)
      this.#bytes += line.length
      return { segment: this.#last, offset, bytes: line.length }
    })
  }

  read({ segment, offset }: Place): string {
    const { blocks, rest, count } = this.#segments.get(segment) as MemorySegment
    const firstOfRest = count - rest.length
    if (offset >= firstOfRest) return rest[offset - firstOfRest] as string
    let [low, high] = [0, blocks.length]
    while (high - low > 1) {
      const middle = (low + high) >> 1
      if ((blocks[middle] as { first: number }).first <= offset) low = middle
      else high = middle
    }
    const block = blocks[low] as Block
    return this.#linesOf(block)[offset - block.first] as string
  }

  async replay(): Promise<void> {}

  dropOldest(): void {
    if (this.oldest !== undefined) this.#segments.delete(this.oldest)
  }

  clear(): void {
    this.#segments.clear()
    this.#plain.length = 0
    this.#bytes = 0
    this.#read = undefined
  }

  #linesOf({ lines }: Block): readonly string[] {
    if (!Buffer.isBuffer(lines)) return lines
    if (this.#read?.of !== lines) {
      this.#read = { of: lines, lines: inflateRawSync(lines).toString().split(LINE_BREAK) }
    }
    return this.#read.lines
  }

  #closeBlock(segment: MemorySegment): void {
    const { rest, count } = segment
    const block = { first: count - rest.length, lines: rest }
    segment.blocks.push(block)
    segment.rest = []
    segment.restLength = 0
    this.#plain.push(block)
    if (this.#plain.length > PLAIN_BLOCKS) compress(this.#plain.shift() as Block)
  }
}

function compress(block: Block): void {
  if (Buffer.isBuffer(block.lines)) return
  // A line is JSON, so it has no line break.
  block.lines = deflateRawSync(block.lines.join(LINE_BREAK), { level: 1 })
}

import { deflateRawSync, inflateRawSync } from 'node:zlib'
import { type LateText, madeText } from './event-log.ts'

/** Characters of lines that are compressed together. */
const BLOCK = 64 * 1024
/** The latest blocks, 4 MB, are not compressed: deliveries read their events soon after these were added. */
const PLAIN_BLOCKS = 64
/** So many late lines are not made: what they are made from takes up to 1 kB each, compressed text a third of that. */
const MOST_LATE = 32_768
const LINE_BREAK = '\n'
/** In the place of a late line that is not read any more. */
const FORGOTTEN = ''

type Line = string | LateText

interface Block {
  /** The number of the first line. */
  readonly first: number
  readonly count: number
  /** Compressed, if it is a buffer. */
  lines: Line[] | Buffer
}

/** The latest blocks of an account, which are not compressed. */
export class LatestBlocks {
  /** Oldest first, as the late ones. */
  readonly #plain: Block[] = []
  readonly #late: Block[] = []
  #lateLines = 0
  /** Old lines are read one after the other. */
  #read: { of: Buffer; lines: readonly string[] } | undefined

  addLate(block: Block): void {
    this.#late.push(block)
    this.#lateLines += block.count
    while (this.#lateLines > MOST_LATE) {
      const oldest = this.#late.shift() as Block
      this.#lateLines -= oldest.count
      if (isLate(oldest)) this.make(oldest)
    }
  }

  /** Makes the lines of a block that is not compressed. */
  make(block: Block): readonly string[] {
    const lines = (block.lines as Line[]).map(madeText)
    block.lines = lines
    this.#plain.push(block)
    if (this.#plain.length > PLAIN_BLOCKS) compress(this.#plain.shift() as Block)
    return lines
  }

  decompressed(block: Buffer): readonly string[] {
    if (this.#read?.of !== block) {
      this.#read = { of: block, lines: inflateRawSync(block).toString().split(LINE_BREAK) }
    }
    return this.#read.lines
  }

  clear(): void {
    this.#plain.length = 0
    this.#late.length = 0
    this.#lateLines = 0
    this.#read = undefined
  }
}

/**
 * Lines in memory, in blocks. Older ones are compressed: events are alike, so that thousands of them take a tenth of their
 * length. A block of late lines stays as it is until one of them is read, and then all of them are made: most are never
 * read, and readers read many at once.
 */
export class MemoryLines {
  readonly #latest: LatestBlocks
  readonly #blocks: Block[] = []
  /** The lines after them. */
  #rest: Line[] = []
  #restLength = 0
  #count = 0

  constructor(latest: LatestBlocks) {
    this.#latest = latest
  }

  /** Adds a line; returns its number, from 0. */
  add(line: Line): number {
    this.#rest.push(line)
    this.#restLength += line.length
    const number = this.#count++
    if (this.#restLength >= BLOCK) this.#closeBlock()
    return number
  }

  read(number: number): string {
    const block = this.#blockOf(number)
    const { lines, first } = block
    if (Buffer.isBuffer(lines)) return this.#latest.decompressed(lines)[number - first] as string
    const line = lines[number - first] as Line
    if (typeof line === 'string') return line
    if (lines !== this.#rest) return this.#latest.make(block)[number - first] as string
    this.#rest[number - first] = line.make()
    return this.#rest[number - first] as string
  }

  /** Their segment is dropped. */
  clear(): void {
    for (const block of this.#blocks) block.lines = []
  }

  /** A late line that was not made is gone; others stay until all are. */
  forget(number: number): void {
    const { lines, first } = this.#blockOf(number)
    if (!Buffer.isBuffer(lines) && typeof lines[number - first] === 'object') {
      lines[number - first] = FORGOTTEN
    }
  }

  #blockOf(number: number): Block {
    const first = this.#count - this.#rest.length
    if (number >= first) return { first, count: this.#rest.length, lines: this.#rest }
    let [low, high] = [0, this.#blocks.length]
    while (high - low > 1) {
      const middle = (low + high) >> 1
      if ((this.#blocks[middle] as Block).first <= number) low = middle
      else high = middle
    }
    return this.#blocks[low] as Block
  }

  #closeBlock(): void {
    const count = this.#rest.length
    const block: Block = { first: this.#count - count, count, lines: this.#rest }
    this.#blocks.push(block)
    this.#rest = []
    this.#restLength = 0
    // A line that was read is made already.
    if (block.lines.some((line) => typeof line === 'string' && line !== FORGOTTEN)) {
      this.#latest.make(block)
    } else this.#latest.addLate(block)
  }
}

function isLate({ lines }: Block): boolean {
  return !Buffer.isBuffer(lines) && lines.some((line) => typeof line !== 'string')
}

function compress(block: Block): void {
  if (Buffer.isBuffer(block.lines)) return
  // A line is JSON, so it has no line break.
  block.lines = deflateRawSync(block.lines.join(LINE_BREAK), { level: 1 })
}

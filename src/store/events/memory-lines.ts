import { deflateRawSync, inflateRawSync } from 'node:zlib'
import { type LateText, madeText } from './event-log.ts'

/** Characters of lines that are compressed together. */
const BLOCK = 64 * 1024
/** The latest blocks, 4 MB, are not compressed: deliveries read their events soon after these were added. */
const PLAIN_BLOCKS = 64
const LINE_BREAK = '\n'
/** In the place of a late line that is not read any more. */
const FORGOTTEN = ''

interface Block {
  /** The number of the first line. */
  readonly first: number
  /** Compressed, if it is a buffer. */
  lines: (string | LateText)[] | Buffer
}

/** Blocks with lines that are made and not compressed yet. */
export class PlainBlocks {
  /** Oldest first. */
  readonly #blocks: Block[] = []
  /** Old lines are read one after the other. */
  #read: { of: Buffer; lines: readonly string[] } | undefined

  add(block: Block): void {
    this.#blocks.push(block)
    if (this.#blocks.length > PLAIN_BLOCKS) compress(this.#blocks.shift() as Block)
  }

  decompressed(block: Buffer): readonly string[] {
    if (this.#read?.of !== block) {
      this.#read = { of: block, lines: inflateRawSync(block).toString().split(LINE_BREAK) }
    }
    return this.#read.lines
  }

  clear(): void {
    this.#blocks.length = 0
    this.#read = undefined
  }
}

/**
 * Lines in memory, in blocks. Older ones are compressed: events are alike, so that thousands of them take a tenth of their
 * length. A block of late lines stays as it is until one of them is read, and then all of them are made: most are never
 * read, and readers read many at once.
 */
export class MemoryLines {
  readonly #plain: PlainBlocks
  readonly #blocks: Block[] = []
  /** The lines after them. */
  #rest: (string | LateText)[] = []
  #restLength = 0
  #count = 0

  constructor(plain: PlainBlocks) {
    this.#plain = plain
  }

  /** Adds a line; returns its number, from 0. */
  add(line: string | LateText): number {
    this.#rest.push(line)
    this.#restLength += line.length
    const number = this.#count++
    if (this.#restLength >= BLOCK) this.#closeBlock()
    return number
  }

  read(number: number): string {
    const block = this.#blockOf(number)
    const { lines, first } = block
    if (Buffer.isBuffer(lines)) return this.#plain.decompressed(lines)[number - first] as string
    const line = lines[number - first] as string | LateText
    if (typeof line === 'string') return line
    if (lines !== this.#rest) return this.#made(block)[number - first] as string
    this.#rest[number - first] = line.make()
    return this.#rest[number - first] as string
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
    if (number >= first) return { first, lines: this.#rest }
    let [low, high] = [0, this.#blocks.length]
    while (high - low > 1) {
      const middle = (low + high) >> 1
      if ((this.#blocks[middle] as Block).first <= number) low = middle
      else high = middle
    }
    return this.#blocks[low] as Block
  }

  #closeBlock(): void {
    const block = { first: this.#count - this.#rest.length, lines: this.#rest }
    this.#blocks.push(block)
    this.#rest = []
    this.#restLength = 0
    // A line that was read is made already.
    if (block.lines.some((line) => typeof line === 'string' && line !== FORGOTTEN))
      this.#made(block)
  }

  /** The lines of a block that is not compressed, which is from now on made. */
  #made(block: Block): readonly string[] {
    const lines = (block.lines as (string | LateText)[]).map(madeText)
    block.lines = lines
    this.#plain.add(block)
    return lines
  }
}

function compress(block: Block): void {
  if (Buffer.isBuffer(block.lines)) return
  // A line is JSON, so it has no line break.
  block.lines = deflateRawSync(block.lines.join(LINE_BREAK), { level: 1 })
}

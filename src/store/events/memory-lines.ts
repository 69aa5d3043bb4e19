import { deflateRawSync, inflateRawSync } from 'node:zlib'
import { builtText, type LazyText } from './event-log.ts'

/** Characters in a block, which is compressed as a whole. */
const BLOCK = 64 * 1024
/** The latest blocks, 4 MB, stay uncompressed: deliveries read their events soon after they are added. */
const PLAIN_BLOCKS = 64
/** Lazy lines that may wait. Each holds up to 1 kB of facts, three times its compressed text. */
const MOST_LAZY = 32_768
const LINE_BREAK = '\n'
/** Replaces a lazy line that is never read again. */
const FORGOTTEN = ''

type Line = string | LazyText

interface Block {
  /** The number of the first line. */
  readonly first: number
  readonly count: number
  /** A buffer holds compressed lines. */
  lines: Line[] | Buffer
}

/** The blocks of an account that are not compressed yet. */
export class LatestBlocks {
  /** Oldest first. */
  readonly #plain: Block[] = []
  /** Oldest first. Their lines wait to be built. */
  readonly #lazy: Block[] = []
  #lazyLines = 0
  /** The last decompressed block, because old lines are read in order. */
  #read: { of: Buffer; lines: readonly string[] } | undefined

  addLazy(block: Block): void {
    this.#lazy.push(block)
    this.#lazyLines += block.count
    while (this.#lazyLines > MOST_LAZY) {
      const oldest = this.#lazy.shift() as Block
      this.#lazyLines -= oldest.count
      if (isLazy(oldest)) this.build(oldest)
    }
  }

  /** Builds the lazy lines of a block. */
  build(block: Block): readonly string[] {
    const lines = (block.lines as Line[]).map(builtText)
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
    this.#lazy.length = 0
    this.#lazyLines = 0
    this.#read = undefined
  }
}

/**
 * Lines in memory, in blocks. Old blocks are compressed: events resemble each other, so thousands of them shrink to a
 * tenth. A block of lazy lines is built when one of them is first read: most lines are never read, and a reader usually
 * reads many in a row.
 */
export class MemoryLines {
  readonly #latest: LatestBlocks
  readonly #blocks: Block[] = []
  /** The lines after the last block. */
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
    if (lines !== this.#rest) return this.#latest.build(block)[number - first] as string
    this.#rest[number - first] = line.build()
    return this.#rest[number - first] as string
  }

  /** Called when the segment is dropped: releases blocks that still wait in `LatestBlocks`. */
  clear(): void {
    for (const block of this.#blocks) block.lines = []
  }

  /** Releases a lazy line that was not built yet. Built lines stay until their segment is dropped. */
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
    // Reading a line builds it. Build the others too, so that the block can be compressed.
    if (block.lines.some((line) => typeof line === 'string' && line !== FORGOTTEN)) {
      this.#latest.build(block)
    } else this.#latest.addLazy(block)
  }
}

function isLazy({ lines }: Block): boolean {
  return !Buffer.isBuffer(lines) && lines.some((line) => typeof line !== 'string')
}

function compress(block: Block): void {
  if (Buffer.isBuffer(block.lines)) return
  // A line is JSON, so it has no line break.
  block.lines = deflateRawSync(block.lines.join(LINE_BREAK), { level: 1 })
}

import type { EntryQueue, Numbered, RemovedEntry } from './entry-queue.ts'

/** How entries become text. */
export interface Packing<Entry> {
  /** The text of an entry, and values that are in memory anyway and stay objects. */
  pack(entry: Entry): { text: string; held: readonly unknown[] }
  unpack(text: string, held: readonly unknown[]): Entry
  /** The number of held values of each entry. */
  heldCount: number
}

/** Bytes of the first chunk of a queue, and of its largest chunks unless an entry is larger. */
const FIRST_CHUNK = 2 * 1024
const LARGE_CHUNK = 16 * 1024
/** Chunks that wait for the next queue. */
const MOST_SPARE = 8
/** Slots of a new queue. */
const FIRST_SLOTS = 16

/** Numbers that are stored for each entry: its sequence and size, the number of its chunk, and where its text is in it. */
const FIELDS = 5
const [SEQUENCE, SIZE, CHUNK, START, END] = [0, 1, 2, 3, 4] as const

/** The chunks that queues have emptied, for reuse. Memory outside of the heap is freed late, and costs a system call. */
export class ChunkPool {
  readonly #spare: Buffer[] = []

  /** A chunk of at least so many bytes. */
  take(bytes: number): Buffer {
    const spare = bytes === LARGE_CHUNK ? this.#spare.pop() : undefined
    return spare ?? Buffer.allocUnsafeSlow(bytes)
  }

  give(chunk: Buffer): void {
    if (chunk.length === LARGE_CHUNK && this.#spare.length < MOST_SPARE) this.#spare.push(chunk)
  }
}

/**
 * Holds entries as text outside of the JavaScript heap. Thousands of objects a second that live for a tenth of a second
 * reach V8's old generation, whose collections delay all requests.
 */
export class PackedQueue<Entry extends Numbered> implements EntryQueue<Entry> {
  readonly #packing: Packing<Entry>
  readonly #pool: ChunkPool
  /** Those that hold entries, oldest first. */
  readonly #chunks: Buffer[] = []
  /** The number of chunks that were removed. */
  #removed = 0
  /** Where the next text goes in the last chunk. */
  #end = 0
  /** `FIELDS` numbers, and the held values, of each entry. Both are rings, in which the oldest entry is at `#first`. */
  #numbers = new Float64Array(FIRST_SLOTS * FIELDS)
  #held: unknown[] = []
  #first = 0
  #length = 0

  constructor(packing: Packing<Entry>, pool: ChunkPool) {
    this.#packing = packing
    this.#pool = pool
  }

  /** Of all chunks. */
  get bytes(): number {
    return this.#chunks.reduce((sum, chunk) => sum + chunk.length, 0)
  }

  get length(): number {
    return this.#length
  }

  push(entry: Entry, size: number): void {
    const { text, held } = this.#packing.pack(entry)
    if (this.#length === this.#capacity) this.#grow()
    const chunk = this.#chunkFor(Buffer.byteLength(text))
    const start = this.#end
    this.#end += chunk.write(text, start)
    const slot = this.#slot(this.#length)
    this.#length++
    const numbers = this.#numbers
    numbers[slot * FIELDS + SEQUENCE] = entry.sequence
    numbers[slot * FIELDS + SIZE] = size
    numbers[slot * FIELDS + CHUNK] = this.#removed + this.#chunks.length - 1
    numbers[slot * FIELDS + START] = start
    numbers[slot * FIELDS + END] = this.#end
    const { heldCount } = this.#packing
    for (let n = 0; n < heldCount; n++) this.#held[slot * heldCount + n] = held[n]
  }

  shift(): RemovedEntry {
    const removed = { sequence: this.sequenceAt(0), size: this.#number(0, SIZE) }
    const { heldCount } = this.#packing
    this.#held.fill(undefined, this.#first * heldCount, (this.#first + 1) * heldCount)
    this.#first = this.#slot(1)
    this.#length--
    if (this.#length === 0) this.#clear()
    else while (this.#removed < this.#number(0, CHUNK)) this.#removeChunk()
    return removed
  }

  sequenceAt(place: number): number {
    return this.#number(place, SEQUENCE)
  }

  at(place: number): Entry {
    const chunk = this.#chunks[this.#number(place, CHUNK) - this.#removed] as Buffer
    const text = chunk.toString('utf8', this.#number(place, START), this.#number(place, END))
    const { heldCount } = this.#packing
    const slot = this.#slot(place)
    return this.#packing.unpack(text, this.#held.slice(slot * heldCount, (slot + 1) * heldCount))
  }

  /** The last chunk, or a new one, with room for so many bytes at `#end`. */
  #chunkFor(bytes: number): Buffer {
    const last = this.#chunks.at(-1)
    if (last && last.length - this.#end >= bytes) return last
    const usual = last ? Math.min(LARGE_CHUNK, last.length * 2) : FIRST_CHUNK
    const chunk = this.#pool.take(Math.max(usual, bytes))
    this.#chunks.push(chunk)
    this.#end = 0
    return chunk
  }

  /** Most accounts get a few requests, and then none for long. */
  #clear(): void {
    while (this.#chunks.length > 0) this.#removeChunk()
    this.#end = 0
    this.#numbers = new Float64Array(FIRST_SLOTS * FIELDS)
    this.#held = []
    this.#first = 0
  }

  #removeChunk(): void {
    this.#pool.give(this.#chunks.shift() as Buffer)
    this.#removed++
  }

  get #capacity(): number {
    return this.#numbers.length / FIELDS
  }

  #slot(place: number): number {
    return (this.#first + place) % this.#capacity
  }

  #number(place: number, field: number): number {
    return this.#numbers[this.#slot(place) * FIELDS + field] as number
  }

  #grow(): void {
    const { heldCount } = this.#packing
    const numbers = new Float64Array(this.#numbers.length * 2)
    const split = this.#first * FIELDS
    numbers.set(this.#numbers.subarray(split))
    numbers.set(this.#numbers.subarray(0, split), this.#numbers.length - split)
    const splitHeld = this.#first * heldCount
    this.#held = [...this.#held.slice(splitHeld), ...this.#held.slice(0, splitHeld)]
    this.#numbers = numbers
    this.#first = 0
  }
}

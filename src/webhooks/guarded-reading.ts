import type { Socket } from 'node:net'

/** Bytes of an answer that are parsed at a time. */
const PIECE = 4096
/** Most lines of an answer, with its headers, interim answers, chunks and trailers. */
export const MAX_LINES = 2_000

const LINE_FEED = 10
const CARRIAGE_RETURN = 13

/** The answer has too many lines; what arrived of it counts. */
export class AnswerTooLong extends Error {
  override name = 'AnswerTooLong'

  constructor() {
    super('The answer has too many lines.')
  }
}

/**
 * Makes each 100 that comes before the final answer a 102, which undici skips: it takes a 100 that was not asked for
 * for an error, and a client skips it like every other interim answer (RFC 9110 §15.2).
 */
class InterimAnswers {
  #place: 'status' | 'fields' | 'final' = 'status'
  /** Characters of the line so far. */
  #column = 0
  #code = ''

  /** Changes the bytes of an answer. */
  pass(piece: Buffer): void {
    for (let at = 0; at < piece.length && this.#place !== 'final'; at += 1) {
      const byte = piece[at] as number
      if (byte === LINE_FEED) this.#endLine()
      else if (byte !== CARRIAGE_RETURN) {
        this.#column += 1
        if (this.#place === 'status' && this.#isOfCode()) this.#readCode(piece, at)
      }
    }
  }

  #endLine(): void {
    const isBlank = this.#column === 0
    this.#column = 0
    // A blank line before a status line is skipped (RFC 9112 §2.2).
    if (isBlank === (this.#place === 'status')) return
    this.#place = isBlank ? 'status' : 'fields'
    this.#code = ''
  }

  /** The code comes after `HTTP/1.1 `. */
  #isOfCode(): boolean {
    return this.#column > 9 && this.#column <= 12
  }

  #readCode(piece: Buffer, at: number): void {
    this.#code += String.fromCharCode(piece[at] as number)
    if (this.#code === '100') piece[at] = '2'.charCodeAt(0)
    else if (!this.#code.startsWith('1')) this.#place = 'final'
  }
}

/**
 * Limits what one answer costs. The parser gets at most 4 kB at a time, nothing after the connection was closed, and at
 * most 2,000 lines for a request: each header, chunk and trailer takes a microsecond or more of the only thread. Undici
 * would go on with all that arrived, even after it refused an answer, so that tiny headers without end took 160 ms an
 * attempt, while the events of all other accounts waited.
 */
export function guardReading(socket: Socket): void {
  const read = socket.read.bind(socket)
  let lines = 0
  let written = 0
  let interim = new InterimAnswers()
  socket.read = (size?: number) => {
    if (socket.destroyed) return null
    const { readableLength } = socket
    const piece = read(size ?? (readableLength > PIECE ? PIECE : undefined)) as Buffer | null
    if (piece === null) return null

    // Requests are not pipelined, so bytes that were sent are another request.
    if (socket.bytesWritten !== written) {
      lines = 0
      interim = new InterimAnswers()
    }
    written = socket.bytesWritten
    lines += lineFeedsIn(piece)
    if (lines <= MAX_LINES) {
      interim.pass(piece)
      return piece
    }
    socket.destroy(new AnswerTooLong())
    return null
  }
}

function lineFeedsIn(bytes: Buffer): number {
  let count = 0
  for (let at = bytes.indexOf(LINE_FEED); at >= 0; at = bytes.indexOf(LINE_FEED, at + 1)) count += 1
  return count
}

import type { Socket } from 'node:net'

/** Bytes of an answer that are parsed at a time. */
const PIECE = 4096
/** Most lines of an answer, with its headers, interim answers, chunks and trailers. */
export const MAX_LINES = 2_000

const LINE_FEED = 10

/** The answer has too many lines; what arrived of it counts. */
export class AnswerTooLong extends Error {
  override name = 'AnswerTooLong'

  constructor() {
    super('The answer has too many lines.')
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
  socket.read = (size?: number) => {
    if (socket.destroyed) return null
    const { readableLength } = socket
    const piece = read(size ?? (readableLength > PIECE ? PIECE : undefined)) as Buffer | null
    if (piece === null) return null

    // Requests are not pipelined, so bytes that were sent are another request.
    if (socket.bytesWritten !== written) lines = 0
    written = socket.bytesWritten
    lines += lineFeedsIn(piece)
    if (lines <= MAX_LINES) return piece
    socket.destroy(new AnswerTooLong())
    return null
  }
}

function lineFeedsIn(bytes: Buffer): number {
  let count = 0
  for (let at = bytes.indexOf(LINE_FEED); at >= 0; at = bytes.indexOf(LINE_FEED, at + 1)) count += 1
  return count
}

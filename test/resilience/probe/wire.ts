import { connect, type Socket } from 'node:net'
import { bytesOf, type ProbeRequest } from './request.ts'
import { type WireAnswer, WireReader } from './wire-reader.ts'

/** How long a server may take for an answer: an advance waits up to half a minute for receivers that hang. */
const PATIENCE_MS = 60_000
/** With `wait`, an answer comes when the advance is complete, and after one that is under way. */
const PATIENCE_WITH_WAIT_MS = 600_000

/** How long a connection with answers is watched for more of them. */
const SILENCE_MS = 500

/** Connections of the probe to one server: kept open, one request at a time on each. */
export class Wire {
  readonly #idle: Socket[] = []

  readonly port: number

  constructor(port: number) {
    this.port = port
  }

  /** Sends a request and reads its answer. Rejects if there is none, or if it is not well-formed HTTP. */
  async send(request: ProbeRequest): Promise<WireAnswer> {
    const bytes = bytesOf(request)
    const asked = { bytes, method: request.method, patience: patienceFor(request) }
    for (let socket = this.#idle.pop(); socket; socket = this.#idle.pop()) {
      if (socket.destroyed) continue
      const answer = await this.#exchange(socket, asked, true)
      // The server closed the idle connection at the same moment.
      if (answer) return answer
    }
    const answer = await this.#exchange(this.#open(), asked, false)
    return answer as WireAnswer
  }

  /** Sends bytes on a connection of their own, and resolves with all that comes until it is closed. */
  raw(pieces: readonly Buffer[], patience = PATIENCE_MS): Promise<Buffer> {
    return new Promise((resolve, reject) => {
      const chunks: Buffer[] = []
      const socket = this.#open()
      const timer = setTimeout(() => {
        socket.destroy()
        reject(new Error(`The connection stayed open for ${patience} ms.`))
      }, patience)
      socket.on('data', (chunk) => {
        chunks.push(chunk)
        // What waits for more bytes would be closed much later.
        socket.setTimeout(SILENCE_MS, () => socket.destroy())
      })
      socket.on('close', () => {
        clearTimeout(timer)
        resolve(Buffer.concat(chunks))
      })
      void writePieces(socket, pieces)
    })
  }

  close(): void {
    for (const socket of this.#idle) socket.destroy()
  }

  #open(): Socket {
    const socket = connect({ port: this.port, host: '127.0.0.1', noDelay: true })
    socket.on('error', () => {})
    return socket
  }

  /** Undefined if a connection that was used before was closed without a byte. */
  #exchange(
    socket: Socket,
    { bytes, method, patience }: { bytes: Buffer; method: string; patience: number },
    wasUsed: boolean,
  ): Promise<WireAnswer | undefined> {
    return new Promise((resolve, reject) => {
      const reader = new WireReader(method)
      const end = (error?: Error) => {
        clearTimeout(timer)
        socket.removeAllListeners('data')
        socket.removeAllListeners('close')
        if (error) {
          socket.destroy()
          reject(error)
        }
      }
      const timer = setTimeout(() => end(new Error(`no answer in ${patience} ms`)), patience)
      socket.on('data', (chunk) => {
        let answer: WireAnswer | undefined
        try {
          answer = reader.add(chunk)
        } catch (error) {
          return end(error as Error)
        }
        if (!answer) return
        end()
        if (answer.isStream || answer.headers.get('connection') === 'close') socket.destroy()
        else this.#idle.push(socket)
        resolve(answer)
      })
      socket.on('close', () => {
        if (wasUsed && reader.isEmpty) {
          end()
          return resolve(undefined)
        }
        end(new Error(reader.isEmpty ? 'closed without an answer' : 'closed within an answer'))
      })
      socket.write(bytes)
    })
  }
}

function patienceFor({ body = '' }: ProbeRequest): number {
  return /"wait":\s*true/.test(body.toString()) ? PATIENCE_WITH_WAIT_MS : PATIENCE_MS
}

async function writePieces(socket: Socket, pieces: readonly Buffer[]): Promise<void> {
  for (const piece of pieces) {
    socket.write(piece)
    await new Promise(setImmediate)
  }
}

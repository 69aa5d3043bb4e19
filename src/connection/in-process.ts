import type { Server } from 'node:http'
import type { Socket } from 'node:net'
import { Duplex } from 'node:stream'
import type { Embedded } from '../pipeline/exchange.ts'
import { yieldToEventLoop } from '../time/pauses.ts'
import { connectionEvent } from './connection-event.ts'

/** Bytes that one end may send ahead; the system's own sockets take about as many on loopback. */
const BUFFERED_BYTES = 1024 * 1024

/**
 * Root of a sandbox without a port, and of requests whose URL must not reach it. RFC 6761 reserves the name for this
 * machine, so no other server can have it.
 */
export const PORTLESS_ROOT = 'http://sandbox.localhost'

/** As undici has its callbacks. */
export type OnOpened = (
  ...result: [error: null, socket: Socket] | [error: Error, socket: null]
) => void

export const CLOSED = 'The sandbox is closed.'

/** Opens connections to a server within the process: Node's HTTP server takes any stream for a socket. */
export class InProcessNetwork {
  readonly host = new URL(PORTLESS_ROOT).host
  #server: Server | undefined

  serve(server: Server): void {
    this.#server = server
  }

  get isClosed(): boolean {
    return this.#server === undefined
  }

  /** From now on connections are refused. */
  close(): void {
    this.#server = undefined
  }

  /** Opens a connection, and passes the client's end of it to `opened`, which undici expects later than this call. */
  open(opened: OnOpened, embedded: Embedded = {}): void {
    process.nextTick(() => {
      if (this.#server === undefined) return opened(new Error(CLOSED), null)
      const client = new ClientEnd()
      this.#server.emit(connectionEvent(this.#server), new ServerEnd(client, embedded))
      // A connector of undici promises a socket; undici itself takes any stream.
      opened(null, client as Duplex as Socket)
    })
  }
}

/** One end of a connection: what is written to it can be read at the other end. */
abstract class End extends Duplex {
  abstract readonly other: End | undefined
  bytesRead = 0
  #taken: (() => void) | undefined

  constructor() {
    super({ readableHighWaterMark: BUFFERED_BYTES, writableHighWaterMark: BUFFERED_BYTES })
  }

  override _write(chunk: Buffer, _: BufferEncoding, taken: (error?: Error) => void): void {
    const { other } = this
    if (!other || other.destroyed) taken(systemError('EPIPE', 'write'))
    else other.receive(chunk, taken)
  }

  override _final(done: () => void): void {
    this.other?.push(null)
    done()
  }

  override _read(): void {
    const taken = this.#taken
    this.#taken = undefined
    taken?.()
  }

  override _destroy(error: Error | null, done: (error: Error | null) => void): void {
    this._read()
    this.other?.lose()
    done(error)
  }

  /** Calls `taken` once more may be sent. */
  receive(chunk: Buffer, taken: () => void): void {
    this.bytesRead += chunk.length
    if (!this.push(chunk)) this.#taken = taken
    // In a later turn of the event loop, or a sender that never ends would block it.
    else void yieldToEventLoop().then(taken)
  }

  /** The other end was destroyed. */
  abstract lose(): void
}

class ClientEnd extends End {
  other: ServerEnd | undefined

  // Data that has arrived can still be read.
  lose(): void {
    if (!this.readableEnded && !this.destroyed) this.push(null)
  }
}

/** With the members of a `net.Socket` that Node's server and the stages use. */
class ServerEnd extends End implements Embedded {
  readonly other: ClientEnd
  readonly remoteAddress = '127.0.0.1'
  readonly remotePort = 0
  readonly localPort = 0
  readonly encrypted: boolean | undefined
  readonly rootUrl: string | undefined

  constructor(client: ClientEnd, { encrypted, rootUrl }: Embedded) {
    super()
    this.other = client
    this.encrypted = encrypted
    this.rootUrl = rootUrl
    client.other = this
  }

  // A caller that hangs up does not want the answer.
  lose(): void {
    this.destroy()
  }

  destroySoon(): void {
    if (this.writable) this.end()
    if (this.writableFinished) this.destroy()
    else this.once('finish', () => this.destroy())
  }

  resetAndDestroy(): this {
    this.other.destroy(systemError('ECONNRESET', 'read'))
    return this.destroy()
  }

  // Nobody is far away or asleep: there is nothing to wait for or to tune.
  setTimeout(): this {
    return this
  }
  setNoDelay(): this {
    return this
  }
  setKeepAlive(): this {
    return this
  }
}

function systemError(code: string, syscall: string): NodeJS.ErrnoException {
  return Object.assign(new Error(`${syscall} ${code}`), { code, syscall })
}

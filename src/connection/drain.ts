import type { Server, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import type { Duplex } from 'node:stream'
import type { Clock } from '../time/clock.ts'
import { nextTurn } from '../time/turn.ts'
import { connectionEvent } from './connection-event.ts'

/**
 * The connections of a server and their unanswered requests. Node knows its idle connections, but counts one as busy
 * that has sent nothing or half a request line.
 */
export class Connections {
  /** In order. Lists, because a set takes new memory whenever it has become empty. */
  readonly #unanswered = new Map<Duplex, ServerResponse[]>()
  /** Responses on connections of another server, which only that server may close. */
  readonly #ofOthers: ServerResponse[] = []
  /** Sockets below connections with TLS, and those in the handshake. */
  readonly #encrypted = new Set<Socket>()
  #isEnding = false

  constructor(server: Server) {
    server.on(connectionEvent(server), (socket: Duplex) => {
      this.#unanswered.set(socket, [])
      socket.once('close', () => this.#unanswered.delete(socket))
    })
    if (connectionEvent(server) !== 'connection') {
      server.on('connection', (socket) => {
        this.#encrypted.add(socket)
        socket.once('close', () => this.#encrypted.delete(socket))
      })
    }
    server.prependListener('request', ({ socket }, res) => {
      const own = this.#unanswered.get(socket)
      const responses = own ?? this.#ofOthers
      responses.push(res)
      res.on('close', () => responses.splice(responses.indexOf(res), 1))
      if (own && this.#isEnding) this.#announceEnd(res)
    })
  }

  /** Whether nothing is left to answer, and every connection is closed. */
  get isOver(): boolean {
    return this.#unanswered.size + this.#ofOthers.length === 0
  }

  /** The unanswered requests of `socket`, in order. */
  unanswered(socket: Duplex): ServerResponse[] {
    return [...(this.#unanswered.get(socket) ?? [])]
  }

  /** Whether the handshake is over, if there is one. */
  has(socket: Duplex): boolean {
    return this.#unanswered.has(socket)
  }

  /** From now on the last answer on each connection announces that it is the last. */
  announceEnd(): void {
    this.#isEnding = true
    for (const responses of this.#unanswered.values()) {
      for (const res of responses) this.#announceEnd(res)
    }
  }

  // On an earlier answer it would make Node leave the later ones unanswered.
  #announceEnd(res: ServerResponse): void {
    const { writeHead, req } = res
    res.writeHead = (...args: unknown[]) => {
      if (this.unanswered(req.socket).at(-1) === res) res.setHeader('Connection', 'close')
      return Reflect.apply(writeHead, res, args)
    }
  }

  /**
   * Closes the idle connections after all output is sent. Closes none if bytes have just arrived, since more may have
   * arrived while they were read.
   */
  async closeIdle(): Promise<void> {
    const received = this.#received()
    // The event loop reads everything that has arrived by now.
    await nextTurn()
    if (this.#received() !== received) return
    // A handshake that has not begun; others may go on.
    for (const socket of this.#encrypted) if (socket.bytesRead === 0) socket.destroy()
    for (const [socket, responses] of this.#unanswered) {
      if (responses.length === 0) (socket as Socket).destroySoon()
    }
  }

  /** Bytes read from all connections. */
  #received(): number {
    let bytes = 0
    for (const socket of this.#unanswered.keys()) bytes += (socket as Socket).bytesRead
    return bytes
  }

  closeAll(): void {
    for (const socket of this.#unanswered.keys()) socket.destroy()
    for (const socket of this.#encrypted) socket.destroy()
    for (const res of [...this.#ofOthers]) res.destroy()
  }
}

/** How long to wait for unanswered requests. */
const DRAIN_MS = 10_000
const DRAIN_STEP_MS = 10
/** How long to accept callers that keep coming. */
const ACCEPT_MS = 3000

/**
 * Stops accepting and waits for the unanswered requests. Closes idle connections, which browsers keep open or open in
 * advance, as soon as everything that they have sent is read.
 */
export async function drain(server: Server, connections: Connections, clock: Clock): Promise<void> {
  const deadline = clock.elapsed() + DRAIN_MS
  let closed = false
  connections.announceEnd()
  await acceptWaiting(server, clock)
  // Node would close connections whose request it has not read yet.
  server.closeIdleConnections = () => {}
  server.close(() => {
    closed = true
  })
  // A server counts its own connections only, and none of those within the process.
  while (!closed || !connections.isOver) {
    await clock.wait(DRAIN_STEP_MS)
    if (clock.elapsed() > deadline) connections.closeAll()
    else await connections.closeIdle()
  }
}

/** Accepts callers that are already connected: the system would drop what they have sent. */
async function acceptWaiting(server: Server, clock: Clock): Promise<void> {
  const deadline = clock.elapsed() + ACCEPT_MS
  let accepted = 0
  let before: number
  const count = () => {
    accepted += 1
  }
  server.on('connection', count)
  // From here on, each turn of the event loop accepts callers; the current one may have done so already.
  await nextTurn()
  do {
    before = accepted
    await nextTurn()
  } while (accepted > before && clock.elapsed() < deadline)
  server.off('connection', count)
}

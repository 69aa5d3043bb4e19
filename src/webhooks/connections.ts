/// <reference path="./undici.d.ts" />
import type { Socket } from 'node:net'
import buildConnector from 'undici/lib/core/connect.js'
import Agent from 'undici/lib/dispatcher/agent.js'
import type { AddressPolicy } from './address.ts'
import { Exchange } from './exchange.ts'
import { pinnedLookup, type Resolve } from './pinned-lookup.ts'

/** Receivers may ask for less. Undici looks whether an idle connection was closed before it reuses it. */
const IDLE_MS = 4_000
const LONGEST_IDLE_MS = 30_000

export interface ConnectionParts {
  /** Replaces the system's resolver, for tests. */
  resolve?: Resolve
  /** Certificates in PEM to trust in addition to Node's, for tests. */
  ca?: string
  /** Accepts any certificate. */
  isUnverified?: boolean
}

/** Kept-alive connections to receivers, each to an address that was checked. HTTP/1.1 only. */
export class Connections {
  readonly #agent: Agent
  /** Includes those that are being opened, for which undici has no handle. */
  readonly #sockets = new Set<Socket>()

  /** `timeoutMs` of real time end an attempt to connect. */
  constructor(policy: AddressPolicy, timeoutMs: number, parts: ConnectionParts = {}) {
    const { resolve, ca, isUnverified = false } = parts
    const connector = (onlyLoopback: boolean) =>
      buildConnector({
        lookup: pinnedLookup({ ...policy, onlyLoopback }, resolve),
        timeout: timeoutMs,
        allowH2: false,
        ...(ca ? { ca } : {}),
        ...(isUnverified ? { rejectUnauthorized: false } : {}),
      })
    const [http, https] = [connector(true), connector(false)]
    this.#agent = new Agent({
      // The lanes limit them. A shared limit would let one account's hanging attempts delay another's to the same host.
      connections: null,
      pipelining: 1,
      keepAliveTimeout: IDLE_MS,
      keepAliveMaxTimeout: LONGEST_IDLE_MS,
      // The sender has one limit for the whole exchange.
      headersTimeout: 0,
      bodyTimeout: 0,
      connect: (options, callback) => {
        const open = options.protocol === 'https:' ? https : http
        this.#track(open(options, callback) as unknown as Socket)
      },
    })
  }

  /** POSTs `body` once. Follows no redirect. */
  post(url: URL, headers: Record<string, string>, body: string): Exchange {
    const exchange = new Exchange()
    const { origin, pathname, search } = url
    const path = pathname + search
    this.#agent.dispatch({ origin, path, method: 'POST', headers, body }, exchange)
    return exchange
  }

  /** Closes all connections. */
  close(): void {
    void this.#agent.destroy()
    for (const socket of this.#sockets) socket.destroy()
  }

  #track(socket: Socket): void {
    this.#sockets.add(socket)
    socket.once('close', () => this.#sockets.delete(socket))
  }
}

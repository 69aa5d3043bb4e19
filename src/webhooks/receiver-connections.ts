/// <reference path="./undici.d.ts" />
import { existsSync, readFileSync } from 'node:fs'
import type { Socket } from 'node:net'
import { createSecureContext, rootCertificates } from 'node:tls'
import buildConnector from 'undici/lib/core/connect.js'
import Agent from 'undici/lib/dispatcher/agent.js'
import type { AddressReach } from './address.ts'
import { AnswerReader } from './answer-reader.ts'
import { guardReading } from './guarded-reading.ts'
import { pinnedLookup, type Resolve } from './pinned-lookup.ts'

/** Receivers may ask for less. Undici looks whether an idle connection was closed before it reuses it. */
const IDLE_MS = 4_000
const LONGEST_IDLE_MS = 30_000

export interface ConnectionParts {
  /** Reaches the sandbox's own receiver where no port does. */
  network?: { readonly host: string; open(opened: buildConnector.Callback): void }
  /** Replaces the system's resolver, for tests. */
  resolve?: Resolve
  /** Certificates in PEM to trust in addition to Node's. */
  ca?: string
  /** Accepts any certificate. */
  isUnverified?: boolean
}

/** Kept-alive connections to receivers, each to an address that was checked. HTTP/1.1 only. */
export class ReceiverConnections {
  /** By what they may reach: a connection that one account may use could lead where another may not go. */
  readonly #agents = new Map<string, Agent>()
  /** Includes those that are being opened, for which undici has no handle. */
  readonly #sockets = new Set<Socket>()

  readonly #timeoutMs: number
  readonly #parts: ConnectionParts

  /** `timeoutMs` of real time end an attempt to connect. */
  constructor(timeoutMs: number, parts: ConnectionParts = {}) {
    this.#timeoutMs = timeoutMs
    this.#parts = parts
  }

  #agent(reach: AddressReach): Agent {
    const key = `${reach.allowLoopback} ${reach.onlyLoopback}`
    const agent = this.#agents.get(key) ?? this.#newAgent(reach)
    this.#agents.set(key, agent)
    return agent
  }

  #newAgent(reach: AddressReach): Agent {
    const { network, resolve, ca, isUnverified = false } = this.#parts
    const open = buildConnector({
      lookup: pinnedLookup(reach, resolve),
      timeout: this.#timeoutMs,
      allowH2: false,
      ...(ca ? { secureContext: createSecureContext({ ca: [...trusted(), ca] }) } : {}),
      ...(isUnverified ? { rejectUnauthorized: false } : {}),
    })
    return new Agent({
      // The lanes limit them. A shared limit would let one account's hanging attempts delay another's to the same host.
      connections: null,
      pipelining: 1,
      keepAliveTimeout: IDLE_MS,
      keepAliveMaxTimeout: LONGEST_IDLE_MS,
      // The sender has one limit for the request and its answer.
      headersTimeout: 0,
      bodyTimeout: 0,
      connect: (options, callback) => {
        if (network && options.host === network.host) return network.open(callback)
        const socket = open(options, callback) as unknown as Socket
        guardReading(socket)
        this.#track(socket)
      },
    })
  }

  /** POSTs `body` once. Follows no redirect. */
  post(url: URL, reach: AddressReach, headers: Record<string, string>, body: Buffer): AnswerReader {
    const answer = new AnswerReader()
    const { origin, pathname, search } = url
    const path = pathname + search
    this.#agent(reach).dispatch({ origin, path, method: 'POST', headers, body }, answer)
    return answer
  }

  /** Closes all connections. */
  close(): void {
    for (const agent of this.#agents.values()) void agent.destroy()
    for (const socket of this.#sockets) socket.destroy()
  }

  #track(socket: Socket): void {
    this.#sockets.add(socket)
    socket.once('close', () => this.#sockets.delete(socket))
  }
}

/** The certificates that Node trusts: its own list, which `ca` would replace, and the file that the user adds to it. */
function trusted(): string[] {
  const { NODE_EXTRA_CA_CERTS: file } = process.env
  // Node has warned about a file that it cannot read.
  const more = file && existsSync(file) ? [readFileSync(file, 'utf8')] : []
  return [...rootCertificates, ...more]
}

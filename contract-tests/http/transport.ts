import {
  type Agent,
  type AgentOptions,
  Agent as HttpAgent,
  type IncomingMessage,
  request as requestHttp,
} from 'node:http'
import { Agent as HttpsAgent, request as requestHttps } from 'node:https'
import { HttpProxyAgent } from 'http-proxy-agent'
import { HttpsProxyAgent } from 'https-proxy-agent'
import { getProxyForUrl } from 'proxy-from-env'
import { parsedUrl } from '../../src/text/url.ts'
import type { Broken, Response } from './exchange.ts'
import { masked } from './masking.ts'
import { CodingError, responseOf, withoutCoding } from './response.ts'
import type { Settings } from './settings.ts'

/** After decompression, so that a small response cannot fill the memory. */
export const MOST_BYTES = 20_000_000
const TOO_LONG = `a response of more than ${MOST_BYTES / 1e6} MB`

/** What is sent: everything that a request has, and nothing that it means. */
export interface Message {
  method: string
  /** Below the base URL, with its query. */
  path: string
  headers: Record<string, string>
  body: string | undefined
}

/** The answer to a message: a whole response, or the failure in its place. */
export interface Answer {
  response?: Response
  broken?: Broken
}

/** Sends messages to the server at the base URL. It repeats none, and follows no redirect. */
export class Transport {
  readonly #settings: Settings
  readonly #connections: number
  readonly #agents: Agent[]

  /** At most so many `connections` are open at the same time. */
  constructor(settings: Settings, connections: number) {
    this.#settings = settings
    this.#connections = connections
    this.#agents = [agentFor(settings.baseUrl, connections)]
  }

  async send({ method, path, headers, body }: Message): Promise<Answer> {
    const { baseUrl, timeoutMs } = this.#settings
    const base = new URL(baseUrl)
    const signal = AbortSignal.timeout(timeoutMs)
    const request = (base.protocol === 'https:' ? requestHttps : requestHttp)(base, {
      method,
      // Not resolved, so that an id of dots arrives as it is.
      path: base.pathname.replace(/\/$/, '') + printable(path),
      headers,
      agent: this.#agents.at(-1),
      signal,
    })
    // Node reports a failure within the body here, or at the response.
    const failed = new Promise<never>((_, reject) => request.on('error', reject))
    const responded = new Promise<IncomingMessage>((resolve) => request.on('response', resolve))
    try {
      request.end(body)
      const incoming = await Promise.race([responded, failed])
      const bytes = await Promise.race([bytesOf(incoming), failed])
      const { statusCode = 0, headers } = incoming
      const read = withoutCoding(bytes, headers, MOST_BYTES)
      return { response: responseOf(statusCode, headers as Record<string, string>, read) }
    } catch (error) {
      request.destroy()
      const broken: Broken = signal.aborted
        ? { kind: 'timeout', message: `no answer within ${timeoutMs / 1000} s` }
        : brokenBy(error as NodeJS.ErrnoException, this.#settings)
      return { broken: { ...broken, wasIdle: request.reusedSocket } }
    }
  }

  /** From now on each request has a connection of its own. */
  keepNoConnections(): void {
    if (this.#agents.length > 1) return
    const { baseUrl } = this.#settings
    this.#agents.push(agentFor(baseUrl, this.#connections, { keepAlive: false }))
  }

  close(): void {
    for (const agent of this.#agents) agent.destroy()
  }
}

/** Whether a server kept on sending, or sent nothing: a run must not wait for many such answers. */
export function isEndless({ broken }: Answer): boolean {
  return broken?.kind === 'timeout' || broken?.message === TOO_LONG
}

/** A path as Node sends it, which takes only printable ASCII. */
function printable(path: string): string {
  return path.replace(/[^!-~]/gu, encodeURIComponent)
}

async function bytesOf(incoming: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = []
  let length = 0
  for await (const chunk of incoming as AsyncIterable<Buffer>) {
    length += chunk.length
    if (length > MOST_BYTES) throw new CodingError('too_large', TOO_LONG)
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}

function brokenBy(error: NodeJS.ErrnoException, settings: Settings): Broken {
  const message = masked(error.message, settings)
  if (error instanceof CodingError) {
    if (error.kind === 'too_large') return { kind: 'invalid', message: TOO_LONG }
    return { kind: error.kind === 'too_deep' ? 'invalid' : 'undecodable', message }
  }
  if (error.message === 'aborted') {
    return { kind: 'truncated', message: 'the connection ended within the response' }
  }
  if (error.code?.startsWith('HPE_')) {
    return { kind: 'invalid', message: `a response that is no HTTP (${message})` }
  }
  return { kind: 'no_answer', message: `no answer (${error.code ?? message})` }
}

/**
 * The agent for a server. It keeps connections: with a distant server, new ones would take most of the time. Honours
 * HTTP_PROXY, HTTPS_PROXY and NO_PROXY, except for this machine: a proxy elsewhere cannot reach it.
 *
 * @throws Error if the proxy has no usable address.
 */
export function agentFor(baseUrl: string, connections: number, more: AgentOptions = {}): HttpAgent {
  const options = { keepAlive: true, maxSockets: connections, ...more }
  const isSecure = new URL(baseUrl).protocol === 'https:'
  const proxy = proxyUrlFor(baseUrl)
  if (proxy === undefined) return directAgent(isSecure, options)
  return isSecure ? new HttpsProxyAgent(proxy, options) : new HttpProxyAgent(proxy, options)
}

/** An agent that connects to the server itself. */
export function directAgent(isSecure: boolean, options: AgentOptions): HttpAgent {
  return isSecure ? new HttpsAgent(options) : new HttpAgent(options)
}

/**
 * The proxy for requests to a server, if there is one.
 *
 * @throws Error if it has no usable address.
 */
export function proxyUrlFor(baseUrl: string): URL | undefined {
  const { proxy, variable } = proxyFor(baseUrl)
  if (proxy === '') return undefined
  const url = parsedUrl(proxy)
  if (url && /^https?:$/.test(url.protocol)) return url
  // Never show the value: it may hold a password.
  throw new Error(
    `${variable} must be an address such as http://proxy.example:3128. To connect without a proxy, name ${new URL(baseUrl).hostname} in NO_PROXY.`,
  )
}

/** A sentence about the proxy that the requests to a server go through, and the way around it; without its password. */
export function proxyHint(baseUrl: string): string | undefined {
  const { proxy, variable } = proxyFor(baseUrl)
  const url = parsedUrl(proxy)
  if (!url) return undefined
  return `The requests go through the proxy ${url.host} (${variable}). Is it reachable, and may it connect to the server? To connect without it, name ${new URL(baseUrl).hostname} in NO_PROXY.`
}

function proxyFor(baseUrl: string) {
  const { protocol, hostname } = new URL(baseUrl)
  const isSecure = protocol === 'https:'
  const proxy = isThisMachine(hostname) ? '' : getProxyForUrl(baseUrl)
  return { isSecure, proxy, variable: isSecure ? 'HTTPS_PROXY' : 'HTTP_PROXY' }
}

function isThisMachine(hostname: string): boolean {
  return /^(localhost|127(\.\d+){3}|\[::1\])$/.test(hostname)
}

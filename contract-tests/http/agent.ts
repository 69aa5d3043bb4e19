import { type AgentOptions, Agent as HttpAgent } from 'node:http'
import { Agent as HttpsAgent } from 'node:https'
import { HttpProxyAgent } from 'http-proxy-agent'
import { HttpsProxyAgent } from 'https-proxy-agent'
import { getProxyForUrl } from 'proxy-from-env'
import { parsedUrl } from '../../src/text/url.ts'

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

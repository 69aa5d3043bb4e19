import { isIP } from 'node:net'
import { type Config, isLoopbackHost, isPublished } from '../config.ts'
import { type AddressPolicy, addressProblem, isLoopbackAddress } from './address.ts'

const MAX_LENGTH = 2048

/** Names of the metadata services of clouds, which hold credentials of machines. */
const METADATA_NAMES = new Set([
  'metadata',
  'metadata.google.internal',
  'metadata.goog',
  'instance-data',
  'instance-data.ec2.internal',
  'metadata.azure.internal',
])

const LOOPBACK_RULE =
  'http, and addresses of this machine or its local network, are open only to a sandbox that listens on ' +
  'loopback and has no proxy in front'

/**
 * The addresses that this sandbox may call: its own machine and local network only while it listens on loopback
 * without a proxy in front, because otherwise its users are strangers.
 */
export function addressPolicy(
  config: Pick<Config, 'host' | 'publicUrl' | 'trustProxy'>,
): AddressPolicy {
  return { allowLoopback: isLoopbackHost(config.host) && !isPublished(config) }
}

/**
 * The reason why a URL cannot be that of a webhook, as a message for its user; undefined if it can. Checks the text
 * only: the resolved address is checked at each connection (`pinned-lookup.ts`).
 */
export function webhookUrlProblem(text: string, policy: AddressPolicy): string | undefined {
  const found = `found ${JSON.stringify(shortened(text))}.`
  if (text.length > MAX_LENGTH) return `url may have ${MAX_LENGTH} characters at most; ${found}`

  // The parser would repair these or drop parts, and call another address.
  const isPlain = /^https?:\/\/[^/?#\\]/i.test(text) && !/[\s\\\p{Cc}]/u.test(text)
  const url = isPlain && URL.canParse(text) ? new URL(text) : undefined
  if (!url) return `url must be an address such as https://example.com/webhooks; ${found}`

  if (url.username !== '' || url.password !== '') {
    return 'url must not contain a user name or a password, which would appear in logs: receivers verify the signature.'
  }
  if (text.includes('#')) return `url must end before the "#", which is never sent; ${found}`
  if (url.port === '0') return `url must have a port from 1 to 65535; ${found}`
  return hostProblem(url, policy, found)
}

function hostProblem(url: URL, policy: AddressPolicy, found: string): string | undefined {
  const host = hostOf(url)
  const isHttp = url.protocol === 'http:'
  const isLoopback = isLoopbackName(host)

  if (isHttp && !isLoopback) {
    return `url must begin with https://, since http goes to localhost only; ${found}`
  }
  if (isLoopback && !policy.allowLoopback) {
    return `url must be a public address that begins with https://: ${LOOPBACK_RULE}; ${found}`
  }
  if (isIP(host) !== 0) {
    const problem = addressProblem(host, { ...policy, onlyLoopback: isHttp })
    return problem && `url must be one that may be called: ${problem}; ${found}`
  }
  if (METADATA_NAMES.has(host)) {
    return `url must be one that may be called: ${host} is where a cloud keeps credentials of its machines; ${found}`
  }
  if (!isName(host)) return `url must have the name of a host or an IP address; ${found}`
  return undefined
}

/** The host of a URL in lower case, without the brackets of IPv6 and a final dot. */
export function hostOf({ hostname }: URL): string {
  return hostname.startsWith('[') ? hostname.slice(1, -1) : hostname.replace(/\.$/, '')
}

/** Whether a host is this machine by its name: `localhost`, its subdomains (RFC 6761), or a loopback address. */
export function isLoopbackName(host: string): boolean {
  return isLocalhost(host) || isLoopbackAddress(host)
}

export function isLocalhost(host: string): boolean {
  return host === 'localhost' || host.endsWith('.localhost')
}

function isName(host: string): boolean {
  return host.length <= 253 && /^([^.]{1,63}\.)*[^.]{1,63}$/.test(host)
}

function shortened(text: string): string {
  return text.length > 200 ? `${text.slice(0, 200)}…` : text
}

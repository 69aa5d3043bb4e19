import { isIP } from 'node:net'
import type { AccountHead } from '../accounts/account.ts'
import { isLocalOnly } from '../config/mode.ts'
import { hostOf, isTarget } from '../config/webhook-target.ts'
import type { Config } from '../config.ts'
import { parsedUrl } from '../text/url.ts'
import { type AddressPolicy, type AddressReach, addressProblem, isOwnAddress } from './address.ts'

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

/** The options that decide which addresses an account may call. */
export type AddressConfig = Pick<Config, 'host' | 'publicUrl' | 'trustProxy' | 'webhookTargets'>

/**
 * The addresses that an account may call. Of its own machine and local network, these are the receivers that the operator
 * named. If there are none: all, unless strangers use the account, because a visitor made it or because other machines
 * reach the sandbox.
 */
export function addressPolicy(
  config: AddressConfig,
  { origin }: Pick<AccountHead, 'origin'>,
): AddressPolicy {
  const { webhookTargets: targets, publicUrl } = config
  const isVisitor = origin?.made_by === 'signup'
  return {
    allowLoopback: targets.length === 0 && isLocalOnly(config) && !isVisitor,
    targets,
    ownReceivers: publicUrl && new URL(`${publicUrl}/_sandbox/receiver/`).href,
  }
}

/** The addresses that a URL may lead to. */
export function addressReach(url: URL, policy: AddressPolicy): AddressReach {
  const { allowLoopback, targets } = policy
  if (isTarget(url, targets) || isOwnReceiver(url, policy))
    return { allowLoopback: true, onlyLoopback: false }
  return { allowLoopback, onlyLoopback: url.protocol === 'http:' }
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
  const url = isPlain ? parsedUrl(text) : undefined
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
  const reach = addressReach(url, policy)
  const isLoopback = isLoopbackName(host)

  if (reach.onlyLoopback && !isLoopback) {
    return `url must begin with https://, since http goes to localhost only, and to receivers that --webhook-target names; ${found}`
  }
  if (isLoopback && !reach.allowLoopback) {
    const { port } = url
    return (
      'url must be a public address that begins with https://: this account may call this machine and its local ' +
      'network only at receivers that the operator names, such as --webhook-target ' +
      `${isIP(host) === 6 ? `[${host}]` : host}${port === '' ? '' : `:${port}`}; ${found}`
    )
  }
  if (isIP(host) !== 0) {
    const problem = addressProblem(host, reach)
    return problem && `url must be one that may be called: ${problem}; ${found}`
  }
  if (METADATA_NAMES.has(host)) {
    return `url must be one that may be called: ${host} is where a cloud keeps credentials of its machines; ${found}`
  }
  if (!isName(host)) return `url must have the name of a host or an IP address; ${found}`
  return undefined
}

/** Whether everyone may call a URL of this machine: a receiver of the sandbox, at its public address. */
function isOwnReceiver({ href }: URL, { ownReceivers }: AddressPolicy): boolean {
  if (ownReceivers === undefined || !href.startsWith(ownReceivers)) return false
  return /^rcv_[\da-f]{32}$/.test(href.slice(ownReceivers.length))
}

/** Whether a host is this machine by its name: `localhost`, its subdomains (RFC 6761), or one of its addresses. */
export function isLoopbackName(host: string): boolean {
  return isLocalhost(host) || isOwnAddress(host)
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

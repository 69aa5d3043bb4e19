import { networkInterfaces } from 'node:os'
import ipaddr from 'ipaddr.js'
import type { WebhookTarget } from '../config/webhook-target.ts'

/** The addresses that the sandbox may call. */
export interface AddressPolicy {
  /** Allows this machine and its local network, on a developer's own machine. */
  allowLoopback: boolean
  /** Receivers that may be on this machine or its local network anyway, and may use http. */
  targets: readonly WebhookTarget[]
  /** The public address of the receivers of this sandbox, to which the id of one is added. */
  ownReceivers?: string | undefined
}

/** The addresses that one URL may lead to. */
export interface AddressReach {
  /** Allows this machine and its local network. */
  allowLoopback: boolean
  /** Allows this machine only: http would expose the event on the way. */
  onlyLoopback: boolean
}

interface Reach {
  scope: 'public' | 'local network' | 'loopback' | 'never'
  /** The kind of address, to follow "is". */
  what: string
}

const LOOPBACK: Reach = { scope: 'loopback', what: 'a loopback address' }
const OWN: Reach = { scope: 'loopback', what: 'an address of this machine' }
const PUBLIC: Reach = { scope: 'public', what: 'a public address' }

/** Ranges of ipaddr.js behind a router. */
const LOCAL_NETWORK: Record<string, string> = {
  private: 'a private address',
  uniqueLocal: 'a private (unique local) address',
  carrierGradeNat: 'an address behind carrier-grade NAT',
}

const NEVER: Record<string, string> = {
  linkLocal: 'a link-local address',
  unspecified: 'the unspecified address',
  multicast: 'a multicast address',
  broadcast: 'the broadcast address',
  '6to4': 'an IPv4 address wrapped in IPv6 (6to4)',
  teredo: 'an IPv4 address wrapped in IPv6 (Teredo)',
  rfc6052: 'an IPv4 address wrapped in IPv6 (NAT64 of a local network)',
  rfc6145: 'an IPv4 address wrapped in IPv6 (SIIT)',
}

/** Metadata services of clouds, which hold credentials of machines; link-local ones are refused anyway. */
const METADATA = new Set([
  '169.254.169.254', // AWS, Google, Azure and others
  '169.254.170.2', // AWS ECS
  '100.100.100.200', // Alibaba
  '168.63.129.16', // Azure
  '192.0.0.192', // Oracle
  'fd00:ec2::254', // AWS
  'fd00:ec2::23', // AWS EKS
  'fd20:ce::254', // Google
  'fd00:42::42', // Scaleway
])

const NAT64 = ipaddr.parseCIDR('64:ff9b::/96') as [ipaddr.IPv6, number]
/** All assigned public addresses (RFC 4291). */
const GLOBAL_UNICAST = ipaddr.parseCIDR('2000::/3') as [ipaddr.IPv6, number]

/**
 * The reason why no event may be sent to an IP address, as a sentence without its end; undefined if it may.
 */
export function addressProblem(
  address: string,
  { allowLoopback, onlyLoopback }: AddressReach,
): string | undefined {
  const { scope, what } = reachOf(address)
  if (scope === 'never') return `${address} is ${what}, to which no events are sent`
  if (scope !== 'public' && !allowLoopback) {
    return `${address} is ${what}, which this account may call only at receivers that the operator names with --webhook-target`
  }
  if (onlyLoopback && scope !== 'loopback') {
    return `${address} is ${what}, and http goes to this machine only`
  }
  return undefined
}

/** Whether text is an address of this machine: a loopback address, or one of its network interfaces. */
export function isOwnAddress(address: string): boolean {
  return ipaddr.isValid(address) && reachOf(address).scope === 'loopback'
}

function reachOf(text: string): Reach {
  if (!ipaddr.isValid(text)) return { scope: 'never', what: 'not an IP address' }
  return judge(ipaddr.process(text))
}

function judge(address: ipaddr.IPv4 | ipaddr.IPv6): Reach {
  if (METADATA.has(address.toString())) {
    return { scope: 'never', what: 'where a cloud keeps credentials of its machines' }
  }
  if (address instanceof ipaddr.IPv6 && address.match(NAT64)) return judge(embedded(address))

  const range = address.range()
  if (range === 'loopback') return LOOPBACK
  const local = LOCAL_NETWORK[range]
  const isPublic = range === 'unicast' && isGlobal(address)
  // Services that listen on all interfaces answer there, too.
  if ((local || isPublic) && isOnInterface(address)) return OWN
  if (local) return { scope: 'local network', what: local }
  if (isPublic) return PUBLIC
  return { scope: 'never', what: NEVER[range] ?? 'a reserved address' }
}

/** The IPv4 address that an IPv6-only network reaches through its gateway (RFC 6052). */
function embedded(address: ipaddr.IPv6): ipaddr.IPv4 {
  return new ipaddr.IPv4(address.toByteArray().slice(12))
}

function isGlobal(address: ipaddr.IPv4 | ipaddr.IPv6): boolean {
  // Without this the library would accept `::7f00:1`, the old form of 127.0.0.1.
  return address instanceof ipaddr.IPv4 || address.match(GLOBAL_UNICAST)
}

/** Read each time, because interfaces come and go. */
function isOnInterface(address: ipaddr.IPv4 | ipaddr.IPv6): boolean {
  const found = Object.values(networkInterfaces()).flatMap((each) => each ?? [])
  return found.some((each) => ipaddr.process(each.address).toString() === address.toString())
}

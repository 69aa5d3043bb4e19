import { isIPv4 } from 'node:net'
import ipaddr from 'ipaddr.js'

/**
 * Whether `address` is in `allowed`, a list of IPv4 or IPv6 addresses or CIDR blocks; an empty list
 * allows all (§5.4). An IPv4 address in IPv6 (`::ffff:203.0.113.7`, `::ffff:203.0.113.0/120`)
 * counts as IPv4.
 */
export function isAllowedAddress(address: string, allowed: readonly string[]): boolean {
  if (allowed.length === 0) return true
  if (!ipaddr.isValid(address)) return false
  const caller = ipaddr.process(address)
  return allowed.some((entry) => contains(entry, caller))
}

/** Whether this is an IPv4 or IPv6 address or CIDR block. */
export function isAddressOrBlock(text: string): boolean {
  // ipaddr.js also accepts 127.1 and 0x7f.1, which are mistakes here.
  return (
    ipaddr.isValidCIDR(text) ||
    ipaddr.IPv6.isValid(text) ||
    ipaddr.IPv4.isValidFourPartDecimal(text)
  )
}

// Providers assign a /64 to each customer. Counted by single addresses, a customer could not be limited.
const IPV6_PREFIX_PARTS = 4

/** Identifies the client at an address: an IPv4 address itself, or the /64 of an IPv6 address. */
export function clientSubnet(address: string): string {
  if (isIPv4(address)) return address
  if (!ipaddr.isValid(address)) return address
  const parsed = ipaddr.process(address)
  if (parsed.kind() === 'ipv4') return parsed.toString()
  return (parsed as ipaddr.IPv6).parts.slice(0, IPV6_PREFIX_PARTS).join(':')
}

function contains(entry: string, caller: ipaddr.IPv4 | ipaddr.IPv6): boolean {
  if (ipaddr.isValidCIDR(entry)) {
    const [network, bits] = ipaddr.parseCIDR(entry)
    const isMapped = network instanceof ipaddr.IPv6 && network.isIPv4MappedAddress()
    const same = isMapped && caller instanceof ipaddr.IPv4 ? caller.toIPv4MappedAddress() : caller
    return same.kind() === network.kind() && same.match([network, bits] as never)
  }
  return ipaddr.isValid(entry) && ipaddr.process(entry).toString() === caller.toString()
}

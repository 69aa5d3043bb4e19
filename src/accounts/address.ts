import ipaddr from 'ipaddr.js'

/**
 * Whether `address` is one of `allowed`: addresses or CIDR blocks of IPv4 or IPv6; an empty list
 * allows all (§5.4). An IPv4 address inside of IPv6 (`::ffff:203.0.113.7`, `::ffff:203.0.113.0/120`)
 * counts as IPv4.
 */
export function isAllowedAddress(address: string, allowed: readonly string[]): boolean {
  if (allowed.length === 0) return true
  if (!ipaddr.isValid(address)) return false
  const caller = ipaddr.process(address)
  return allowed.some((entry) => contains(entry, caller))
}

/** Whether this is an address of IPv4 or IPv6, or a CIDR block of them. */
export function isAddressOrBlock(text: string): boolean {
  // ipaddr.js also takes 127.1 and 0x7f.1 for addresses, which are slips here.
  return (
    ipaddr.isValidCIDR(text) ||
    ipaddr.IPv6.isValid(text) ||
    ipaddr.IPv4.isValidFourPartDecimal(text)
  )
}

// A /64 is what one household gets in IPv6: counted as one caller, or nobody would ever be limited.
const IPV6_PREFIX_PARTS = 4

/** What stands for whoever calls from an address: the address itself, or of IPv6 its /64. */
export function householdOf(address: string): string {
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

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

function contains(entry: string, caller: ipaddr.IPv4 | ipaddr.IPv6): boolean {
  if (ipaddr.isValidCIDR(entry)) {
    const [network, bits] = ipaddr.parseCIDR(entry)
    const isMapped = network instanceof ipaddr.IPv6 && network.isIPv4MappedAddress()
    const same = isMapped && caller instanceof ipaddr.IPv4 ? caller.toIPv4MappedAddress() : caller
    return same.kind() === network.kind() && same.match([network, bits] as never)
  }
  return ipaddr.isValid(entry) && ipaddr.process(entry).toString() === caller.toString()
}

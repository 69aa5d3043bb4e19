import { type LookupAddress, lookup as systemLookup } from 'node:dns'
import type { LookupFunction } from 'node:net'
import { type AddressReach, addressProblem } from './address.ts'
import { isLocalhost } from './address-guard.ts'

/** In addition to the codes of system errors. */
export const ADDRESS_NOT_ALLOWED = 'EADDRESSNOTALLOWED'

/** A connection that was refused because of its address. */
export class AddressError extends Error {
  override name = 'AddressError'
  readonly code = ADDRESS_NOT_ALLOWED
}

export type Resolve = (
  host: string,
  options: { all: true },
  callback: (error: NodeJS.ErrnoException | null, addresses?: LookupAddress[]) => void,
) => void

/** RFC 6761: names in `localhost` are this machine, whatever a resolver says. */
const THIS_MACHINE: LookupAddress[] = [
  { address: '127.0.0.1', family: 4 },
  { address: '::1', family: 6 },
]

/** Strangers must not learn which addresses the names of an internal network have. */
const WITHOUT_ADDRESS =
  'it has an address that this account may call only at receivers that the operator names with --webhook-target'

/**
 * For the `lookup` of a connection: resolves a name once, refuses it with an AddressError unless all its addresses
 * may be called, and returns the checked addresses. So a name can't resolve to one address for the check and to
 * another for the connection. Node calls no lookup for IP addresses: check those with `addressProblem` before.
 */
export function pinnedLookup(reach: AddressReach, resolve: Resolve = systemLookup): LookupFunction {
  return (host, options, callback) => {
    resolved(host, resolve, (error, addresses) => {
      // Node passes no addresses if it found none.
      const [first] = addresses ?? []
      if (error || !addresses || !first) return callback(error ?? notFound(host), [])

      const problem = addresses
        .map(({ address }) => addressProblem(address, reach))
        .find((each) => each !== undefined)
      if (problem) {
        const shown = reach.allowLoopback ? problem : WITHOUT_ADDRESS
        return callback(new AddressError(`${host} must not be called: ${shown}.`), [])
      }

      if (options.all) callback(null, addresses)
      else callback(null, first.address, first.family)
    })
  }
}

function resolved(host: string, resolve: Resolve, callback: Parameters<Resolve>[2]): void {
  const isThisMachine = isLocalhost(host.replace(/\.$/, '').toLowerCase())
  if (isThisMachine) process.nextTick(callback, null, THIS_MACHINE)
  else resolve(host, { all: true }, callback)
}

function notFound(host: string): NodeJS.ErrnoException {
  return Object.assign(new Error(`${host} has no address.`), { code: 'ENOTFOUND' })
}

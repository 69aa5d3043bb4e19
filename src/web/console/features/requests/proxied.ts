import type { Control } from '../../client/session.ts'

/** A proxy's notes on a response: who sent it, and how many violations the exchange has. */
export interface Proxied {
  source: string
  /** Undefined while the answer is judged, and if it is not judged at all. */
  violations: number | undefined
  /** The id of the exchange for GET /_sandbox/violations. */
  id: string | undefined
}

/** Whether another server answered, now or when it was recorded: the sandbox then knows neither key nor account. */
export const isForeign = (proxied: Proxied | undefined) =>
  proxied !== undefined && proxied.source !== 'sandbox'

/** Reads `X-Sandbox-Source` and `X-Sandbox-Violations: <count>; <id>`; undefined if no proxy answered. */
export function proxiedOf(headers: Control['LoggedMessage']['headers']): Proxied | undefined {
  const source = headers['x-sandbox-source']
  if (source === undefined) return undefined
  const [count = '', id] = (headers['x-sandbox-violations'] ?? '').split(/;\s*/)
  return { source, violations: /^\d+$/.test(count) ? Number(count) : undefined, id }
}

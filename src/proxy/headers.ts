import type { IncomingMessage } from 'node:http'

/** A header as it was on the wire. */
export type HeaderPair = readonly [name: string, value: string]

/** Headers of one connection (RFC 9110 §7.6.1); each side of a proxy has its own. */
const HOP_BY_HOP = new Set([
  ...['connection', 'keep-alive', 'te', 'transfer-encoding', 'upgrade'],
  ...['proxy-connection', 'proxy-authenticate', 'proxy-authorization'],
])

/** Without them the message would be another one, whatever `Connection` names. */
const FRAMING = new Set(['host', 'content-length'])

/** `[name, value, name, value]`, as Node has raw headers. */
export type FlatHeaders = string[]

/**
 * The headers of a message that a proxy passes on: in order, with their case and duplicates. `Trailer` stays if there
 * can be trailers, in a message whose length was not known. `others` are left out, too, by lower-case names.
 */
export function endToEnd(
  { rawHeaders, headers }: IncomingMessage,
  others?: ReadonlySet<string>,
): FlatHeaders {
  const named = namedIn(headers.connection)
  const isChunked = headers['transfer-encoding'] !== undefined
  const passed: FlatHeaders = []
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const name = rawHeaders[at] as string
    const lower = name.toLowerCase()
    if (HOP_BY_HOP.has(lower) || named?.has(lower) || others?.has(lower)) continue
    if (lower === 'trailer' && !isChunked) continue
    // With both, the length is not that of the body (RFC 9112 §6.3).
    if (lower === 'content-length' && isChunked) continue
    passed.push(name, rawHeaders[at + 1] as string)
  }
  return passed
}

function namedIn(connection: string | undefined): ReadonlySet<string> | undefined {
  if (connection === undefined || /^\s*(?:keep-alive|close)\s*$/i.test(connection)) return undefined
  const names = connection.split(',').map((name) => name.trim().toLowerCase())
  return new Set(names.filter((name) => !FRAMING.has(name)))
}

/** The headers with another value of `name`, in its place; at the beginning if there was none. */
export function replaced(headers: FlatHeaders, name: string, value: string): FlatHeaders {
  const others = without(headers, name)
  const at = headers.findIndex(
    (each, index) => index % 2 === 0 && each.toLowerCase() === name.toLowerCase(),
  )
  const place = Math.max(at, 0)
  return [
    ...others.slice(0, place),
    at < 0 ? name : (headers[at] as string),
    value,
    ...others.slice(place),
  ]
}

export function without(headers: FlatHeaders, name: string): FlatHeaders {
  const lower = name.toLowerCase()
  return headers.filter((_, index) => headers[index - (index % 2)]?.toLowerCase() !== lower)
}

export function pairsOf(flat: readonly string[]): HeaderPair[] {
  const pairs: HeaderPair[] = []
  for (let at = 0; at < flat.length; at += 2) {
    pairs.push([flat[at] as string, flat[at + 1] as string])
  }
  return pairs
}

/** Headers by lower-case name, for the request log; repeated ones in a list. */
export function headersByName(flat: readonly string[]): Record<string, string | string[]> {
  const headers: Record<string, string | string[]> = {}
  for (const [name, value] of pairsOf(flat)) {
    const lower = name.toLowerCase()
    const before = Object.hasOwn(headers, lower) ? headers[lower] : undefined
    headers[lower] = before === undefined ? value : [before, value].flat()
  }
  return headers
}

/** Whether a request has a body (RFC 9112 §6.3). */
export function hasBody({ headers }: IncomingMessage): boolean {
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0
}

/** Statuses of answers that have no body (RFC 9110 §15). */
export const BODYLESS: ReadonlySet<number> = new Set([204, 304])

import type { Request } from 'express'
import type { RoutedOperation } from '../document/operation.ts'
import { percentDecoded } from '../document/percent-encoding.ts'
import { readScalar } from '../document/scalar.ts'
import { header } from './exchange.ts'

/** The declared headers that were sent, by their names in lower case, with numbers and lists read. */
export function readHeaders(req: Request, operation: RoutedOperation): Record<string, unknown> {
  const values: Record<string, unknown> = {}
  for (const { name, schema } of operation.headerParameters) {
    const text = header(req, name.toLowerCase())
    if (text === undefined) continue
    values[name.toLowerCase()] =
      schema.type === 'array'
        ? text.split(',').map((part) => part.trim())
        : readScalar(text, schema)
  }
  return values
}

/** The declared cookies that were sent, with numbers read. */
export function readCookies(req: Request, operation: RoutedOperation): Record<string, unknown> {
  const values: Record<string, unknown> = {}
  if (operation.cookieParameters.length === 0) return values

  const sent = new Map<string, string>()
  for (const pair of (req.headers.cookie ?? '').split(';')) {
    const at = pair.indexOf('=')
    const name = pair.slice(0, at).trim()
    // Of two cookies of one name the first is the one of the closest path (RFC 6265 §5.4).
    if (at > 0 && !sent.has(name)) sent.set(name, percentDecoded(pair.slice(at + 1).trim()))
  }
  for (const { name, schema } of operation.cookieParameters) {
    const text = sent.get(name)
    if (text !== undefined) values[name] = readScalar(text, schema)
  }
  return values
}

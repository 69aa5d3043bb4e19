import type { Request } from 'express'
import type { Parameter, RoutedOperation } from '../openapi/served/operation.ts'
import { readScalar } from '../schema/json.ts'
import { percentDecoded } from '../schema/pointer.ts'
import { header } from './exchange.ts'

/**
 * Parses the declared parameters of a query string. It leaves out undeclared ones, because a client may add its own
 * (cache busters, analytics).
 *
 * A list is repeated (`a=1&a=2`, `a[]=1&a[]=2`, `a[0]=1&a[1]=2`) or separated by commas (`a=1,2`). Commas separate
 * only if the plain name occurs once, so that every value can be expressed in some form, and only between values that are
 * not empty; a filter may still take the text as one value (`wholeValue`). Values that look like
 * numbers are parsed where the document has a number; validation reports the others. Throws URIError on a broken
 * percent escape, in an undeclared parameter, too.
 */
export function readQuery(search: string, parameters: Parameter[]): Record<string, unknown> {
  // URLSearchParams would accept broken escapes literally.
  if (search.includes('%')) decodeURIComponent(search)
  const query: Record<string, unknown> = {}
  if (search === '' || parameters.length === 0) return query

  const given = new URLSearchParams(search)
  for (const { name, schema } of parameters) {
    const plain = given.getAll(name)
    if (schema.type === 'array') {
      const listed = plain.length === 1 ? splitList(plain[0] as string) : plain
      const values = [...listed, ...bracketed(given, name)]
      if (values.length > 0) query[name] = values
    } else if (plain.length > 0) {
      // The last value of a repeated parameter counts, as in most frameworks.
      query[name] = readScalar(plain.at(-1) as string, schema)
    }
  }
  return query
}

/** The unknown parameters of a query string, each once. Known lists may have brackets. */
export function unknownParameters(search: string, known: readonly Parameter[]): string[] {
  const names = [...new URLSearchParams(search).keys()].filter((name) => {
    const plain = name.replace(/\[\d*\]$/, '')
    return !known.some(
      (each) => each.name === name || (each.name === plain && each.schema.type === 'array'),
    )
  })
  return [...new Set(names)]
}

/** The known parameters that are repeated although they are not lists, with their values. */
export function repeatedParameters(
  search: string,
  known: readonly Parameter[],
): { name: string; values: string[] }[] {
  const given = new URLSearchParams(search)
  return known
    .filter(({ schema }) => schema.type !== 'array')
    .map(({ name }) => ({ name, values: given.getAll(name) }))
    .filter(({ values }) => values.length > 1)
}

function bracketed(given: URLSearchParams, name: string): string[] {
  return [...given]
    .filter(([key]) => key.startsWith(`${name}[`) && /^\[\d*\]$/.test(key.slice(name.length)))
    .map(([, value]) => value)
}

function splitList(value: string): string[] {
  const parts = value.split(',').map((part) => part.trim())
  return parts.includes('') ? [value] : parts
}

/** The text of a list that `readQuery` has split at its commas; undefined if it has split none. */
export function wholeValue(search: string, name: string): string | undefined {
  const [text, ...others] = new URLSearchParams(search).getAll(name)
  return others.length === 0 && text?.includes(',') ? text : undefined
}

/** The declared headers of a request by their names in lower case, with numbers and lists parsed. */
export function readHeaders(req: Request, operation: RoutedOperation): Record<string, unknown> {
  const values: Record<string, unknown> = {}
  for (const { name, schema } of operation.headerParameters) {
    const text = header(req, name.toLowerCase())
    if (text === undefined) continue
    values[name.toLowerCase()] =
      schema.type === 'array' ? splitList(text) : readScalar(text, schema)
  }
  return values
}

/** The declared cookies of a request, with numbers parsed. */
export function readCookies(req: Request, operation: RoutedOperation): Record<string, unknown> {
  const values: Record<string, unknown> = {}
  if (operation.cookieParameters.length === 0) return values

  const sent = new Map<string, string>()
  for (const pair of (req.headers.cookie ?? '').split(';')) {
    const at = pair.indexOf('=')
    const name = pair.slice(0, at).trim()
    // The first of two cookies with one name has the closest path (RFC 6265 §5.4).
    if (at > 0 && !sent.has(name)) sent.set(name, percentDecoded(pair.slice(at + 1).trim()))
  }
  for (const { name, schema } of operation.cookieParameters) {
    const text = sent.get(name)
    if (text !== undefined) values[name] = readScalar(text, schema)
  }
  return values
}

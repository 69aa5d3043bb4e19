import type { Parameter } from '../document/operation.ts'
import { readScalar } from '../document/scalar.ts'

/**
 * Reads the declared parameters out of a query string; what is not declared is left out, because a
 * client may add parameters of its own (cache busters, analytics).
 *
 * A list comes repeated (`a=1&a=2`, `a[]=1&a[]=2`, `a[0]=1&a[1]=2`) or separated by commas (`a=1,2`).
 * Commas separate only where the plain name occurs once, so that every value can be expressed in some
 * form. Numbers are read as such where they look like one; what does not is left for validation to
 * name. Throws URIError on a broken percent escape, in an undeclared parameter too.
 */
export function readQuery(search: string, parameters: Parameter[]): Record<string, unknown> {
  // URLSearchParams would take what is broken as it stands.
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
      // Of a repeated parameter that is no list, the last one counts, as in most frameworks.
      query[name] = readScalar(plain.at(-1) as string, schema)
    }
  }
  return query
}

/** The parameters of a query string, each once, that are none of `known`; those that are lists may have brackets. */
export function unknownParameters(search: string, known: readonly Parameter[]): string[] {
  const names = [...new URLSearchParams(search).keys()].filter((name) => {
    const plain = name.replace(/\[\d*\]$/, '')
    return !known.some(
      (each) => each.name === name || (each.name === plain && each.schema.type === 'array'),
    )
  })
  return [...new Set(names)]
}

/** Those of `known` that are no lists and occur more than once, with their values. */
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
  return value.split(',').map((part) => part.trim())
}

import type { Exchange } from './exchange.ts'

/**
 * Reading responses without believing more of them than is stated: the envelope may be broken, and
 * what `data` looks like is not shown for most operations.
 */

export type Json = Record<string, unknown>

export function isObject(value: unknown): value is Json {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** A member of an optional kind: null stands for "none", as many servers write it. */
export function optional(value: unknown): unknown {
  return value === null ? undefined : value
}

export function bodyOf(exchange: Exchange): Json | undefined {
  const body = exchange.response?.json
  return isObject(body) ? body : undefined
}

/** Whether the server says that it worked; by the status where the envelope does not tell. */
export function succeeded(exchange: Exchange): boolean {
  if (!exchange.response) return false
  const body = bodyOf(exchange)
  // An error without data is a failure, whatever the flag says; that the flag is wrong is reported.
  if (isObject(body?.error) && !('data' in body)) return false
  if (typeof body?.success === 'boolean') return body.success
  return exchange.response.status < 400 && optional(body?.error) === undefined
}

/** Whether the server says that it refused. A response that never came says nothing. */
export function refused(exchange: Exchange): boolean {
  return exchange.response !== undefined && !succeeded(exchange)
}

export function errorCode(exchange: Exchange): string | undefined {
  const error = bodyOf(exchange)?.error
  return isObject(error) && typeof error.code === 'string' ? error.code : undefined
}

export function dataOf(exchange: Exchange): unknown {
  return bodyOf(exchange)?.data
}

/** `success`, a code in quotes, or the status: what a server answered, in few words. */
export function outcomeOf(exchange: Exchange): string {
  if (exchange.broken) return exchange.broken.message
  const status = exchange.response?.status
  if (succeeded(exchange)) return `success (status ${status})`
  const code = errorCode(exchange)
  return code === undefined
    ? `a failure without a code (status ${status})`
    : `${code} (status ${status})`
}

/** Names under which an answer holds its one record. */
const WRAPPERS = ['campaign', 'data', 'item', 'result', 'record', 'resource']

/** The campaign of an answer: `data` itself, or what it holds one level down. */
export function campaignOf(exchange: Exchange): Json | undefined {
  const data = dataOf(exchange)
  if (Array.isArray(data)) return data.length === 1 && isObject(data[0]) ? data[0] : undefined
  if (!isObject(data)) return undefined
  if ('id' in data) return data
  // Not any object: what is called `previous` is the campaign as it was.
  const nested = WRAPPERS.map((name) => data[name]).filter(isObject)
  return nested.find((value) => 'id' in value) ?? ('name' in data ? data : undefined)
}

/** The rows of a list: `data`, or the first list within it, at most two levels down. */
export function rowsOf(exchange: Exchange): unknown[] | undefined {
  return listIn(dataOf(exchange), 2)?.rows
}

/** The name under which `data` holds its list: '' where it is the list. */
export function listPath(exchange: Exchange): string | undefined {
  return listIn(dataOf(exchange), 2)?.path
}

function listIn(value: unknown, depth: number): { rows: unknown[]; path: string } | undefined {
  if (Array.isArray(value)) return { rows: value, path: '' }
  if (!isObject(value) || depth === 0) return undefined
  // A record with a list of words in it, such as a campaign with its keywords, is no list of records.
  const isList = ({ rows }: { rows: unknown[] }) => rows.length === 0 || rows.some(isObject)
  const found = Object.entries(value).flatMap(([name, member]) => {
    const inner = listIn(member, depth - 1)
    return inner ? [{ rows: inner.rows, path: inner.path ? `${name}.${inner.path}` : name }] : []
  })
  return found.find(({ rows }) => rows.some(isObject)) ?? found.find(isList)
}

/** The campaigns of a list. */
export function campaignsOf(exchange: Exchange): Json[] | undefined {
  return rowsOf(exchange)?.filter(isObject)
}

/** Every object, at any depth, that has one of the members. */
export function recordsWith(value: unknown, members: string[]): Json[] {
  if (Array.isArray(value)) return value.flatMap((item) => recordsWith(item, members))
  if (!isObject(value)) return []
  const inner = Object.values(value).flatMap((member) => recordsWith(member, members))
  return members.some((member) => member in value) ? [value, ...inner] : inner
}

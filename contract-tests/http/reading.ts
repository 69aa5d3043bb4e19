import type { Exchange } from './exchange.ts'
import { parsedJson } from './response.ts'

/** Reads responses without relying on more than is stated: the specification rarely shows `data`. */

export type Json = Record<string, unknown>

export function isObject(value: unknown): value is Json {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** An optional member: many servers write null for an absent one. */
export function optional(value: unknown): unknown {
  return value === null ? undefined : value
}

export function bodyOf(exchange: Exchange): Json | undefined {
  const body = exchange.response?.json
  return isObject(body) ? body : undefined
}

/** The body of a request, if it is a JSON object. */
export function sentBody({ requestBody = '' }: Exchange): Json | undefined {
  const body = parsedJson(requestBody)
  return isObject(body) ? body : undefined
}

/** Whether a response has no body whatever the service does (RFC 9110 §9.3.2, §9.3.7, §15.4.5). */
export function hasNoBody({ method, response }: Exchange): boolean {
  return (
    method === 'HEAD' ||
    (method === 'OPTIONS' && response?.text === '') ||
    response?.status === NOT_MODIFIED
  )
}

const NOT_MODIFIED = 304

/** Whether the server reports a success; by the status if the envelope does not say. */
export function succeeded(exchange: Exchange): boolean {
  if (!exchange.response) return false
  const body = bodyOf(exchange)
  // An error without data is a failure, whatever the flag says; that the flag is wrong is reported.
  if (isObject(body?.error) && !('data' in body)) return false
  if (typeof body?.success === 'boolean') return body.success
  return exchange.response.status < 300 && optional(body?.error) === undefined
}

/** Whether the server refused. A missing response says nothing. */
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

/** Names under which an answer holds a single record. */
const WRAPPERS = [
  ...['campaign', 'data', 'item', 'result', 'record', 'resource', 'response', 'payload', 'entity'],
]
const DEEPEST_RECORD = 2

/** The campaign of an answer: `data` itself, or what it holds one or two levels down. */
export function campaignOf(exchange: Exchange): Json | undefined {
  const data = withAttributes(dataOf(exchange))
  return (
    recordIn(data, DEEPEST_RECORD) ?? (Array.isArray(data) ? undefined : onlyOne(rowsOf(exchange)))
  )
}

function recordIn(value: unknown, depth: number): Json | undefined {
  const record = withAttributes(Array.isArray(value) ? onlyOne(value) : value)
  if (!isObject(record)) return undefined
  // Not any object: `previous` may be the campaign as it was.
  const inner = depth === 0 ? [] : WRAPPERS.map((name) => recordIn(record[name], depth - 1))
  const nested = inner.find((each) => each !== undefined && 'id' in each)
  // A task that makes a campaign has an id, too.
  if ('id' in record && (inner[0] === undefined || 'keywords' in record)) return record
  return nested ?? ('name' in record ? record : undefined)
}

function onlyOne(rows: unknown[] | undefined): Json | undefined {
  return rows?.length === 1 && isObject(rows[0]) ? rows[0] : undefined
}

/**
 * A record with the members that it has under `attributes`, as JSON:API has them. Its `type` is that of the resource
 * there, and no attribute may have that name: the type of the campaign is undefined, which no JSON is.
 */
function withAttributes(record: unknown): unknown {
  if (!isObject(record) || !isObject(record.attributes)) return record
  return { ...record, ...('type' in record && { type: undefined }), ...record.attributes }
}

/** Names under which an answer usually holds its rows. */
const ROWS = new Set([
  ...['campaigns', 'rankings', 'mentions', 'items', 'results', 'data', 'content', 'records'],
  ...['rows', 'list', 'entries', 'elements', 'values', 'objects', 'hits', 'docs', 'edges'],
])

/** The rows of a list: `data`, or the list within it, at most two levels down. */
export function rowsOf(exchange: Exchange): unknown[] | undefined {
  return listsIn(dataOf(exchange), 2)[0]?.rows
}

/** The name under which `data` holds its list: '' if it is the list. */
export function listPath(exchange: Exchange): string | undefined {
  return listsIn(dataOf(exchange), 2)[0]?.steps.join('.')
}

/** Whether `data` is a list of anything, or holds one. */
export function hasList(exchange: Exchange): boolean {
  const data = dataOf(exchange)
  const inner = isObject(data) ? Object.values(data) : []
  const innermost = inner.filter(isObject).flatMap((member) => Object.values(member))
  return [data, ...inner, ...innermost].some(Array.isArray) || rowsOf(exchange) !== undefined
}

interface Found {
  rows: unknown[]
  /** Names of the members down to the list. */
  steps: string[]
}

/** Lists of records, the likeliest first: one under a usual name, then one that has records. */
export function listsIn(value: unknown, depth: number): Found[] {
  if (Array.isArray(value)) return [{ rows: value.map(inEdge), steps: [] }]
  if (!isObject(value) || depth === 0) return []
  if (isKeyedById(value)) return [{ rows: Object.values(value).map(inEdge), steps: [] }]
  const found = Object.entries(value).flatMap(([name, member]) =>
    listsIn(member, depth - 1).map(({ rows, steps }) => ({ rows, steps: [name, ...steps] })),
  )
  const isUsual = ({ steps }: Found) => ROWS.has(steps.at(-1) as string)
  // A list of words, such as the keywords of a campaign, is not a list of records.
  const records = found.filter(({ rows }) => rows.length === 0 || rows.some(isRecord))
  const others = records.filter((each) => !isUsual(each) && each.rows.length > 0)
  return [...records.filter(isUsual), ...others]
}

/** The record of an edge, as GraphQL servers list them. */
function inEdge(row: unknown): unknown {
  return withAttributes(isObject(row) && isObject(row.node) ? row.node : row)
}

/** Whether an object has its records under their ids. */
function isKeyedById(value: Json): boolean {
  const entries = Object.entries(value)
  return entries.length > 0 && entries.every(([id, row]) => isObject(row) && String(row.id) === id)
}

/** An object that is more than a link to a page. */
function isRecord(row: unknown): boolean {
  const names = ['id', 'name', 'keyword', 'position', 'brand', 'text', 'node']
  return isObject(row) && names.some((name) => name in row)
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

/** Encodes a part of a path or query. A lone surrogate, as in a cut emoji, has no encoding. */
export function encoded(text: string): string {
  return encodeURIComponent(text.replace(/\p{Surrogate}/gu, '\uFFFD'))
}

/** The id of a campaign; undefined for one that cannot be a path segment. */
export function idIn(campaign: Json | undefined): string | undefined {
  const { id } = campaign ?? {}
  if (typeof id !== 'string' && typeof id !== 'number') return undefined
  return /^\.{0,2}$/.test(String(id)) ? undefined : String(id)
}

import { isUtf8 } from 'node:buffer'
import { brotliDecompressSync, gunzipSync, inflateRawSync, inflateSync } from 'node:zlib'
import type { Response } from './exchange.ts'

/**
 * A body that cannot be read. `wrong`: it is not what its headers say. `unknown`: its coding is one that is not undone
 * here. `too_large`, `too_deep`: it may be right, but it is not read to its end, or not parsed.
 */
export class CodingError extends Error {
  override name = 'CodingError'
  readonly kind: 'wrong' | 'unknown' | 'too_large' | 'too_deep'

  constructor(kind: CodingError['kind'], message: string) {
    super(message)
    this.kind = kind
  }
}

type Decode = (bytes: Uint8Array, limits: { maxOutputLength: number }) => Uint8Array

/** The content codings that every supported Node undoes (RFC 9110 §8.4.1). */
const DECODERS = new Map<string, Decode>([
  ['gzip', gunzipSync],
  ['x-gzip', gunzipSync],
  // Some servers send deflate without the header of zlib, and all clients take it.
  ['deflate', (bytes, limits) => (isZlib(bytes) ? inflateSync : inflateRawSync)(bytes, limits)],
  ['br', brotliDecompressSync],
])

/** What servers write for no coding. */
const NONE = new Set(['', 'identity', 'none', 'utf-8', 'utf8', 'binary'])

/** Clients give up at so many, too. */
const MOST_CODINGS = 5

/** The content codings that can be read, by lower-case name. */
export const DECODABLE: ReadonlySet<string> = new Set(DECODERS.keys())

/** The bytes of a body without its content codings. Throws a CodingError. */
export function withoutCoding(
  bytes: Uint8Array,
  headers: { 'content-encoding'?: string | undefined; 'content-type'?: string | undefined },
  mostBytes: number,
): Uint8Array {
  // Such as the answer to HEAD.
  if (bytes.length === 0) return bytes
  const named = headers['content-encoding'] ?? ''
  const codings = named
    .split(',')
    .map((each) => each.trim().toLowerCase())
    .filter((each) => !NONE.has(each))
  const unknown = codings.find((coding) => !DECODABLE.has(coding))
  if (unknown !== undefined || codings.length > MOST_CODINGS) {
    const shown = (unknown ?? named).slice(0, 30)
    throw new CodingError(
      'unknown',
      `the body is in the content coding ${shown}, which Accept-Encoding did not ask for`,
    )
  }
  const read = codings.reduceRight((rest, coding) => decoded(coding, rest, mostBytes), bytes)
  if (isGzip(read) && !/gzip|zip|octet-stream/i.test(headers['content-type'] ?? '')) {
    throw wrong(codings, codings.length === 0 ? 'is gzip' : 'is compressed once more')
  }
  return read
}

function decoded(coding: string, bytes: Uint8Array, mostBytes: number): Uint8Array {
  // Some decoders read a little even of this.
  if (isText(bytes)) throw wrong([coding], 'is not compressed')
  const decode = DECODERS.get(coding) as Decode
  try {
    return decode(bytes, { maxOutputLength: mostBytes })
  } catch (error) {
    const { code, message } = error as { code?: string; message: string }
    if (code === 'ERR_BUFFER_TOO_LARGE') {
      throw new CodingError('too_large', `a body of more than ${mostBytes / 1e6} MB`)
    }
    throw wrong([coding], problemOf(bytes, { coding, code, message }))
  }
}

function problemOf(
  bytes: Uint8Array,
  { coding, code, message }: { coding: string; code: string | undefined; message: string },
): string {
  if (code === 'Z_BUF_ERROR') return 'ends too early'
  if (isGzip(bytes) && !coding.endsWith('gzip')) return 'is gzip'
  if (isZlib(bytes) && coding !== 'deflate') return 'is deflate'
  // That of a second part.
  if (isGzip(bytes) && message === 'incorrect header check') return 'goes on after its end'
  return 'is damaged, or in another coding'
}

function wrong(codings: readonly string[], problem: string): CodingError {
  const said =
    codings.length === 0
      ? 'there is no Content-Encoding'
      : `Content-Encoding is ${codings.join(', ')}`
  return new CodingError('wrong', `${said}, but the body ${problem}`)
}

function isGzip(bytes: Uint8Array): boolean {
  return bytes[0] === 0x1f && bytes[1] === 0x8b && bytes[2] === 8
}

/** Whether bytes begin with the header of zlib (RFC 1950 §2.2). */
function isZlib([first = 0, second = 0]: Uint8Array): boolean {
  return (first & 0x0f) === 8 && (first * 256 + second) % 31 === 0
}

function isText(bytes: Uint8Array): boolean {
  return isUtf8(bytes) && bytes.every((byte) => byte >= 0x20 || [9, 10, 13].includes(byte))
}

/** A response as the suite reads it, from its decoded bytes. A repeated header is joined by `, `. Throws a CodingError. */
export function responseOf(
  status: number,
  headers: Record<string, string | string[]>,
  bytes: Uint8Array,
): Response {
  const text = textOf(bytes)
  if (isTooDeep(text)) throw new CodingError('too_deep', TOO_DEEP)
  const joined = Object.entries(headers).map(([name, value]) => [
    name,
    Array.isArray(value) ? value.join(', ') : value,
  ])
  return {
    status,
    headers: Object.fromEntries(joined),
    text,
    isUtf8: isUtf8(bytes),
    json: parsed(text),
  }
}

/** Whoever walks a value calls itself for each level, and a stack has an end. */
const MOST_LEVELS = 200
const TOO_DEEP = `a response whose JSON is nested more than ${MOST_LEVELS} levels deep`

/** Whether a text that begins like JSON has so many open brackets outside its strings. */
function isTooDeep(text: string): boolean {
  if (!/^\s*[[{]/.test(text)) return false
  let depth = 0
  let isInString = false
  for (let at = 0; at < text.length; at += 1) {
    const character = text[at]
    if (character === '"') isInString = !isInString
    else if (isInString && character === '\\') at += 1
    else if (!isInString && (character === '[' || character === '{')) depth += 1
    else if (!isInString && (character === ']' || character === '}')) depth -= 1
    if (depth > MOST_LEVELS) return true
  }
  return false
}

export function textOf(bytes: Uint8Array): string {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('utf8')
}

/** The value of a JSON text; undefined if it is not JSON. */
export function parsedJson(text: string): unknown {
  return isTooDeep(text) ? undefined : parsed(text)
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

import { isUtf8 } from 'node:buffer'
import type { IncomingMessage } from 'node:http'
import express, { type RequestHandler, type Response } from 'express'
import { ApiError, type Failure } from '../errors.ts'
import type { BodyTypes } from '../openapi/keywords.ts'
import { KEPT_OF_BODY } from '../runtime/request-log.ts'
import { exchangeOf } from './exchange.ts'

/** Bytes of a request body after decompression (an assumption: §8 shows no limit). */
export const BODY_LIMIT = 1024 * 1024

/**
 * Limits of a JSON body (an assumption): deep nesting takes far longer to parse, and many values take far longer to
 * validate.
 */
export const EXTENT_LIMITS: Extent = { depth: 100, values: 20_000 }

const JSON_TYPE = 'application/json'

/**
 * Reads a JSON body, or bytes for an operation that accepts any. A body that cannot be read is noted and refused
 * later: first the caller must be allowed to send one.
 */
export function readBody({ types = 'json' }: { types?: BodyTypes } = {}): RequestHandler {
  const type = types === 'any' ? () => true : isJson
  const json = express.json({ limit: BODY_LIMIT, strict: false, type, verify: inspectBody })
  const bytes = express.raw({ limit: BODY_LIMIT, type: () => true })
  return (req, res, next) => {
    // Most requests have no body; without these two headers HTTP/1.1 has none (RFC 9112 §6.3).
    if (
      req.headers['content-length'] === undefined &&
      req.headers['transfer-encoding'] === undefined
    ) {
      return next()
    }
    const parse = exchangeOf(res).operation?.takesAnyBody ? bytes : json
    parse(req, res, (error?: unknown) => {
      if (error !== undefined) {
        const [failure, message] = describe(error as BodyParserError)
        exchangeOf(res).bodyProblem = new ApiError(failure, message, { cause: error })
      } else if (req.headers['content-length'] !== '0' && req.body === undefined) {
        exchangeOf(res).bodyProblem = wrongType(req.headers['content-type'])
      }
      next()
    })
  }
}

/** Keeps the body for the request log, and refuses one that would take long, before it is parsed. */
function inspectBody(_req: unknown, res: unknown, body: Buffer, charset: string): void {
  const exchange = exchangeOf(res as Response)
  // A copy of the beginning: a subarray would keep the whole buffer alive.
  exchange.sentBody =
    body.length > KEPT_OF_BODY ? Buffer.from(body.subarray(0, KEPT_OF_BODY)) : body
  exchange.sentLength = body.length
  // JSON is UTF-8 (RFC 8259 §8.1); express.json would also accept UTF-16 and UTF-32.
  if (charset !== 'utf-8') {
    const error = new Error(`unsupported charset "${charset}"`)
    throw Object.assign(error, { type: 'charset.unsupported' })
  }
  // express.json would put U+FFFD in place of other bytes.
  if (!isUtf8(body)) {
    throw Object.assign(new Error(firstOther(body)), { type: 'charset.mismatch' })
  }
  const exceeded = exceededLimit(body, EXTENT_LIMITS)
  if (!exceeded) return
  throw Object.assign(new Error(`too much ${exceeded}`), { type: `excess.${exceeded}` })
}

/** The first byte that is not UTF-8. */
function firstOther(body: Buffer): string {
  const replaced = Buffer.from(body.toString())
  const at = body.findIndex((byte, index) => byte !== replaced[index])
  return `byte 0x${body.toString('hex', at, at + 1)} at position ${at}`
}

interface BodyParserError extends Error {
  type?: string
}

function isJson(req: { headers: Record<string, string | string[] | undefined> }): boolean {
  return mediaType(req.headers['content-type']) === JSON_TYPE
}

/** A media type without its parameters, in lower case. */
export function mediaType(contentType: string | string[] | undefined): string {
  return String(contentType ?? '')
    .split(';', 1)[0]
    ?.trim()
    .toLowerCase() as string
}

function wrongType(contentType: string | undefined): ApiError {
  const found = contentType === undefined ? 'no Content-Type' : `Content-Type ${contentType}`
  return new ApiError(
    'unsupported_media_type',
    `The body has ${found}. Send JSON with the header Content-Type: application/json.`,
  )
}

function describe({ type, message }: BodyParserError): [Failure, string] {
  const { depth, values } = EXTENT_LIMITS
  switch (type) {
    case 'entity.too.large':
      return [
        'body_too_large',
        'The body is larger than 1 MB (1,048,576 bytes). Send less at once.',
      ]
    case 'excess.depth': {
      const problem = `The body has arrays and objects more than ${depth} levels deep.`
      return ['malformed_body', `${problem} Nest it less deeply.`]
    }
    case 'excess.values':
      return ['malformed_body', `The body has more than ${values} values. Send less at once.`]
    case 'encoding.unsupported':
      return ['unsupported_media_type', `${message}. Use gzip, deflate, br or none.`]
    case 'charset.unsupported':
      return ['unsupported_media_type', `${message}. Send JSON as UTF-8.`]
    case 'charset.mismatch':
      return ['malformed_body', `The body is not UTF-8: ${message}. Send JSON as UTF-8.`]
    case 'entity.parse.failed':
      return ['malformed_body', `The body is not valid JSON: ${withoutExcerpt(message)}.`]
    default:
      return ['malformed_body', `The body could not be read: ${message}.`]
  }
}

/** Node quotes the text around the mistake, which may be a password and must not get into logs. */
function withoutExcerpt(message: string): string {
  return message.replace(/, (\.\.\.)?".*"(\.\.\.)? is not valid JSON$/s, '')
}

/**
 * Refuses a transfer coding other than chunked. Node's parser requires the last coding to be chunked and does not
 * undo the others. RFC 9112 §6.1 would have it 501; it is worded as any malformed request, since a 5xx means that
 * the service failed, and clients retry such requests.
 */
export function transferProblem({ headers }: IncomingMessage): ApiError | undefined {
  const coding = headers['transfer-encoding']
  if (coding === undefined || coding.toLowerCase() === 'chunked') return undefined
  return new ApiError(
    'malformed_request',
    `Transfer-Encoding ${JSON.stringify(coding.slice(0, 100))} is not supported; only chunked is. Send compressed bodies with Content-Encoding.`,
  )
}

const [QUOTE, BACKSLASH, COMMA] = [0x22, 0x5c, 0x2c]
const [ARRAY, ARRAY_END, OBJECT, OBJECT_END] = [0x5b, 0x5d, 0x7b, 0x7d]

/** The size of a JSON text. An empty array or object counts as two values, as if it had an entry. */
export interface Extent {
  depth: number
  values: number
}

/** The limit that a JSON text in UTF-8 exceeds, if any. Counts brackets and commas, and parses nothing. */
export function exceededLimit(text: Uint8Array, most: Extent): keyof Extent | undefined {
  let level = 0
  let values = 1
  for (let at = 0; at < text.length; at++) {
    switch (text[at]) {
      case QUOTE:
        at = endOfString(text, at)
        break
      case ARRAY:
      case OBJECT:
        level++
        values++
        if (level > most.depth) return 'depth'
        if (values > most.values) return 'values'
        break
      case COMMA:
        values++
        if (values > most.values) return 'values'
        break
      case ARRAY_END:
      case OBJECT_END:
        level--
    }
  }
  return undefined
}

/** The index where the string that begins at `at` ends; the length of the text if it does not end. */
function endOfString(text: Uint8Array, at: number): number {
  for (let next = at + 1; next < text.length; next++) {
    if (text[next] === QUOTE) return next
    if (text[next] === BACKSLASH) next++
  }
  return text.length
}

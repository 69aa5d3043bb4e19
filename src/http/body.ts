import express, { type RequestHandler, type Response } from 'express'
import { ApiError, type Failure } from '../errors.ts'
import { exchangeOf } from './exchange.ts'
import { excessOf } from './json-extent.ts'
import { beginningOf } from './request-record.ts'

/** Bytes of a request body after decompression (an assumption: §8 shows no limit). */
export const BODY_LIMIT = 1024 * 1024

/**
 * How deep arrays and objects of a body may stand in each other, and how many values they may hold (an assumption): parsing
 * takes far longer for deep ones, and checking for many.
 */
export const EXTENT_LIMITS = { depth: 100, values: 20_000 }

const JSON_TYPE = 'application/json'

/**
 * Reads a JSON body, and bytes for an operation that takes any. A body that cannot be read is noted, not refused
 * here: whether the caller may send one at all is decided first.
 */
export function readBody(): RequestHandler {
  const json = express.json({ limit: BODY_LIMIT, strict: false, type: isJson, verify: inspectBody })
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
      if (error !== undefined) exchangeOf(res).bodyProblem = bodyProblem(error as BodyParserError)
      else if (req.headers['content-length'] !== '0' && req.body === undefined) {
        exchangeOf(res).bodyProblem = wrongType(req.headers['content-type'])
      }
      next()
    })
  }
}

/** Keeps the body for the log of requests, and refuses before it is parsed what would take long. */
function inspectBody(_req: unknown, res: unknown, body: Buffer, charset: string): void {
  const exchange = exchangeOf(res as Response)
  exchange.sentBody = beginningOf(body)
  exchange.sentLength = body.length
  // JSON is UTF-8 (RFC 8259 §8.1); express.json would take its other encodings, too.
  if (charset !== 'utf-8') {
    throw Object.assign(new Error(`unsupported charset "${charset}"`), {
      type: 'charset.unsupported',
    })
  }
  const excess = excessOf(body, EXTENT_LIMITS)
  if (excess) throw Object.assign(new Error(`too much ${excess}`), { type: `excess.${excess}` })
}

interface BodyParserError extends Error {
  type?: string
  charset?: string
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

function bodyProblem(error: BodyParserError): ApiError {
  const [failure, message] = describe(error)
  return new ApiError(failure, message, { cause: error })
}

function describe(error: BodyParserError): [Failure, string] {
  switch (error.type) {
    case 'entity.too.large':
      return [
        'body_too_large',
        'The body is larger than 1 MB (1,048,576 bytes). Send less at once.',
      ]
    case 'excess.depth':
      return [
        'malformed_body',
        `The body has arrays and objects more than ${EXTENT_LIMITS.depth} levels deep. Send it flatter.`,
      ]
    case 'excess.values':
      return [
        'malformed_body',
        `The body has more than ${EXTENT_LIMITS.values} values. Send less at once.`,
      ]
    case 'encoding.unsupported':
      return ['unsupported_media_type', `${error.message}. Use gzip, deflate, br or none.`]
    case 'charset.unsupported':
      return ['unsupported_media_type', `${error.message}. Send JSON as UTF-8.`]
    case 'entity.parse.failed':
      return ['malformed_body', `The body is not valid JSON: ${withoutExcerpt(error.message)}.`]
    default:
      return ['malformed_body', `The body could not be read: ${error.message}.`]
  }
}

/** Node quotes what stands around the mistake, which may be a password, and would stand in logs. */
function withoutExcerpt(message: string): string {
  return message.replace(/, (\.\.\.)?".*"(\.\.\.)? is not valid JSON$/s, '')
}

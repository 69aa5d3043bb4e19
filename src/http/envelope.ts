import type { Response } from 'express'
import type { ErrorCode } from '../errors.ts'
import type { EntryCache } from '../store/entry-cache.ts'
import { isoTime } from '../time/clock.ts'
import { type AnswerText, confirmPreference, noteAnswer } from './exchange.ts'

export interface Pagination {
  total: number
  limit: number
  offset: number
  has_more: boolean
}

export interface Meta {
  timestamp: string
  version: string
  pagination?: Pagination
}

/** The envelope of a success (§4). */
export interface SuccessEnvelope {
  success: true
  data: object
  message?: string
  meta: Meta
}

/** The envelope of a failure (§7). */
export interface FailureEnvelope {
  success: false
  error: { code: ErrorCode; message: string; details?: Record<string, unknown> }
  meta: Meta
}

/** `now` in epoch ms of the account's clock; `version` is the release that is served (§9). */
export function successEnvelope(
  data: object,
  now: number,
  version: string,
  {
    message,
    pagination,
  }: { message?: string | undefined; pagination?: Pagination | undefined } = {},
): SuccessEnvelope {
  const meta: Meta = { timestamp: isoTime(now), version }
  if (pagination) meta.pagination = pagination
  return message === undefined
    ? { success: true, data, meta }
    : { success: true, data, message, meta }
}

export function failureEnvelope(
  code: ErrorCode,
  message: string,
  details: Record<string, unknown> | undefined,
  now: number,
  version: string,
): FailureEnvelope {
  const error = details === undefined ? { code, message } : { code, message, details }
  return { success: false, error, meta: { timestamp: isoTime(now), version } }
}

/** Writes JSON without Express's ETag, which costs more than the rest of an answer and helps no API client. */
export function sendJson(res: Response, status: number, body: object): void {
  sendText(res, status, JSON.stringify(body))
}

/**
 * As `sendJson`, for a list of stored records: they never change, because a change makes a new one, so
 * the text of each is made once. Rows that were computed for this answer take the ordinary way.
 */
export function sendEnvelope(
  res: Response,
  status: number,
  envelope: SuccessEnvelope,
  texts: EntryCache,
): void {
  const { success, data, ...others } = envelope
  const isStored = Array.isArray(data) && Object.isFrozen(data[0])
  if (!isStored) {
    sendJson(res, status, envelope)
    return
  }
  const after = `],${JSON.stringify(others).slice(1)}`
  const write = () => texts.list(data, `{"success":${success},"data":[`, after)
  // The log of requests makes the text again when it is read: the records are kept anyway, and thousands
  // of texts that live on for a while were most of what the garbage collector did.
  sendBytes(res, status, write(), () => write().toString())
}

/** From this length on it pays to encode a text once, and not for its length and again for the socket. */
const LONG_TEXT = 1000

function sendText(res: Response, status: number, text: string): void {
  sendBytes(res, status, text.length < LONG_TEXT ? text : Buffer.from(text), text)
}

function sendBytes(res: Response, status: number, body: string | Buffer, noted: AnswerText): void {
  res.statusCode = status
  confirmPreference(res)
  noteAnswer(res, noted)
  res.setHeader('Content-Type', 'application/json; charset=utf-8')
  res.setHeader('Content-Length', Buffer.byteLength(body))
  res.setHeader('Cache-Control', 'no-store')
  res.end(body)
}

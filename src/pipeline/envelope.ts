import type { ErrorCode } from '../errors.ts'
import type { AnsweredPage } from '../operations/operation.ts'
import { isoTime } from '../time/clock.ts'

interface Meta {
  timestamp: string
  version: string
  pagination?: AnsweredPage & { has_more: boolean }
}

/** The envelope of a success (§4). */
interface SuccessEnvelope {
  success: true
  data: object
  message?: string
  meta: Meta
}

/** The envelope of a failure (§7). */
interface FailureEnvelope {
  success: false
  error: { code: ErrorCode; message: string; details?: Record<string, unknown> }
  meta: Meta
}

/** `now` is in epoch ms of the account's clock; `version` is the served release (§9). */
export function successEnvelope(
  data: object,
  now: number,
  version: string,
  { message, page }: { message?: string | undefined; page?: AnsweredPage | undefined } = {},
): SuccessEnvelope {
  const meta: Meta = { timestamp: isoTime(now), version }
  if (page) {
    const { total, limit, offset } = page
    meta.pagination = { total, limit, offset, has_more: offset + limit < total }
  }
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

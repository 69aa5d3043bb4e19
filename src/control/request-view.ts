import type { components } from '../../spec/generated/sandbox.ts'
import { createTextRedaction, isSecretName } from '../http/redaction.ts'
import { type KeptBody, keptText, type LoggedExchange } from '../http/request-log.ts'
import type { Issue } from '../invalid-input.ts'
import type { Services } from '../services.ts'
import { isoTime } from '../time/clock.ts'

/** A request of the log as the control API returns it. */
export type LoggedRequest = components['schemas']['LoggedRequest']

export function idOf(sequence: number): string {
  return `req_${sequence}`
}

/** The sequence that an id stands for; undefined when it is none. */
export function sequenceOf(id: string): number | undefined {
  const digits = /^req_(\d{1,15})$/.exec(id)?.[1]
  return digits === undefined ? undefined : Number(digits)
}

/** Makes what was kept of requests readable, with what gives access struck out. */
export function createRequestView({ document }: Pick<Services, 'document'>) {
  const redact = createTextRedaction(document.secretPrefixes)
  return (entry: LoggedExchange): LoggedRequest => ({
    id: idOf(entry.sequence),
    request_id: entry.requestId,
    time: isoTime(entry.time),
    account: entry.accountId ?? null,
    key: entry.key ? { id: entry.key.id, prefix: entry.key.prefix } : null,
    method: entry.method,
    url: entry.url,
    operation: entry.operationId ?? null,
    status: entry.status ?? null,
    error: entry.error ?? null,
    duration_ms: Math.max(0, Math.round(entry.durationMs * 1000) / 1000),
    fault: entry.fault ?? null,
    validation: verdictOf(entry, redact),
    request: messageOf(entry.requestHeaders, entry.requestBody, redact),
    response: messageOf(entry.responseHeaders, entry.responseBody, redact),
  })
}

function verdictOf(
  { isValid, issues }: LoggedExchange,
  redact: (text: string) => string,
): LoggedRequest['validation'] {
  if (issues === undefined) return isValid === undefined ? null : { valid: isValid, issues: [] }
  return { valid: false, issues: issues.map((issue) => shown(issue, redact)) }
}

function shown({ value, ...issue }: Issue, redact: (text: string) => string) {
  const isHidden = value === undefined || isSecretName(issue.path)
  return JSON.parse(redact(JSON.stringify(isHidden ? issue : { ...issue, value }))) as Issue
}

function messageOf(
  headers: Record<string, unknown>,
  body: KeptBody | undefined,
  redact: (text: string) => string,
): LoggedRequest['request'] {
  const kept = body && keptText(body)
  return {
    headers: shownHeaders(headers, redact),
    body: kept === undefined ? null : redact(kept.text),
    truncated: kept?.isCut ?? false,
  }
}

export function shownHeaders(
  headers: Record<string, unknown>,
  redact: (text: string) => string,
): Record<string, string> {
  const texts = Object.entries(headers).map(([name, value]) => [
    name,
    redact([value].flat().join(', ')),
  ])
  return Object.fromEntries(texts)
}

import { validateHeaderName } from 'node:http'
import { createTextRedaction, withoutCredentials } from '../runtime/redaction.ts'

export const MOST_HEADERS = 20
export const LONGEST_VALUE = 1_000

/** Headers that belong to the connection (RFC 9110 §7.6.1) or depend on the request. */
const RESERVED = new Set([
  'connection',
  'keep-alive',
  'proxy-authenticate',
  'proxy-authorization',
  'proxy-connection',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
  'expect',
  'host',
  'content-length',
  'content-type',
  'content-encoding',
  'user-agent',
])

/**
 * Why a header cannot be added to events, as a continuation of its place; undefined if it can. Names no value, which
 * may be a credential.
 */
export function customHeaderProblem(name: string, value: string): string | undefined {
  const found = JSON.stringify(name.slice(0, 100))
  try {
    validateHeaderName(name)
  } catch {
    return `must have names such as X-Tenant; found ${found}`
  }
  const lower = name.toLowerCase()
  if (RESERVED.has(lower) || lower.startsWith('webhook-')) {
    return `must not have ${found}, which the sender sets itself`
  }
  if (value === '' || value.length > LONGEST_VALUE) {
    return `must have values of 1 to ${LONGEST_VALUE} characters; that of ${found} has ${value.length}`
  }
  // Other characters could end the header, or are read differently by each server.
  if (!/^[\t\x20-\x7e]*$/.test(value)) {
    return `must have values of printable ASCII characters; that of ${found} has others`
  }
  return undefined
}

const redactText = createTextRedaction(['svc_'])

/** Headers for a log, without values that look like credentials. */
export function shownCustomHeaders(
  headers: Readonly<Record<string, string>>,
): Record<string, string> {
  const shown = Object.entries(withoutCredentials(headers)).map(([name, value]) => [
    name,
    redactText(String(value).replace(/^(Bearer|Basic|Digest) .*/i, '$1 …')),
  ])
  return Object.fromEntries(shown)
}

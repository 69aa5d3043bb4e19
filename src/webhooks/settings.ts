import { validateHeaderName } from 'node:http'
import { NO_SETTINGS, type RateLimit, type WebhookSettings } from '../accounts/webhook-settings.ts'
import { type Issue, invalidInput } from '../errors.ts'
import { createTextRedaction, withoutCredentials } from '../runtime/redaction.ts'

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

/** A change of settings; members that are left out stay, null restores the default. */
interface SettingsChange {
  headers?: Record<string, string> | null
  rate_limit?: RateLimit | null
}

/** The settings after a change. Throws ApiError for a header that cannot be sent. */
export function changedSettings(
  settings: Readonly<WebhookSettings> = NO_SETTINGS,
  { headers, rate_limit }: SettingsChange,
): WebhookSettings {
  const seen = new Set<string>()
  const issues = Object.entries(headers ?? {}).flatMap(([name, value]): Issue[] => {
    const lower = name.toLowerCase()
    const twice = seen.has(lower) ? `must have ${JSON.stringify(lower)} only once` : undefined
    seen.add(lower)
    const message = customHeaderProblem(name, value) ?? twice
    return message === undefined ? [] : [{ in: 'body', path: '/headers', message }]
  })
  if (issues.length > 0) throw invalidInput(issues)
  return {
    headers: headers === undefined ? settings.headers : { ...headers },
    rate_limit: rate_limit === undefined ? settings.rate_limit : rate_limit,
  }
}

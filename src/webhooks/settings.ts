import { NO_SETTINGS, type RateLimit, type WebhookSettings } from '../accounts/webhook-settings.ts'
import { type Issue, invalidInput } from '../errors.ts'
import { customHeaderProblem } from './custom-headers.ts'

/** A change of settings; members that are left out stay, null restores the default. */
export interface SettingsChange {
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

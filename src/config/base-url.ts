import { parsedUrl } from '../text/url.ts'
import { ConfigError } from './config-error.ts'

/**
 * The root of an API on another server, without a slash at its end. `command` is for the message.
 *
 * @throws ConfigError without the value, which may hold a password or a key.
 */
export function readBaseUrl(value: string | undefined, command: string): string {
  if (!value) {
    throw new ConfigError(
      `The base URL is missing. Give it, as in ${command} https://api.example.com/api, or set SVC_BASE_URL.`,
    )
  }
  const url = parsedUrl(value)
  if (
    !url ||
    !/^https?:$/.test(url.protocol) ||
    url.search ||
    url.hash ||
    url.username ||
    url.password
  ) {
    throw new ConfigError(
      'The base URL must be an address such as https://api.example.com/api, without a query, a fragment or a password.',
    )
  }
  return url.href.replace(/\/+$/, '')
}

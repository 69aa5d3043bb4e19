import { API_PATH } from '../config.ts'
import { parsedUrl } from '../text/url.ts'

/** The root of a server whose API is at `baseUrl`: that without `/api`. Throws a TypeError for other texts. */
export function rootOf(baseUrl: string): string {
  const address = parsedUrl(baseUrl)
  if (address === undefined || !/^https?:$/.test(address.protocol)) {
    throw new TypeError(
      `A base URL is an address such as https://api.example.com/v1; found ${JSON.stringify(baseUrl)}.`,
    )
  }
  const base = (address.origin + address.pathname).replace(/\/+$/, '')
  return base.endsWith(API_PATH) ? base.slice(0, -API_PATH.length) : base
}

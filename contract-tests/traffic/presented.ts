import { isSecretName, SECRET_FORMS } from '../../src/text/secrets.ts'
import type { Exchange } from '../http/exchange.ts'
import type { Secretive } from '../http/masking.ts'
import { redacted } from '../learning/har.ts'

/** Headers that a client or a browser adds to each request, without which it can be repeated. */
const OF_THE_CLIENT =
  /^(host|connection|content-length|user-agent|accept(-.*)?|sec-.*|origin|referer|cookie|cache-control|pragma|dnt|upgrade.*|te|via|priority|forwarded|x-forwarded-.*|x-real-ip)$/

/** An exchange of an app as reports may show it: without secrets, and without what its client adds. */
export function presented<Shown extends Exchange>(exchange: Shown, settings: Secretive): Shown {
  const { requestBody, response, requestHeaders, url } = exchange
  const hidden = (text: string) => redacted(text, settings).replace(SECRET_FORMS, '<redacted>')
  const headersOf = (headers: Record<string, string>) =>
    Object.fromEntries(
      Object.entries(headers).map(([name, value]) => [name, headerOf(name, value, hidden)]),
    )
  const sent = Object.entries(requestHeaders).filter(([name]) => !OF_THE_CLIENT.test(name))
  return {
    ...exchange,
    url: hidden(url),
    requestHeaders: headersOf(Object.fromEntries(sent)),
    ...(requestBody !== undefined && { requestBody: hidden(requestBody) }),
    ...(response && {
      response: { ...response, headers: headersOf(response.headers), text: hidden(response.text) },
    }),
  }
}

function headerOf(name: string, value: string, hidden: (text: string) => string): string {
  if (name === 'authorization') return /^Bearer \$/.test(value) ? value : 'Bearer $SVC_TOKEN'
  return isSecretName(name) ? '<redacted>' : hidden(value)
}

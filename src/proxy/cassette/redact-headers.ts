import { holdsSecret } from '../../text/secrets.ts'
import { redactNamed, redactText, redactUrl } from './redact-text.ts'
import { hideCredential, mayBeSecret } from './suspicion.ts'
import type { Secrets } from './vault.ts'

/** Names of headers that say which headers or credentials are allowed, or are public values of a handshake. */
const PUBLIC = /^(access-control-.*|sec-.*|vary|www-authenticate-.*|clear-site-data)$/i
const URLS =
  /^(:path|location|content-location|referer|origin|refresh|link|x-original-url|x-rewrite-url)$/i

/** The value of a header, without secrets. */
export function redactHeader(name: string, value: string, secrets: Secrets): string {
  const lower = name.toLowerCase()
  if (lower === 'cookie') return redactCookies(value, secrets)
  if (lower === 'set-cookie') return redactSetCookie(value, secrets)
  if (/^((www|proxy)-authenticate|authentication-info|proxy-authentication-info)$/.test(lower)) {
    return redactChallenge(value, secrets)
  }
  if (/authorization$/.test(lower)) return value === '' ? value : hideCredential(value, secrets)
  if (URLS.test(lower)) return redactLinks(lower, value, secrets)
  if (PUBLIC.test(lower)) return redactText(value, secrets)
  return redactNamed(name, value, secrets)
}

function redactCookies(value: string, secrets: Secrets): string {
  return value
    .split(';')
    .map((pair) => redactPair(pair, secrets))
    .join(';')
}

/** Exports may have several cookies in one value, in lines or with commas. */
function redactSetCookie(value: string, secrets: Secrets): string {
  return value
    .split(/(\n|,(?=\s*[^\s;,=]+=))/)
    .map((cookie) => {
      const [pair = '', ...attributes] = cookie.split(';')
      return pair.includes('=') ? [redactPair(pair, secrets), ...attributes].join(';') : cookie
    })
    .join('')
}

function redactPair(pair: string, secrets: Secrets): string {
  const equals = pair.indexOf('=')
  // A cookie without a name (RFC 6265 §5.2).
  const start = equals < 0 ? 0 : equals + 1
  return pair.slice(0, start) + hideCookie(pair.slice(start), secrets)
}

/** Any cookie may be the session's. */
export function hideCookie(value: string, secrets: Secrets): string {
  const text = value.trim()
  if (!mayBeSecret('secret', text)) return value
  return value.replace(text, () => secrets.hide(text, { weak: true }))
}

/** The nonces of a challenge; its scheme and realm stay. */
function redactChallenge(value: string, secrets: Secrets): string {
  return value.replace(/([\w-]{1,40})=("?)([^",\s]+)/g, (all, name: string, quote: string, text) =>
    (holdsSecret(name) || /^(opaque|response|rspauth)$/i.test(name)) && mayBeSecret(name, text)
      ? `${name}=${quote}${secrets.hide(text)}`
      : all,
  )
}

function redactLinks(name: string, value: string, secrets: Secrets): string {
  if (name === 'link') {
    return value.replace(/<([^<>]*)>/g, (_, url: string) => `<${redactUrl(url, secrets)}>`)
  }
  if (name === 'refresh') {
    return value.replace(
      /(url=)(.*)$/i,
      (_, before, url: string) => before + redactUrl(url, secrets),
    )
  }
  return redactUrl(value, secrets)
}

import { holdsSecret, SECRET_FORMS } from '../../text/secrets.ts'
import { mapScalars, type Place } from './json-scalars.ts'
import { isPlaceholder } from './stand-ins.ts'
import { hideCredential, looksRandom, mayBeSecret } from './suspicion.ts'
import type { Secrets } from './vault.ts'

/** `name=value` in a sentence or a log. */
const ASSIGNMENT = /(?<![\w.-])([\w.-]{1,60})=("?)([^\s&"';,<>]{4,})/g
const LINK =
  /\b[a-z][a-z+.-]{1,20}:\/\/[^\s"'<>\\]{3,}|(?<=^|["'\s])\/[^\s"'<>\\?]*\?[^\s"'<>\\]+/gi
/** In a sentence, a quote ends a link. */
const ONE_LINK = /^[a-z][a-z+.-]{1,20}:\/\/[^\s"<>\\]+$/i
/** Most texts have none of these, and no secret. */
const SUSPICIOUS = /[\d:=_?-]|[A-Z]{8}/
const HAS_JSON = /^\s*[[{"]|\{\s*"/
const LIKE_BASE64 = /^[\w+/-]{16,}={0,2}$/
/** JSON in a text of JSON, and so on. */
const DEEPEST = 6

/** A value under a name, as in a member, a parameter or a cell. */
export function redactNamed(name: string, value: string, secrets: Secrets, depth = 0): string {
  return holdsSecret(name) && mayBeSecret(name, value)
    ? hideCredential(value, secrets)
    : redactText(value, secrets, depth)
}

/** Any text: JSON, a link, a sentence. */
export function redactText(text: string, secrets: Secrets, depth = 0): string {
  if (text.length < 4 || isPlaceholder(text)) return text
  const struck = secrets.strike(text, true)
  const clean = SUSPICIOUS.test(struck) ? withoutSecrets(struck, secrets, depth) : struck
  return LIKE_BASE64.test(clean) ? redactBase64(clean, secrets, depth) : clean
}

function withoutSecrets(text: string, secrets: Secrets, depth: number): string {
  if (depth < DEEPEST && HAS_JSON.test(text)) return redactJson(text, secrets, depth)
  const links = ONE_LINK.test(text) ? redactUrl(text, secrets, depth) : text
  return links
    .replace(LINK, (link) => redactUrl(link, secrets, depth))
    .replace(ASSIGNMENT, (all, name: string, quote: string, value: string) =>
      holdsSecret(name) && mayBeSecret(name, value)
        ? `${name}=${quote}${secrets.hide(value)}`
        : all,
    )
    .replace(SECRET_FORMS, (secret) => secrets.hide(secret))
}

/** JSON, or a text that has JSON in it, such as events of a stream. */
export function redactJson(text: string, secrets: Secrets, depth = 0): string {
  let label = ''
  const clean = mapScalars(text, (value, place, isNumber) => {
    const name = nearest(place)
    if (isNumber) {
      const isSecret = /(^|[-_])(pin|otp|passcode|password|cvv|cvc)$/i.test(name)
      return isSecret ? secrets.hide(value, { shape: 'number', weak: true }) : undefined
    }
    // A list of headers or settings: `{ "name": "X-Api-Key", "value": "…" }`.
    if (/^(name|key|header|field)$/i.test(name)) label = value
    if (/^value$/i.test(name)) return redactNamed(label, value, secrets, depth + 1)
    const isRandom = looksRandom(value) && (isKey(name) || place.slice(-6, -1).some(holdsSecret))
    return isRandom ? secrets.hide(value) : redactNamed(name, value, secrets, depth + 1)
  })
  // Names of members may be secrets, too.
  return secrets.strike(clean).replace(SECRET_FORMS, (secret) => secrets.hide(secret))
}

/** The name of a value; for an element of a list, that of the list. */
function nearest(place: Place): string {
  return place.slice(-3).findLast((name) => name !== '') ?? ''
}

function isKey(name: string): boolean {
  return /^(key|code)$/i.test(name)
}

/** A URL or a reference: name and password, path, query and fragment. */
export function redactUrl(url: string, secrets: Secrets, depth = 0): string {
  const [, before = '', query, fragment] = /^([^?#]*)(?:\?([^#]*))?(?:#(.*))?$/s.exec(url) ?? []
  const [, scheme = '', authority = '', path = ''] =
    /^((?:[a-z][a-z\d+.-]*:)?\/\/)?((?<=\/\/)[^/]*)?(.*)$/is.exec(before) ?? []
  const at = authority.lastIndexOf('@')
  const user = at < 0 ? '' : `${redactUser(authority.slice(0, at), secrets)}@`
  const segments = path.split('/').map((segment) => redactSegment(segment, secrets))
  return [
    scheme + user + authority.slice(at + 1) + segments.join('/'),
    query === undefined ? '' : `?${redactQuery(query, secrets, depth)}`,
    fragment === undefined ? '' : `#${redactQuery(fragment, secrets, depth)}`,
  ].join('')
}

function redactUser(info: string, secrets: Secrets): string {
  const [user = '', ...rest] = info.split(':')
  const hidden = (text: string) =>
    text === '' || isPlaceholder(text) ? text : encodeURIComponent(secrets.hide(decoded(text)))
  // Without a password, the name is the key.
  return rest.length === 0 ? hidden(user) : `${user}:${hidden(rest.join(':'))}`
}

function redactSegment(segment: string, secrets: Secrets): string {
  const text = decoded(segment)
  const [, stem = text, extension = ''] = /^(.*?)(\.[a-z\d]{1,5})?$/is.exec(text) ?? []
  const clean = looksRandom(stem)
    ? secrets.hide(stem) + extension
    : secrets.strike(text).replace(SECRET_FORMS, (secret) => secrets.hide(secret))
  return clean === text ? segment : encodeURIComponent(clean)
}

/** A query or a form. */
export function redactQuery(query: string, secrets: Secrets, depth = 0): string {
  const isLogin = /(^|&)(state|grant_type|client_id)=/.test(query)
  return query
    .split('&')
    .map((parameter) => {
      const [rawName = '', ...rest] = parameter.split('=')
      const name = decoded(rawName.replaceAll('+', ' '))
      const raw = rest.join('=')
      const value = decoded(raw.replaceAll('+', ' '))
      if (rest.length === 0) return redactSegment(parameter, secrets)
      const isCode = (name === 'code' && isLogin) || (name === 'key' && /\d/.test(value))
      const clean =
        isCode && mayBeSecret(name, value)
          ? secrets.hide(value)
          : redactNamed(name, value, secrets, depth + 1)
      return clean === value ? parameter : `${rawName}=${encodeURIComponent(clean)}`
    })
    .join('&')
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

/** Base64 is hidden as a whole if the text in it holds a secret. */
function redactBase64(base64: string, secrets: Secrets, depth: number): string {
  const text = Buffer.from(base64, 'base64').toString()
  // Bytes that are no text have U+FFFD or control characters.
  const isText = !/[\ufffd\p{Cc}]/u.test(text.replace(/[\t\n\r]/g, ''))
  if (!isText || depth >= DEEPEST) return base64
  return redactText(text, secrets, depth + 1) === text ? base64 : secrets.hide(base64)
}

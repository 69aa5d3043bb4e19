import type { Entry, Request } from 'har-format'
import { holdsSecret, SECRET_FORMS } from '../../text/secrets.ts'
import { mapScalars } from './json-scalars.ts'
import { isPlaceholder, type Vault } from './vault.ts'

/*
 * What is hidden from a cassette: values under the name of a secret, texts of the form of a token, and each secret that was
 * found, wherever else it is. In plain text, JSON, forms, tables and markup, and in base64 of whole values.
 */

/** An entry of HAR without secrets. Members that HAR does not know are kept, and redacted as well. */
export function redactEntry(entry: Entry, vault: Vault): Entry {
  const { request, ...others } = entry
  // The request first: its credentials are also found in the response. In the order of the entry, for people who read it.
  const redacted = {
    ...entry,
    request: redactMembers(request, vault),
    ...redactMembers(others, vault),
  }
  return strikeEntry(redacted, vault)
}

export function redactRequest(request: Request, vault: Vault): Request {
  return strikeEntry(redactMembers(request, vault), vault)
}

/** Redacts the members of a part of an archive: lists of headers, bodies, links and other texts. */
export function redactMembers<T extends object>(part: T, vault: Vault): T {
  const members = Object.entries(part).map(([name, value]) => [
    name,
    redactMember(name, value, vault),
  ])
  return Object.fromEntries(members) as T
}

type Item = { name: string; value: string }

const redactParameter = ({ name, value }: Item, vault: Vault) => redactNamed(name, value, vault)

/** Lists of names and values, where the name alone does not say what is hidden. */
const LISTS: Readonly<Record<string, (item: Item, vault: Vault) => string>> = {
  headers: redactHeader,
  cookies: ({ value }, vault) => hideCookie(value, vault),
}

function redactMember(name: string, value: unknown, vault: Vault): unknown {
  if (typeof value === 'string') {
    return /url$/i.test(name) ? redactUrl(value, vault) : redactNamed(name, value, vault)
  }
  // HAR leaves names with _ to the tools, so their members may have any form.
  if (name.startsWith('_')) {
    const json = redactScalars(JSON.stringify({ [name]: value }), vault)
    return Object.values(JSON.parse(json) as object)[0]
  }
  if (Array.isArray(value)) {
    const redactItem = (Object.hasOwn(LISTS, name) && LISTS[name]) || redactParameter
    return value.map((each) =>
      typeof each?.name === 'string' && typeof each.value === 'string'
        ? { ...each, value: redactItem(each as Item, vault) }
        : redactMember(name, each, vault),
    )
  }
  if (typeof value !== 'object' || value === null) return value
  return name === 'content' || name === 'postData'
    ? redactContent(value as Body, vault)
    : redactMembers(value, vault)
}

/** A value, such as an entry, without secrets that became known after it was redacted. */
export function strikeEntry<T extends object>(entry: T, vault: Vault): T {
  return mapTexts(entry, (text) => vault.strike(text)) as T
}

/** Headers that say which headers or credentials are allowed, or are public values of a handshake. */
const PUBLIC = /^(access-control-.*|sec-.*|vary|clear-site-data)$/i

function redactHeader({ name, value }: Item, vault: Vault): string {
  const lower = name.toLowerCase()
  if (lower === 'cookie') {
    return value
      .split(';')
      .map((pair) => hideCookie(pair, vault))
      .join(';')
  }
  if (lower === 'set-cookie') {
    // Exports may have several cookies in one value, in lines or with commas.
    return value.replace(/(^|\n|,(?=\s*[^\s;,=]+=))([^;,\n]*)/g, (_, before, pair: string) =>
      pair.includes('=') ? before + hideCookie(pair, vault) : before + pair,
    )
  }
  if (/authorization$/.test(lower)) return value && hideCredential(value, vault)
  return PUBLIC.test(lower) ? redactText(value, vault) : redactNamed(name, value, vault)
}

/** Any cookie may be the session's. One without a name is only a value (RFC 6265 §5.2). */
function hideCookie(pair: string, vault: Vault): string {
  const start = pair.indexOf('=') + 1
  const value = pair.slice(start).trim()
  return mayBeSecret('secret', value)
    ? pair.slice(0, start) + pair.slice(start).replace(value, () => vault.hide(value))
    : pair
}

/** The content of a response, or the data of a request, whose encoding is a member of our own. */
interface Body {
  mimeType?: string
  text?: string
  encoding?: string
  _encoding?: string
}

/** A body as HAR has it: text, or bytes in base64, which stay bytes unless they are text with a secret in it. */
function redactContent(content: Body, vault: Vault): Body {
  const { text, encoding, _encoding, mimeType = '', ...others } = content
  const clean = redactMembers(others, vault)
  const body = { ...content, ...clean }
  if (text === undefined) return body
  if ((encoding ?? _encoding) !== 'base64') {
    return { ...body, text: redactBody(text, mimeType, vault) }
  }
  const bytes = Buffer.from(text, 'base64')
  const asText = textOf(bytes, mimeType)
  if (asText !== undefined) {
    const shown = redactBody(asText, mimeType, vault)
    return shown === asText ? body : { mimeType, ...clean, text: shown }
  }
  // Formats of bytes have offsets, so nothing may move.
  const cover = (secret: string) => 'x'.repeat(secret.length)
  const characters = bytes.toString('latin1')
  const blank = vault.strike(characters.replace(SECRET_FORMS, cover), cover)
  return blank === characters
    ? body
    : { ...body, text: Buffer.from(blank, 'latin1').toString('base64') }
}

/** The text of a body in its character set; undefined if it is none. */
export function textOf(bytes: Uint8Array, mediaType: string): string | undefined {
  const declared = /charset="?([\w-]{1,30})/i.exec(mediaType)?.[1]
  const isUtf16 = bytes[0] === 0xff && bytes[1] === 0xfe
  try {
    const charset = declared ?? (isUtf16 ? 'utf-16le' : 'utf-8')
    return new TextDecoder(charset, { fatal: true, ignoreBOM: true }).decode(bytes)
  } catch {
    return undefined
  }
}

/** A body as text, by its media type. Lengths may change. */
function redactBody(text: string, mediaType: string, vault: Vault): string {
  const type = (mediaType.split(';')[0] as string).trim().toLowerCase()
  if (type === 'application/x-www-form-urlencoded') return redactQuery(text, vault)
  const boundary = /^multipart\/.*;\s*boundary="?([^";]{1,100})/i.exec(mediaType)?.[1]
  if (boundary !== undefined) return redactParts(text, boundary, vault)
  if (/[/+]json$/.test(type)) return redactJson(text, vault)
  if (/csv|tab-separated/.test(type)) return redactText(redactTable(text, vault), vault)
  return redactText(text.includes('"') ? redactJson(text, vault) : text, vault)
}

/** Parts of a form (RFC 7578). */
function redactParts(text: string, boundary: string, vault: Vault): string {
  return text
    .split(`--${boundary}`)
    .map((part) => {
      const [, head = '', body = '', end = ''] = /^(.*?\r?\n\r?\n)(.*?)(\r?\n)?$/s.exec(part) ?? []
      if (head === '') return redactText(part, vault)
      const name = /\bname="([^"]{1,200})"/i.exec(head)?.[1] ?? ''
      const type = /^content-type:\s*(\S[^\r\n]*)/im.exec(head)?.[1] ?? ''
      const clean =
        type === '' || holdsSecret(name)
          ? redactNamed(name, body, vault)
          : redactBody(body, type, vault)
      return redactText(head, vault) + clean + end
    })
    .join(`--${boundary}`)
}

const CELL = /("(?:[^"]|"")*"?|[^\t,;\r\n]*)([\t,;]|\r?\n|$)/gy

/** Columns of secrets, by the first row. */
function redactTable(text: string, vault: Vault): string {
  const names: string[] = []
  let row = 0
  let column = 0
  return text.replace(CELL, (all, cell: string, end: string) => {
    const quote = cell.startsWith('"') ? '"' : ''
    const value = quote ? cell.slice(1).replace(/"$/, '').replaceAll('""', '"') : cell
    if (row === 0) names.push(value)
    const isHidden = row > 0 && isSecret(names[column] ?? '', value)
    column = end.endsWith('\n') ? 0 : column + 1
    if (column === 0) row += 1
    return isHidden ? quote + hideCredential(value, vault) + quote + end : all
  })
}

/** A name and its value in a text: a line of settings, an element, a tag of a page, `name=value` in a sentence. */
const NAMED_IN_TEXT = [
  /^[ \t]*(?:export +)?["']?(?<name>[\w.-]{1,60})["']?[ \t]*[:=][ \t]*["']?(?<value>[^\s"'[{(<][^\r\n"']*)/gm,
  /<(?:[\w-]{1,30}:)?(?<name>[\w.-]{1,60})(?:\s[^<>]{0,300})?>(?<value>[^<>]{1,4000})<\//g,
  /<(?:input|meta)\s[^<>]{0,300}?\bname=["']?(?<name>[\w.-]{1,60})[^<>]{1,300}?\b(?:value|content)=["']?(?<value>[^"'\s<>]+)/gi,
  /(?<![\w.-])(?<name>[\w.-]{1,60})="?(?<value>[^\s&"';,<>]{4,})/g,
]
const LINK =
  /\b[a-z][a-z+.-]{1,20}:\/\/[^\s"'<>\\]{3,}|(?<=^|["'\s])\/[^\s"'<>\\?]*\?[^\s"'<>\\]+/gi
/** In a sentence, a quote ends a link. */
const ONE_LINK = /^[a-z][a-z+.-]{1,20}:\/\/[^\s"<>\\]+$/i
/** A text without any of these has no name, no link and no form of a token in it. */
const MAY_HOLD = /[\d:=_?<-]|[A-Z]{8}/
const HAS_JSON = /^\s*[[{"]|\{\s*"/
/** JSON in a text of JSON, and so on. */
const DEEPEST = 6

/** Any text: JSON, a link, a sentence. */
function redactText(text: string, vault: Vault, depth = 0): string {
  if (text.length < 4 || isPlaceholder(text)) return text
  const struck = vault.strike(text)
  return holdsBase64(struck, vault, depth)
    ? vault.hide(struck)
    : withoutSecrets(struck, vault, depth)
}

function withoutSecrets(text: string, vault: Vault, depth: number): string {
  if (!MAY_HOLD.test(text)) return text
  if (depth < DEEPEST && HAS_JSON.test(text)) return redactJson(text, vault, depth)
  if (ONE_LINK.test(text)) return redactUrl(text, vault, depth)
  let clean = text.replace(LINK, (link) => redactUrl(link, vault, depth))
  for (const pattern of NAMED_IN_TEXT) {
    clean = clean.replace(pattern, (all: string, ...found) => {
      const { name = '', value = '' } = found.at(-1) as Record<string, string>
      if (!isSecret(name, value.trim())) return all
      const at = all.lastIndexOf(value)
      const rest = all.slice(at + value.length)
      return all.slice(0, at) + hideCredential(value.trim(), vault) + rest
    })
  }
  return clean.replace(SECRET_FORMS, (secret) => vault.hide(secret))
}

/** Whether a text is base64 of a text with a secret in it. */
function holdsBase64(text: string, vault: Vault, depth: number): boolean {
  if (depth >= DEEPEST || !/^[\w+/-]{16,}={0,2}$/.test(text)) return false
  const inside = Buffer.from(text, 'base64').toString()
  // Bytes that are no text have U+FFFD or control characters.
  if (/[\ufffd\p{Cc}]/u.test(inside.replace(/[\t\n\r]/g, ''))) return false
  return redactText(inside, vault, depth + 1) !== inside
}

/** A value under a name, as in a member or a parameter. */
function redactNamed(name: string, value: string, vault: Vault, depth = 0): string {
  return isSecret(name, value) ? hideCredential(value, vault) : redactText(value, vault, depth)
}

/** JSON, or a text that has JSON in it, such as events of a stream. */
function redactJson(text: string, vault: Vault, depth = 0): string {
  const clean = redactScalars(text, vault, depth)
  // Names of members may be secrets, too.
  return vault.strike(clean).replace(SECRET_FORMS, (secret) => vault.hide(secret))
}

/** Texts and numbers in JSON, which stays JSON. */
function redactScalars(text: string, vault: Vault, depth = 0): string {
  let label = ''
  return mapScalars(text, (value, place, isNumber) => {
    // An element of a list has the name of the list.
    const name = place.slice(-3).findLast((each) => each !== '') ?? ''
    if (isNumber) {
      const isHidden = /(^|[-_])(pin|otp|passcode|password|cvv|cvc)$/i.test(name)
      return isHidden ? vault.hide(value, 'number') : value
    }
    // A list of headers or settings: `{ "name": "X-Api-Key", "value": "…" }`.
    if (/^(name|key|header|field)$/i.test(name)) label = value
    const isBelowSecret = /^(key|code)$/i.test(name) || place.slice(-6, -1).some(holdsSecret)
    if (isBelowSecret && looksRandom(value)) return vault.hide(value)
    return redactNamed(/^value$/i.test(name) ? label : name, value, vault, depth + 1)
  })
}

/** A URL or a reference: name and password, path, query and fragment. */
export function redactUrl(url: string, vault: Vault, depth = 0): string {
  const [, scheme = '', user = '', path = '', query, fragment] =
    /^((?:[a-z][a-z\d+.-]*:)?\/\/)?(?:(?<=\/\/)([^/?#]*)@)?([^?#]*)(?:\?([^#]*))?(?:#(.*))?$/is.exec(
      url,
    ) ?? []
  return [
    scheme,
    user && `${redactUser(user, vault)}@`,
    path.replace(/[^/]+/g, (segment) => redactSegment(segment, vault)),
    query === undefined ? '' : `?${redactQuery(query, vault, depth)}`,
    fragment === undefined ? '' : `#${redactQuery(fragment, vault, depth)}`,
  ].join('')
}

/** `user:password`. Without a password, the name is the key. */
function redactUser(info: string, vault: Vault): string {
  const start = info.indexOf(':') + 1
  const secret = decoded(info.slice(start))
  const isHidden = secret !== '' && !isPlaceholder(secret)
  return isHidden ? info.slice(0, start) + encodeURIComponent(vault.hide(secret)) : info
}

function redactSegment(segment: string, vault: Vault): string {
  const text = decoded(segment)
  const [, stem = text, extension = ''] = /^(.*?)(\.[a-z\d]{1,5})?$/is.exec(text) ?? []
  const clean = looksRandom(stem)
    ? vault.hide(stem) + extension
    : vault.strike(text).replace(SECRET_FORMS, (secret) => vault.hide(secret))
  return clean === text ? segment : encodeURIComponent(clean)
}

/** A query or a form. */
function redactQuery(query: string, vault: Vault, depth = 0): string {
  const isLogin = /(^|&)(state|grant_type|client_id)=/.test(query)
  return query.replace(/[^&]+/g, (parameter) => {
    const at = parameter.indexOf('=')
    if (at < 0) return redactSegment(parameter, vault)
    const name = decoded(parameter.slice(0, at).replaceAll('+', ' '))
    const value = decoded(parameter.slice(at + 1).replaceAll('+', ' '))
    const isCode = (name === 'code' && isLogin) || (name === 'key' && /\d/.test(value))
    const clean = redactNamed(isCode ? 'secret' : name, value, vault, depth + 1)
    return clean === value ? parameter : parameter.slice(0, at + 1) + encodeURIComponent(clean)
  })
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

/** Names of what may be a word: a session that is open, a private campaign. */
const MAY_BE_A_WORD = /^(?!.*(passw|secret|token|key|pin$|otp)).*(session|private|cookie|sign)/i

/** A date, a mask, a switch, or no text at all: no secret under any name. */
const HARMLESS =
  /^(\s*|true|false|null|undefined|none|[*•·x.…-]{3,}|\d{4}-\d\d-\d\d(T[\d:.]+(Z|[+-][\d:]+)?)?)$/i

/** Schemes of credentials (RFC 9110 §11.1), which stay. */
const SCHEME =
  /^(bearer|basic|digest|token|api-?key|negotiate|ntlm|oauth|hmac\S*|signature|dpop|aws4-\S+) +(\S.*)$/is

function isSecret(name: string, value: string): boolean {
  return holdsSecret(name) && mayBeSecret(name, value)
}

function mayBeSecret(name: string, value: string): boolean {
  if (HARMLESS.test(value) || isPlaceholder(value)) return false
  return !MAY_BE_A_WORD.test(name) || /\d/.test(value) || value.length >= 16
}

/** Whether a text looks like random characters, as keys and signatures do: no word, no number, no UUID. */
function looksRandom(text: string): boolean {
  if (!/^[\w+/=.~-]{20,}$/.test(text)) return false
  if (/^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i.test(text)) return false
  if (/^[\da-f]{32,}$/i.test(text)) return true
  return /[a-z]/.test(text) && /[A-Z]/.test(text) && /\d/.test(text)
}

/** Hides a credential, and keeps its scheme: `Bearer <SVC_TOKEN>`. */
function hideCredential(value: string, vault: Vault): string {
  const [, scheme, credential] = SCHEME.exec(value) ?? []
  if (scheme === undefined || credential === undefined) return vault.hide(value)
  if (isPlaceholder(credential)) return value
  if (/^basic$/i.test(scheme)) {
    const given = Buffer.from(credential, 'base64').toString()
    const password = given.slice(given.indexOf(':') + 1)
    // Elsewhere, the password is not in base64.
    if (password !== '') vault.hide(password)
  }
  const isKey = /^bearer$/i.test(scheme)
  return `${scheme} ${isKey ? vault.hideKey(credential) : vault.hide(credential)}`
}

/** A copy in which each text is changed. */
function mapTexts(value: unknown, change: (text: string) => string): unknown {
  if (typeof value === 'string') return change(value)
  if (Array.isArray(value)) return value.map((each) => mapTexts(each, change))
  if (typeof value !== 'object' || value === null) return value
  const members = Object.entries(value).map(([key, each]) => [key, mapTexts(each, change)])
  return Object.fromEntries(members)
}

import type {
  Content,
  Cookie,
  Entry,
  Header,
  Param,
  PostData,
  QueryString,
  Request,
} from 'har-format'
import { SECRET_FORMS } from '../../text/secrets.ts'
import { redactBody } from './redact-body.ts'
import { hideCookie, redactHeader } from './redact-headers.ts'
import { redactNamed, redactUrl } from './redact-text.ts'
import type { Secrets } from './vault.ts'

/** An entry of HAR without secrets. Members that HAR does not know are kept, and redacted as well. */
export function redactEntry(entry: Entry, secrets: Secrets): Entry {
  const { request, response, ...others } = entry
  const redacted = {
    // In the order of the entry, for people who read the file.
    ...entry,
    ...redactLog(others, secrets),
    // The request first: its credentials are also found in the response.
    request: redactRequest(request, secrets),
    response: {
      ...response,
      headers: redactHeaders(response.headers, secrets),
      cookies: redactCookies(response.cookies, secrets),
      content: redactContent(response.content, secrets),
      redirectURL: redactUrl(response.redirectURL, secrets),
    },
  }
  return strikeEntry(redacted, secrets)
}

/** Redacts the parts of a file around its entries, such as the titles of pages, which may be URLs. */
export function redactLog<T extends object>(log: T, secrets: Secrets): T {
  return mapTexts(log, (text, name) => redactNamed(name, text, secrets)) as T
}

export function redactRequest(request: Request, secrets: Secrets): Request {
  const { headers, cookies, postData, queryString, url } = request
  const redacted = {
    ...request,
    headers: redactHeaders(headers, secrets),
    cookies: redactCookies(cookies, secrets),
    ...(postData && { postData: redactPostData(postData, secrets) }),
    queryString: queryString.map((parameter) => redactParameter(parameter, secrets)),
    url: redactUrl(url, secrets),
  }
  return mapTexts(redacted, (text) => secrets.strike(text)) as Request
}

/** A value, such as an entry, without secrets that became known after it was redacted. */
export function strikeEntry<T extends object>(entry: T, secrets: Secrets): T {
  return mapTexts(entry, (text) => secrets.strike(text)) as T
}

function redactHeaders(headers: Header[], secrets: Secrets): Header[] {
  return headers.map((header) => ({
    ...header,
    value: redactHeader(header.name, header.value, secrets),
  }))
}

function redactCookies(cookies: Cookie[], secrets: Secrets): Cookie[] {
  return cookies.map((cookie) => ({ ...cookie, value: hideCookie(cookie.value, secrets) }))
}

function redactParameter<T extends QueryString | Param>(parameter: T, secrets: Secrets): T {
  const { name, value } = parameter
  return value === undefined
    ? parameter
    : { ...parameter, value: redactNamed(name, value, secrets) }
}

/** `_encoding` is ours, as that of the content of responses. */
function redactPostData(postData: PostData & { _encoding?: string }, secrets: Secrets): PostData {
  const { text, params, ...rest } = postData
  const body: Partial<Encoded> =
    text === undefined
      ? {}
      : redactEncoded({ text, encoding: rest._encoding, mimeType: rest.mimeType }, secrets)
  const { _encoding: _, ...described } = rest
  return {
    ...described,
    ...(body.text !== undefined && { text: body.text }),
    ...(body.encoding && { _encoding: body.encoding }),
    ...(params && { params: params.map((param) => redactParameter(param, secrets)) }),
  } as PostData
}

function redactContent(content: Content, secrets: Secrets): Content {
  const { text, encoding, ...rest } = content
  if (text === undefined) return content
  return { ...rest, ...redactEncoded({ text, encoding, mimeType: rest.mimeType }, secrets) }
}

interface Encoded {
  text: string
  encoding?: string | undefined
}

/** A body as HAR has it: text, or bytes in base64, which stay bytes unless they are text with a secret in it. */
function redactEncoded(
  { text, encoding, mimeType }: Encoded & { mimeType: string },
  secrets: Secrets,
): Encoded {
  if (encoding !== 'base64') return { text: redactBody(text, mimeType, secrets) }
  const bytes = Buffer.from(text, 'base64')
  const asText = textOf(bytes, mimeType)
  if (asText === undefined) {
    const characters = bytes.toString('latin1')
    const blank = blanked(characters, secrets)
    return {
      encoding,
      text: blank === characters ? text : Buffer.from(blank, 'latin1').toString('base64'),
    }
  }
  const clean = redactBody(asText, mimeType, secrets)
  return clean === asText ? { text, encoding } : { text: clean }
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

/** Bytes, as characters, with `x` over each secret: formats of bytes have offsets, so nothing may move. */
function blanked(characters: string, secrets: Secrets): string {
  return secrets.blank(
    characters.replace(SECRET_FORMS, (secret) => {
      secrets.hide(secret)
      return 'x'.repeat(secret.length)
    }),
  )
}

/** A copy in which each text is changed; `name` is that of the member, or of the list that it is an element of. */
function mapTexts(
  value: unknown,
  change: (text: string, name: string) => string,
  name = '',
): unknown {
  if (typeof value === 'string') return change(value, name)
  if (Array.isArray(value)) return value.map((each) => mapTexts(each, change, name))
  if (typeof value !== 'object' || value === null) return value
  const members = Object.entries(value).map(([key, each]) => [key, mapTexts(each, change, key)])
  return Object.fromEntries(members)
}

import type { Header, PostData, Request } from 'har-format'
import { holdsSecret } from '../../text/secrets.ts'
import { isPlaceholder, PLACEHOLDER } from './vault.ts'

/** The parts of a request that recordings are matched by. Redacted: placeholders replace secrets. */
export interface RequestKey {
  method: string
  /** Path below the root of the API; undefined outside. */
  apiPath: string | undefined
  /** Path of the URL. */
  path: string
  /** Each with the query. */
  apiHead: string | undefined
  head: string
  /** Decoded, in the order of their names. */
  query: readonly (readonly [name: string, value: string])[]
  /** Normalised; undefined if it was not recorded. */
  body: string | undefined
  /** Values of headers that are credentials. */
  credentials: readonly string[]
  /** Whether the client asks for changes only, so that a 304 is an answer. */
  isConditional: boolean
}

/** `apiPath`: path and query below the root of the API; undefined outside. */
export function keyOf(
  request: Pick<Request, 'method' | 'url' | 'headers' | 'bodySize' | 'postData'>,
  apiPath: string | undefined,
): RequestKey {
  const { method, url, headers } = request
  const reference = url.replace(/#.*$/s, '')
  const [address = '', query = ''] = splitAt(reference, '?')
  const path = address.replace(/^[a-z][a-z\d+.-]*:\/\/[^/]*/i, '') || '/'
  const parameters = normalQuery(query)
  const paths = [apiPath && splitAt(apiPath, '?')[0], path].map((each) => each && normalPath(each))
  const [apiHead, head] = paths.map((each) => each && withQuery(each, parameters))
  return {
    method: method.toUpperCase(),
    apiPath: paths[0],
    path: paths[1] as string,
    apiHead,
    head: head as string,
    query: parameters,
    body: normalBody(request),
    credentials: headers.filter(({ name }) => isCredential(name)).map(({ value }) => value),
    isConditional: headers.some(({ name }) => /^if-(none-match|modified-since)$/i.test(name)),
  }
}

/** A path and the query in one text. */
function withQuery(path: string, query: RequestKey['query']): string {
  const search = query.map(([name, value]) => `${name}=${value}`).join('&')
  return search === '' ? path : `${path}?${search}`
}

function isCredential(name: string): boolean {
  return holdsSecret(name) && !/cookie|^(access-control|sec)-/i.test(name)
}

function normalPath(path: string): string {
  return path
    .split('/')
    .map((segment) => decoded(segment).replaceAll('/', '%2F'))
    .join('/')
}

function normalQuery(query: string): [string, string][] {
  return query
    .split('&')
    .filter((parameter) => parameter !== '')
    .map((parameter): [string, string] => {
      const [name = '', value = ''] = splitAt(parameter, '=')
      return [decoded(name.replaceAll('+', ' ')), decoded(value.replaceAll('+', ' '))]
    })
    .sort(([one], [other]) => (one < other ? -1 : one > other ? 1 : 0))
}

/** Undefined if no one knows the body: in an archive, a size of -1 means that. */
function normalBody(request: Parameters<typeof keyOf>[0]): string | undefined {
  const { postData } = request
  const text = postData && (postData.text || formOf(postData))
  if (!text) return hasNoBody(request) ? '' : undefined
  const { mimeType } = postData
  if (/[/+]json\b/i.test(mimeType)) return normalJson(text)
  if (/^application\/x-www-form-urlencoded/i.test(mimeType))
    return JSON.stringify(normalQuery(text))
  const boundary = /^multipart\/.*;\s*boundary="?([^";]{1,100})/i.exec(mimeType)?.[1]
  // A client chooses it at random.
  return boundary === undefined ? text : text.replaceAll(boundary, 'boundary')
}

function hasNoBody({ method, bodySize, headers }: Parameters<typeof keyOf>[0]): boolean {
  const length = headerOf(headers, 'content-length')
  if (/^(GET|HEAD)$/i.test(method)) return true
  return length === undefined ? bodySize === 0 : Number(length) === 0
}

export function headerOf(headers: readonly Header[], name: string): string | undefined {
  return headers.find((each) => each.name.toLowerCase() === name)?.value
}

/** Some browsers list the parameters of a form, and leave out its text. Those of an upload lack its bytes. */
function formOf({ mimeType, params }: PostData): string | undefined {
  if (/^multipart\//i.test(mimeType)) return undefined
  return params
    ?.map(({ name, value }) => `${encodeURIComponent(name)}=${encodeURIComponent(value ?? '')}`)
    .join('&')
}

/** JSON with the members of its objects in order. */
export function normalJson(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text), (_, value: unknown) =>
      typeof value === 'object' && value !== null && !Array.isArray(value)
        ? Object.fromEntries(Object.entries(value).sort(([one], [other]) => (one < other ? -1 : 1)))
        : value,
    )
  } catch {
    // No JSON, or nested too deeply.
    return text
  }
}

/** The parts before and after the first separator. */
function splitAt(text: string, separator: string): string[] {
  const at = text.indexOf(separator)
  return at < 0 ? [text] : [text.slice(0, at), text.slice(at + 1)]
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

/** How a request fits a recording. */
interface Fit {
  /** The request's texts in place of the placeholders of the recording. */
  values: [placeholder: string, text: string][]
  /** How much speaks against it: 0 for the same request. */
  conflicts: number
}

/** Undefined if a request does not fit a recording. */
export function fitOf(recorded: RequestKey, asked: RequestKey): Fit | undefined {
  // HEAD is answered by GET, without the body (RFC 9110 §9.3.2).
  const isSame = recorded.method === asked.method
  if (!isSame && !(asked.method === 'HEAD' && recorded.method === 'GET')) return undefined
  const below =
    recorded.apiHead !== undefined && asked.apiHead !== undefined
      ? filled(recorded.apiHead, asked.apiHead)
      : undefined
  const head = below ?? filled(recorded.head, asked.head)
  if (!head) return undefined
  const isCompared = recorded.body !== undefined && asked.body !== undefined
  const inBody = isCompared ? filled(recorded.body as string, asked.body as string) : []
  if (!inBody) return undefined
  const length = Math.max(recorded.credentials.length, asked.credentials.length)
  const inHeaders = Array.from({ length }, (_, index) =>
    filled(recorded.credentials[index] ?? '', asked.credentials[index] ?? ''),
  )
  const values = [...head, ...inBody, ...inHeaders.flatMap((found) => found ?? [])]
  // A placeholder may also stand for a text that was found to be a secret later.
  const open = values.filter(([, text]) => !isPlaceholder(text)).length
  const conflicts = [
    isSame ? 0 : 10_000,
    below ? 0 : 1000,
    open * 100,
    inHeaders.filter((found) => found === undefined).length,
    isCompared ? 0 : 1,
  ]
  return { values, conflicts: conflicts.reduce((sum, each) => sum + each) }
}

/** The texts that replace the placeholders of a template; undefined if the texts differ elsewhere. */
function filled(template: string, text: string): [string, string][] | undefined {
  const placeholders = /<|%3C/.test(template) ? (template.match(PLACEHOLDER) ?? []) : []
  if (placeholders.length === 0) return template === text ? [] : undefined
  const literals = template.split(PLACEHOLDER)
  const [first = ''] = literals
  if (!text.startsWith(first)) return undefined
  const values: [string, string][] = []
  let at = first.length
  for (const [index, placeholder] of placeholders.entries()) {
    const literal = literals[index + 1] as string
    const isLast = index === placeholders.length - 1
    const end = isLast ? text.length - literal.length : text.indexOf(literal, at + 1)
    if (end <= at || !text.startsWith(literal, end)) return undefined
    const value = text.slice(at, end)
    // A value of one place never reaches into another.
    if (!isPlaceholder(value) && /[\n&?]/.test(value)) return undefined
    values.push([placeholder, value])
    at = end + literal.length
  }
  return at === text.length ? values : undefined
}

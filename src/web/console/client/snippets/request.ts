import type { components } from '../../../../../spec/generated/sandbox.ts'

export type LoggedRequest = components['schemas']['LoggedRequest']
/** The members of a logged request that sending it again needs. */
export type Sent = Pick<LoggedRequest, 'method' | 'url'> & {
  request: Pick<LoggedRequest['request'], 'headers' | 'body'>
}

/** The languages of snippets, by the name of their tab. */
export const LANGUAGES = ['curl', 'fetch', 'axios', 'Python', 'vitest'] as const
export type Language = (typeof LANGUAGES)[number]

/** A request as a snippet sends it. `url` is absolute; an `Authorization` that ends with `…` takes the token of SVC_TOKEN. */
export interface SnippetRequest {
  method: string
  url: string
  headers: Readonly<Record<string, string>>
  body: string | undefined
}

/** Headers of the connection or of the browser: clients send their own, or the API does not read them. */
const NOT_WORTH_SENDING =
  /^(host|content-length|connection|keep-alive|transfer-encoding|te|trailer|upgrade|expect|proxy-.*|accept-encoding|user-agent|sec-.*|dnt|priority|pragma|cache-control|referer|origin|accept-language)$/

/** The log and snippets contain this instead of secrets. */
export const STRUCK_OUT = '…'
/** The environment variable of the token. */
export const TOKEN_VARIABLE = 'SVC_TOKEN'

/** A logged request. `base` is the address of the server, such as `http://localhost:4010/`. */
export function requestOf({ method, url, request }: Sent, base: string): SnippetRequest {
  const { headers, body } = request
  const sent = Object.entries(headers)
    .filter(
      ([name, value]) => !NOT_WORTH_SENDING.test(name) && !(name === 'accept' && value === '*/*'),
    )
    .map(([name, value]) => [titleOf(name), value])
  return {
    method,
    url: /^https?:\/\//.test(url) ? url : base.replace(/\/$/, '') + url,
    headers: Object.fromEntries(sent),
    body: body ?? undefined,
  }
}

const titleOf = (name: string) => name.replace(/(^|-)[a-z]/g, (begin) => begin.toUpperCase())

/** The scheme before a removed token, such as `Bearer `; undefined for any other header. */
export function schemeOf(name: string, value: string): string | undefined {
  if (name.toLowerCase() !== 'authorization' || !value.endsWith(STRUCK_OUT)) return undefined
  return /^\w+ /.exec(value)?.[0] ?? ''
}

/** Why a request cannot be repeated as it was, if it cannot. */
export function problemOfReplay({
  url,
  request,
}: Pick<LoggedRequest, 'url' | 'request'>): string | undefined {
  if (request.truncated) return 'The log keeps only the beginning of its body.'
  const { authorization: _, ...others } = request.headers
  const texts = [url, request.body ?? '', ...Object.values(others)]
  return texts.some((text) => text.includes(STRUCK_OUT))
    ? `The log has ${STRUCK_OUT} instead of a secret: fill it in.`
    : undefined
}

/** Describes what the log lacks of a request. */
export function lackingIn({
  url,
  request: { headers, body, truncated },
}: Pick<LoggedRequest, 'url' | 'request'>): string[] {
  const { authorization, ...others } = headers
  const lacking: string[] = []
  if (authorization !== undefined)
    lacking.push(
      `The log has no tokens: set ${TOKEN_VARIABLE} to yours first (export ${TOKEN_VARIABLE}=…).`,
    )
  const texts = [url, body ?? '', ...Object.values(others)]
  if (texts.some((text) => text.includes(STRUCK_OUT)))
    lacking.push(`Each ${STRUCK_OUT} replaces a removed secret: fill it in.`)
  if (truncated)
    lacking.push('The log keeps only the beginning of a long body, and so does the snippet.')
  return lacking
}

/**
 * The value of a JSON body if its text can be written as the literal of a language: parsing loses nothing, such as digits of a
 * number, a repeated name, or `__proto__`, which a literal of JavaScript gives another meaning.
 */
export function literalBody(body: string): { value: unknown } | undefined {
  try {
    const value: unknown = JSON.parse(body)
    const isWhole = JSON.stringify(value) === withoutSpace(body)
    return isWhole && typeof value === 'object' && !body.includes('__proto__')
      ? { value }
      : undefined
  } catch {
    return undefined
  }
}

/** JSON without the white space between its values. */
function withoutSpace(json: string): string {
  return json.replace(/("(?:[^"\\]|\\.)*")|\s+/g, (_, text: string | undefined) => text ?? '')
}

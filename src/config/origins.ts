import { parsedUrl } from '../text/url.ts'
import { ConfigError } from './parse.ts'

// A host is a name, an IPv4 address, or an IPv6 address in brackets, without a zone. URL would decode escapes.
const ORIGIN = /^[a-z][a-z\d+.-]*:\/\/(?:[^\s/?#@\\,:;%[\]]+|\[[\da-f:.]+\])(?::\d{1,5})?$/i

/**
 * An origin (RFC 6454 §6.2) in the form that comparisons need: in lower case, without a default port and without a dot
 * at the end of the host. Undefined if the text is no origin. `null` is the origin of files and sandboxed frames.
 */
export function normalOrigin(text: string): string | undefined {
  if (text === 'null') return text
  if (!ORIGIN.test(text)) return undefined
  // The shells of mobile and desktop apps have schemes of their own.
  if (!/^https?:/i.test(text)) return text.toLowerCase()
  const url = parsedUrl(text)
  if (!url) return undefined
  const { protocol, hostname, port } = url
  return `${protocol}//${hostname.replace(/\.$/, '')}${port === '' ? '' : `:${port}`}`
}

/** The host of an http or https origin, in lower case and without the port; IPv6 addresses are in brackets. */
export function httpHostOf(text: string): string | undefined {
  const origin = normalOrigin(text)
  return origin !== undefined && /^https?:/.test(origin) ? new URL(origin).hostname : undefined
}

/** Reads the values of an option that lists origins. Throws a ConfigError that names `flag`, and `keyword` as an alternative. */
export function parseOrigins(
  given: string | readonly string[] | undefined,
  flag: string,
  keyword = 'null',
): string[] {
  return [given ?? []].flat().map((value) => {
    const origin = normalOrigin(value.trim().replace(/\/$/, ''))
    if (origin !== undefined) return origin
    throw new ConfigError(
      `${flag} must be ${wanted(value, keyword)}; found ${JSON.stringify(value)}.`,
    )
  })
}

/** The sources of the directive `frame-ancestors` of a Content-Security-Policy. */
export function parseFrameAncestors(given: readonly string[]): string[] {
  const flag = '--frame-ancestors'
  return given.flatMap((value) => {
    if (/^'?self'?$/.test(value.trim())) return ["'self'"]
    // Unlike in a request, it names no page (CSP Level 3 §2.3.1).
    if (value.trim() !== 'null') return parseOrigins(value, flag, 'self')
    throw new ConfigError(
      `${flag} must be origins such as https://docs.example, or self; found "null".`,
    )
  })
}

function wanted(value: string, keyword: string): string {
  if (value.trim() === '*') {
    return 'the origin of one page, such as http://app.test:3000; repeat it for more pages'
  }
  // Users paste the address of a page as often as its origin.
  const origin = /^https?:/i.test(value) ? parsedUrl(value)?.origin : undefined
  const example = origin ?? 'http://app.test:3000'
  return `an origin such as ${example}, without a path, or ${keyword}`
}

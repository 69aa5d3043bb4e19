import { parsedUrl } from '../text/url.ts'
import { ConfigError } from './parse.ts'

/** Path of the API root, below the base path; it ends in /api (seed, first paragraph). */
export const API_PATH = '/api'

/** First segments of the server's own paths. A base path that begins with one would hide it, except below `/api`. */
const OWN = ['console', 'docs', 'files', 'guide', 'metrics', 'openapi.json', '_sandbox']
const SEGMENTS = /^(\/[\w.~!$&'()*+,;=:@%-]+)*$/

/** The address of the server for its callers. */
export interface Place {
  /** Root of the server, without a trailing slash; it ends with the base path. Undefined for the Host header. */
  publicUrl: string | undefined
  /** The path of the root, such as `/sandbox`; empty for `/`. */
  basePath: string
}

/** Reads `--public-url` and `--base-path`: the path of the first is the second, unless only the second has one. */
export function parsePlace(publicUrl: string | undefined, basePath: string | undefined): Place {
  const url = publicUrl === undefined ? undefined : parsePublicUrl(publicUrl)
  const given = basePath === undefined ? undefined : parseBasePath(basePath)
  if (url === undefined) return { publicUrl: undefined, basePath: given ?? '' }
  const { origin } = url
  const path = checkedPath(url.pathname.replace(/\/+$/, ''), '--public-url')
  if (given !== undefined && path !== '' && path !== given) {
    throw new ConfigError(
      `--public-url ends with ${path}, and --base-path is ${given || '/'}. Leave --base-path out, or make them equal.`,
    )
  }
  const actual = path || given || ''
  return { publicUrl: `${origin}${actual}`, basePath: actual }
}

function parseBasePath(value: string): string {
  const path = value.trim().replace(/^\/*|\/+$/g, '')
  return checkedPath(path === '' ? '' : `/${path}`, '--base-path')
}

function checkedPath(path: string, flag: string): string {
  const isNormal = SEGMENTS.test(path) && (path || '/') === new URL(`http://h${path}`).pathname
  if (!isNormal) {
    throw new ConfigError(
      `${flag} must be a path such as /sandbox, without spaces, .., ? and #; found ${JSON.stringify(path)}.`,
    )
  }
  const [, first = ''] = path.split('/')
  if (OWN.includes(first.toLowerCase()) || path === API_PATH) {
    throw new ConfigError(
      `${flag} must not begin with /${first}, which the sandbox uses itself. Choose another, such as /sandbox.`,
    )
  }
  return path
}

function parsePublicUrl(value: string): URL {
  const url = parsedUrl(value)
  if (!url || !/^https?:$/.test(url.protocol) || url.search || url.hash) {
    throw new ConfigError(
      `--public-url must be an address such as https://sandbox.example; found ${JSON.stringify(value)}.`,
    )
  }
  // Users paste the base URL of the API as often as the root of the server.
  url.pathname = url.pathname.replace(/\/+$/, '').replace(new RegExp(`${API_PATH}$`), '')
  return url
}

import { API_PATH } from '../config.ts'

/** The target of requests: the server whose API has its root at `url`. */
export class Target {
  /** The root of the API, without a slash at its end. */
  readonly url: string
  readonly origin: string
  /** Path of the root, without a slash at its end; may be empty. Clients find the API below it at the proxy, too. */
  readonly path: string

  /** `url` as `readBaseUrl` returns it. */
  constructor(url: string) {
    const { origin, pathname } = new URL(url)
    this.url = url
    this.origin = origin
    this.path = pathname.replace(/\/+$/, '')
  }

  /**
   * The path and query to send for a path and query that came: unchanged, unless it is below our own `/api` and the
   * upstream has its API elsewhere. Unknown paths are sent as they are, too.
   */
  pathFor(received: string): string {
    if (this.path === '' || isBelow(received, this.path)) return received
    return isBelow(received, API_PATH) ? this.path + received.slice(API_PATH.length) : received
  }

  /** Path and query below the root of the API; undefined for a path outside of it. */
  apiPathOf(received: string): string | undefined {
    const root = [this.path, API_PATH].find((path) => path !== '' && isBelow(received, path))
    if (root !== undefined) return withSlash(received.slice(root.length))
    return this.path === '' && received.startsWith('/') ? received : undefined
  }
}

function isBelow(received: string, root: string): boolean {
  return received.startsWith(root) && /^(?:$|[/?])/.test(received.slice(root.length))
}

/** `/?a=1` of `?a=1` */
function withSlash(path: string): string {
  return path.startsWith('/') ? path : `/${path}`
}

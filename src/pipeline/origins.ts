import type { IncomingHttpHeaders } from 'node:http'
import { isIP } from 'node:net'
import { isLocalOnly, isLoopbackHost } from '../config/mode.ts'
import { httpHostOf, normalOrigin } from '../config/origins.ts'
import type { Config } from '../config.ts'
import { ApiError } from '../errors.ts'
import { parsedUrl } from '../text/url.ts'
import { isSafe } from './exchange.ts'

/** Hosts whose pages may call the service in loopback mode, on any port, with http or https. */
const LOCAL = ['localhost', '127.0.0.1', '[::1]']

/** The parts of a request that the rules read. */
export interface Sender {
  method: string
  headers: IncomingHttpHeaders
}

type OriginConfig = Pick<
  Config,
  'host' | 'trustProxy' | 'publicUrl' | 'corsOrigins' | 'controlOrigins'
>

/**
 * The one rule about pages: which origins may call the service, and which the control plane. A browser states the
 * origin of a page in `Origin`, and its relation to the server in `Sec-Fetch-Site` (Fetch Metadata). Programs send
 * neither, and are never refused here.
 */
export class Origins {
  /** Whether the service is open to pages of every origin. */
  readonly areOpen: boolean
  readonly #isLocal: boolean
  readonly #public: string | undefined
  readonly #service: ReadonlySet<string>
  readonly #control: ReadonlySet<string>

  constructor(config: OriginConfig) {
    const { publicUrl, corsOrigins, controlOrigins } = config
    this.#isLocal = isLocalOnly(config)
    this.areOpen = !this.#isLocal && corsOrigins.length === 0
    this.#public = publicUrl && normalOrigin(new URL(publicUrl).origin)
    this.#service = new Set(corsOrigins)
    this.#control = new Set(controlOrigins)
  }

  /** Whether the page that sent the request may read and change the service. True without an Origin. */
  mayCallService({ headers }: Sender): boolean {
    if (headers.origin === undefined || this.areOpen) return true
    const origin = normalOrigin(headers.origin)
    if (origin === undefined) return false
    if (this.#service.has(origin) || this.#isOwn(origin, headers.host)) return true
    return this.#isLocal && LOCAL.includes(httpHostOf(origin) ?? '')
  }

  /** Throws `permission_denied` for a change by a page without access, and for its question whether it has access. */
  requireServiceAccess(req: Sender): void {
    const { origin, 'sec-fetch-site': site } = req.headers
    const isHidden = origin === undefined && site === 'cross-site' && !this.areOpen
    if (!isHidden && this.mayCallService(req)) return
    if (isSafe(req) && !isPreflight(req)) return
    throw refused('may not change anything here', origin, '--cors-origin')
  }

  /**
   * Whether a page without access sent the request, or made the browser send it: by an image, a form, a frame or a question
   * whether it has access. Such a page has no token, which it could send only with access.
   */
  isOfForeignPage(req: Sender): boolean {
    const { origin, referer, authorization = '', 'sec-fetch-site': site } = req.headers
    if (this.areOpen || /^bearer /i.test(authorization)) return false
    if (origin !== undefined) return !this.mayCallService(req)
    if (site !== undefined && site !== 'cross-site') return false
    // Older browsers name nothing but the page.
    const page = referer === undefined ? undefined : (parsedUrl(referer)?.origin ?? 'null')
    if (page === undefined) return site !== undefined
    return !this.mayCallService({ ...req, headers: { ...req.headers, origin: page } })
  }

  /** Throws `permission_denied` for a page without access. */
  refuseForeignPage({ headers: { origin } }: Sender): never {
    throw refused('may not use the API', origin, '--cors-origin')
  }

  /** Whether `--control-origin` names the page that sent the request. */
  mayControl({ headers: { origin } }: Sender): boolean {
    return origin !== undefined && this.#control.has(normalOrigin(origin) ?? '')
  }

  /** Throws `permission_denied` for pages of other origins, in every mode. */
  requireControlAccess(req: Sender): void {
    const { origin, host, 'sec-fetch-site': site } = req.headers
    if (this.mayControl(req)) return
    const isOwn = origin === undefined || this.#isOwn(normalOrigin(origin) ?? '', host)
    const isSame = site === undefined || site === 'same-origin' || site === 'none'
    const isPage = origin !== undefined || site !== undefined
    if (isOwn && isSame && !(isPage && this.#isNameOfOthers(host))) return
    throw refused('may not use the control plane', origin, '--control-origin')
  }

  /**
   * Whether `--cors-origin` names only pages on other ports of the host. Their owner may let the name resolve to this
   * machine, and would be the sandbox's own page under it (DNS rebinding).
   */
  #isNameOfOthers(host: string | undefined): boolean {
    const own = normalOrigin(`http://${host}`)
    const name = own && httpHostOf(own)
    if (!this.#isLocal || !own || !name || isLoopbackHost(name) || this.#service.has(own))
      return false
    const isNamed = (origins: ReadonlySet<string>) =>
      [...origins].some((each) => httpHostOf(each) === name)
    return isNamed(this.#service) && !isNamed(this.#control)
  }

  /** Whether a page of this server has the origin: the same host and port, or those of `--public-url`. */
  #isOwn(origin: string, host: string | undefined): boolean {
    const name = httpHostOf(origin)
    if (name === undefined || host === undefined) return false
    if (origin === this.#public) return true
    // Any name can resolve to this server, and a page of that name would have the right Host.
    if (this.#public !== undefined && !isAddress(name)) return false
    return normalOrigin(`${origin.split(':')[0]}://${host}`) === origin
  }
}

/** Whether a browser asks if a page may send a request (CORS preflight). */
export function isPreflight({ method, headers }: Sender): boolean {
  return method === 'OPTIONS' && headers['access-control-request-method'] !== undefined
}

function isAddress(host: string): boolean {
  return isLoopbackHost(host) || isIP(host.replace(/^\[|\]$/g, '')) !== 0
}

function refused(deed: string, sent: string | undefined, flag: string): ApiError {
  const origin = sent === undefined ? undefined : normalOrigin(sent)
  const page = sent === undefined ? 'another site' : shortened(origin ?? JSON.stringify(sent))
  const wayOut =
    origin === undefined
      ? `name their origin with ${flag}`
      : `start the sandbox with ${flag} ${page}`
  return new ApiError('permission_denied', `Pages of ${page} ${deed}. To allow them, ${wayOut}.`)
}

// The sender chooses the length.
function shortened(text: string): string {
  return text.length > 200 ? `${text.slice(0, 200)}…` : text
}

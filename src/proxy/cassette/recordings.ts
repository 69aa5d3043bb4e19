import { validateHeaderName, validateHeaderValue } from 'node:http'
import type { Entry } from 'har-format'
import type { HeaderPair } from '../headers.ts'
import { type OwnMembers, UNRECORDED } from './entry.ts'
import { fitOf, headerOf, keyOf, type RequestKey } from './request-key.ts'
import { type Vault, withEqualPlaceholders } from './vault.ts'

/** The operation of a method and a path below the root of the API; undefined for an unknown one. */
export type OperationOf = (method: string, path: string) => { id: string; path: string } | undefined

/** A recorded exchange, ready to be found. */
export interface Recording {
  entry: Entry
  key: RequestKey
  operation: string | undefined
}

/** A recording that answers a request, and the values that the request has in place of its placeholders. */
export interface Found {
  recording: Recording
  values: Map<string, string>
  /** Why the recording cannot be replayed, and what helps. */
  problem: { reason: string; wayOut: string } | undefined
  /** How much speaks against it. */
  conflicts: number
}

/** A recorded response as it is sent again. */
export interface CassetteAnswer {
  status: number
  statusMessage: string
  /** Without hop-by-hop headers, Content-Length and Content-Encoding. */
  headers: HeaderPair[]
  body: Uint8Array
}

/** Finds the recording that answers a request; repeated requests get the recorded answers in order. */
export class Recordings {
  readonly all: readonly Recording[]
  /** Those that a link may lead to, with equal placeholders. */
  readonly #paths: ReadonlySet<string>
  readonly #played = new Set<Recording>()
  readonly #vault: Vault

  constructor(entries: readonly Entry[], vault: Vault, operationOf: OperationOf) {
    this.#vault = vault
    const root = apiRootOf(entries, operationOf)
    this.all = entries.map((entry) => recordingOf(entry, root, operationOf))
    this.#paths = new Set(this.all.map(({ key }) => withEqualPlaceholders(key.head)))
  }

  /** `scratch` has the secrets of the request. The recording may be one that cannot be replayed. */
  find(asked: RequestKey, scratch: Vault): Found | undefined {
    const candidates = this.all.flatMap((recording): Found[] => {
      const fit = fitOf(recording.key, asked)
      if (!fit) return []
      const values = new Map(
        fit.values.map(([placeholder, text]) => [placeholder, scratch.secretOf(text) ?? text]),
      )
      const problem = problemOf(recording.entry, asked)
      return [{ recording, values, problem, conflicts: fit.conflicts + this.#conflicts(values) }]
    })
    const usable = candidates.filter(({ problem }) => problem === undefined)
    const possible = usable.length > 0 ? usable : candidates
    const fewest = Math.min(...possible.map(({ conflicts }) => conflicts))
    const fitting = possible.filter(({ conflicts }) => conflicts === fewest)
    const next = fitting.find(({ recording }) => !this.#played.has(recording)) ?? fitting.at(-1)
    if (!next) return undefined
    this.#played.add(next.recording)
    for (const [placeholder, value] of next.values) this.#vault.bind(placeholder, value)
    return next
  }

  /**
   * A recorded response as it is sent again: with values in place of its placeholders, and links that lead to `origin` where
   * their file is recorded, instead of to the server that was.
   */
  answerOf({ recording, values }: Found, origin: string): CassetteAnswer {
    const { status, statusText, headers, content } = recording.entry.response
    const isJson = /json|event-stream/i.test(content.mimeType)
    const live = (text: string, inJson = false) => {
      const linked = text.replace(URL_IN_TEXT, (url) =>
        this.#has(url) ? url.replace(/^https?:\/\/[^/?#]*/i, () => origin) : url,
      )
      return this.#vault.restore(linked, values, inJson)
    }
    const { text = '', encoding } = content
    const isText = encoding !== 'base64'
    return {
      status,
      statusMessage: /^[\t\x20-\x7e]{0,200}$/.test(statusText) ? statusText : '',
      headers: headers.flatMap(({ name, value }): HeaderPair[] =>
        // Some browsers write the values of several headers into one.
        value.split('\n').flatMap((line) => headerPairsOf(name, live(line), isText)),
      ),
      body: isText ? Buffer.from(live(text, isJson)) : Buffer.from(text, 'base64'),
    }
  }

  /** Whether a request for this URL, as a recording has it, is recorded. */
  #has(url: string): boolean {
    const { head } = keyOf({ method: 'GET', url, headers: [], bodySize: 0 }, undefined)
    return this.#paths.has(withEqualPlaceholders(head))
  }

  /** How many of the values are known to be those of other placeholders. */
  #conflicts(values: ReadonlyMap<string, string>): number {
    return [...values].filter(([placeholder, value]) => {
      const known = this.#vault.secretOf(placeholder) ?? value
      const other = this.#vault.placeholderFor(value) ?? placeholder
      return known !== value || other !== placeholder
    }).length
  }
}

function recordingOf(
  entry: Entry & OwnMembers,
  root: string | undefined,
  operationOf: OperationOf,
): Recording {
  const { request } = entry
  const own = entry._apiRoot ?? root
  const isBelow =
    own !== undefined &&
    request.url.startsWith(own) &&
    /^([/?#]|$)/.test(request.url.slice(own.length))
  const key = keyOf(request, isBelow ? request.url.slice(own.length) || '/' : undefined)
  const operation = key.apiPath === undefined ? undefined : operationOf(key.method, key.apiPath)?.id
  return { entry, key, operation }
}

/** Why an entry cannot answer a request. */
function problemOf({ request, response }: Entry, asked: RequestKey): Found['problem'] {
  const { status, content } = response
  const { comment = '' } = content
  const because = (reason: string, wayOut = RECORD) => ({ reason, wayOut })
  if (!/^https?:/i.test(request.url)) return because('it is no request of HTTP')
  if (status < 200 || status > 599) return because('it has no response')
  if (status === 304 && !asked.isConditional) {
    return because('its 304 is for a client that has the body')
  }
  const hasBody = asked.method !== 'HEAD' && status !== 204 && status !== 205
  if (!hasBody || (status >= 300 && status < 400) || isKnown(response)) return undefined
  if (comment.startsWith(UNRECORDED)) return because(comment, PASS_ON)
  return because(`its body was not recorded${comment && ` (${comment})`}`, EXPORT)
}

const RECORD = 'Record the request with --mode update.'
const EXPORT =
  'Export the HAR with the content of responses, or record the request with --mode update.'
const PASS_ON = 'With --mode update, the upstream answers such a request.'

/** Whether an archive has the body of a response. Its size of -1 means that no one knows it. */
function isKnown({ content, headers, bodySize }: Entry['response']): boolean {
  const { text, size } = content
  if (text) return true
  // Without a body, a coding still has a few bytes.
  const isCoded = headerOf(headers, 'content-encoding') !== undefined
  const length = isCoded ? 0 : Number(headerOf(headers, 'content-length') ?? 0)
  if (length > 0 || size > 0) return false
  return text === '' || (size === 0 && bodySize <= 0)
}

/** The root of the API in the export of a browser: below it are most of the operations, or most that answer with JSON. */
function apiRootOf(entries: readonly Entry[], operationOf: OperationOf): string | undefined {
  const votes = new Map<string, number>()
  for (const { request, response } of entries) {
    const [, origin = '', path = ''] = /^(https?:\/\/[^/?#]*)([^?#]*)/i.exec(request.url) ?? []
    const segments = path.split('/').slice(1, 20)
    const depth = segments.findIndex(
      (_, index) =>
        operationOf(request.method, `/${segments.slice(index).join('/')}`) !== undefined,
    )
    if (depth < 0) continue
    const root = [origin, ...segments.slice(0, depth)].join('/')
    const weight = /json/i.test(response.content.mimeType) ? 10 : 1
    votes.set(root, (votes.get(root) ?? 0) + weight)
  }
  return [...votes].sort(([, one], [, other]) => other - one)[0]?.[0]
}

/** Headers of a connection (RFC 9110 §7.6.1), and of a body in a form that is not kept. */
const LEFT_OUT = new Set(
  (
    'connection keep-alive proxy-connection proxy-authenticate te trailer transfer-encoding upgrade ' +
    'content-length content-encoding alt-svc'
  ).split(' '),
)

const URL_IN_TEXT = /https?:\/\/[^\s"'<>\\]+/gi

/** A header that can be sent, or none. */
function headerPairsOf(name: string, value: string, isText: boolean): HeaderPair[] {
  const lower = name.toLowerCase()
  // HTTP/2 has the status as a header.
  if (LEFT_OUT.has(lower) || lower.startsWith(':')) return []
  try {
    validateHeaderName(name)
    validateHeaderValue(name, value)
  } catch {
    return []
  }
  // A recorded text is sent as UTF-8.
  const isType = isText && lower === 'content-type'
  return [[name, isType ? value.replace(/(charset="?)[\w-]+/i, '$1utf-8') : value]]
}

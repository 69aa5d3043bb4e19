import type { ValidateFunction } from 'ajv'
import { Ajv2020 } from 'ajv/dist/2020.js'
import addFormats from 'ajv-formats'
import type { Failure } from '../../errors.ts'
import { isObject, type JsonObject, readScalar } from '../../schema/json.ts'
import { operationsOf } from '../../schema/operations.ts'
import { type Located, pointerTo, resolvePointer } from '../../schema/pointer.ts'
import { packagedDocument } from '../load.ts'
import type { Wording } from '../provenance/sections.ts'
import { checkedDocument, wordingsOf } from './checked-document.ts'

/** A response as it is about to be sent. */
export interface CheckedResponse {
  /** Path and method in the document; undefined for a failure outside of operations. */
  operation: { path: string; method: string } | undefined
  status: number
  /** By name in lower case. */
  headers: Record<string, unknown>
  /** Such as `application/json`, without parameters. */
  mediaType: string
  /** The JSON body; absent for a file, whose content is not checked. */
  body?: unknown
  /** The caller named the status (`Prefer: code=418`), so it need not be one of the operation's. */
  forced?: boolean
  /** The situation that the response reports; absent for a success and for a status that the caller named. */
  failure?: Failure | undefined
  /** The request used no quota, so the response need not show one (§8). */
  isUnmetered?: boolean
}

interface OperationParts {
  responses?: JsonObject
  'x-failures'?: Record<string, Wording>
  'x-paging'?: JsonObject
}

/**
 * Checks responses against the document: status, headers, media type and body. Each schema is compiled when
 * it is first needed, from the document with its references, so that shared schemas are compiled once.
 */
export class ResponseCheck {
  readonly #document: JsonObject
  readonly #ajv: Ajv2020
  readonly #validators = new Map<string, ValidateFunction>()
  /** Statuses that the document names for any operation. */
  readonly #named: Set<string>
  /** Headers that an overlay leaves out or words itself. */
  readonly #replaced: Set<string>

  /** The check of a document, shared by all sandboxes that serve it. */
  static of(document: JsonObject): ResponseCheck {
    const check = checks.get(document) ?? new ResponseCheck(document)
    checks.set(document, check)
    return check
  }

  constructor(document: JsonObject) {
    this.#document = checkedDocument(document)
    this.#ajv = new Ajv2020({ strict: false, allErrors: true, validateSchema: false })
    addFormats.default(this.#ajv)
    this.#ajv.addSchema(this.#document, 'document')
    this.#named = namedStatuses(this.#document)
    this.#replaced = replacedHeaders(this.#document)
  }

  /** How the response deviates from the document; empty if it conforms. */
  problems(response: CheckedResponse): string[] {
    const { operation, status, mediaType } = response
    const documented = operation ? this.#response(operation, response) : this.#failure()
    if (!documented) return [`${status} is not among the responses of the operation`]

    const problems = this.#headerProblems(documented, response)
    const content = (documented.value.content ?? {}) as JsonObject
    if (content[mediaType] === undefined) {
      return [...problems, `${mediaType} is not among the media types of ${status}`]
    }
    const media = content[mediaType]
    // A media type without a schema allows anything.
    if (response.body === undefined || !isObject(media) || media.schema === undefined) {
      return problems
    }
    const schema = documented.pointer + pointerTo('content', mediaType, 'schema')
    return [...problems, ...this.#valueProblems(schema, response.body)]
  }

  /** The response of the document that the sent one must match; undefined if the operation allows none. */
  #response(operation: { path: string; method: string }, response: CheckedResponse) {
    const pointer = pointerTo('paths', operation.path, operation.method.toLowerCase())
    const node = (resolvePointer(this.#document, pointer)?.value ?? {}) as OperationParts
    const key = [String(response.status), `${Math.floor(response.status / 100)}XX`].find((name) =>
      Object.hasOwn(node.responses ?? {}, name),
    )
    const sent = { ...response, key, node, document: this.#document, named: this.#named }
    const allowed = SITUATIONS.find(({ applies }) => applies(sent))?.allowed
    const at = (name: string) => resolvePointer(this.#document, `${pointer}/responses/${name}`)
    if (allowed === 'named') return at(String(key))
    if (allowed === 'default') return at('default') ?? this.#failure()
    return allowed && this.#failure()
  }

  #failure(): Located | undefined {
    return resolvePointer(this.#document, '/components/responses/Failure')
  }

  #headerProblems(
    { pointer, value }: Located,
    { headers: sent, isUnmetered = false }: CheckedResponse,
  ): string[] {
    return Object.keys((value.headers ?? {}) as JsonObject).flatMap((name) => {
      const text = sent[name.toLowerCase()]
      if (this.#replaced.has(name)) return []
      if (isUnmetered && text === undefined && name.startsWith('X-RateLimit-')) return []
      if (text === undefined) return [`the header ${name} is missing`]

      const header = resolvePointer(this.#document, pointer + pointerTo('headers', name))
      if (!isObject(header?.value.schema)) return []
      return this.#valueProblems(
        `${header.pointer}/schema`,
        readScalar(String(text), header.value.schema),
        `the header ${name}`,
      )
    })
  }

  #valueProblems(pointer: string, value: unknown, name = ''): string[] {
    const validate = this.#validator(pointer)
    validate(value)
    return (validate.errors ?? []).map(({ instancePath, message, params }) => {
      const property = params.unevaluatedProperty
      const undeclared = property === undefined ? '' : `: ${property}`
      return `${name + instancePath || '/'} ${message}${undeclared}`
    })
  }

  #validator(pointer: string): ValidateFunction {
    let validate = this.#validators.get(pointer)
    if (!validate) {
      validate = this.#ajv.compile({ $ref: `document#${encodeURI(pointer)}` })
      this.#validators.set(pointer, validate)
    }
    return validate
  }
}

/** A sent response and what the document says about it. */
interface Sent extends CheckedResponse {
  document: JsonObject
  node: OperationParts
  /** The status, or its class, if the operation has a response for it. */
  key: string | undefined
  /** Statuses that the document names for any operation. */
  named: ReadonlySet<string>
}

/**
 * The situations in which a response is allowed, and which of the document it must match then: the one that is named for its
 * status, the `default` of the operation, or any failure. The first situation that applies counts.
 */
const SITUATIONS: {
  applies(sent: Sent): boolean
  allowed: 'named' | 'default' | 'failure'
}[] = [
  { applies: (sent) => sent.key !== undefined && !isDisguised(sent), allowed: 'named' },
  { applies: ({ forced }) => forced === true, allowed: 'failure' },
  { applies: isDisguised, allowed: 'default' },
  // An overlay may make a page after the last one a failure that the list had not before.
  {
    applies: ({ failure, node }) =>
      failure === 'unknown_resource' && node['x-paging']?.past_end === 'not_found',
    allowed: 'default',
  },
  // An overlay changed the status of the failure. The operations that name the new one do so for other failures.
  {
    applies: ({ failure, document }) =>
      failure !== undefined &&
      failuresOf(document)[failure]?.status !== failuresOf(packagedDocument)[failure]?.status,
    allowed: 'default',
  },
  { applies: ({ node, status }) => isAmong(failuresOf(node), status), allowed: 'default' },
  // A status that the document names for other operations would be named here as well.
  {
    applies: ({ document, named, status }) =>
      isAmong(failuresOf(document), status) && !named.has(String(status)),
    allowed: 'default',
  },
]

/** Whether a failure has the status of a success, which an overlay may give it; it is still a failure. */
function isDisguised({ status, forced, failure }: Sent): boolean {
  return status < 400 && (forced === true || failure !== undefined)
}

function failuresOf(node: JsonObject | OperationParts): Record<string, Wording | undefined> {
  return (node['x-failures'] ?? {}) as unknown as Record<string, Wording | undefined>
}

function isAmong(failures: Record<string, Wording | undefined>, status: number): boolean {
  return Object.values(failures).some((wording) => wording?.status === status)
}

const checks = new WeakMap<JsonObject, ResponseCheck>()

function replacedHeaders(document: JsonObject): Set<string> {
  const nodes = [document, ...operationsOf(document).map(({ node }) => node)]
  return new Set(
    nodes.flatMap((node) => [
      ...(node['x-location'] === undefined ? [] : ['Location']),
      ...wordingsOf(node).flatMap(({ headers }) => Object.keys(headers ?? {})),
    ]),
  )
}

function namedStatuses(document: JsonObject): Set<string> {
  return new Set(
    operationsOf(document).flatMap(({ node }) => Object.keys((node.responses ?? {}) as JsonObject)),
  )
}

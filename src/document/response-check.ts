import type { ValidateFunction } from 'ajv'
import { Ajv2020 } from 'ajv/dist/2020.js'
import addFormats from 'ajv-formats'
import type { Failure } from '../errors.ts'
import { withClosedResponses } from './closed-schemas.ts'
import { easeAnswers } from './eased-schemas.ts'
import { isObject, type JsonObject } from './json.ts'
import { packagedDocument } from './load.ts'
import { operationsOf } from './methods.ts'
import { type Located, pointerTo, resolvePointer } from './pointer.ts'
import { readScalar } from './scalar.ts'
import type { Wording } from './sections.ts'

/** A response as it is about to be sent. */
export interface CheckedResponse {
  /** Path and method in the document; undefined for a failure of no operation. */
  operation: { path: string; method: string } | undefined
  status: number
  /** By name in lower case. */
  headers: Record<string, unknown>
  /** Such as `application/json`, without parameters. */
  mediaType: string
  /** What is sent as JSON; absent for a file, of which only the media type is checked. */
  body?: unknown
  /** The caller named the status (`Prefer: code=418`), so it need not be one of the operation's. */
  wished?: boolean
  /** The situation that the answer is about; absent for a success and for what the caller wished. */
  failure?: Failure | undefined
}

/**
 * Holds responses against the document: status, headers, media type and body. Each schema is compiled
 * when it is first needed, from the document with its references, so that what responses share is
 * compiled once.
 */
export class ResponseCheck {
  readonly #document: JsonObject
  readonly #ajv: Ajv2020
  readonly #validators = new Map<string, ValidateFunction>()
  /** Statuses that the document names for some operation. */
  readonly #named: Set<string>

  constructor(document: JsonObject) {
    this.#document = withClosedResponses(document)
    easeAnswers(this.#document)
    this.#ajv = new Ajv2020({ strict: false, allErrors: true, validateSchema: false })
    addFormats.default(this.#ajv)
    this.#ajv.addSchema(this.#document, 'document')
    this.#named = namedStatuses(this.#document)
  }

  /** What the response does that the document does not allow; empty when it conforms. */
  problems(response: CheckedResponse): string[] {
    const { operation, status, mediaType } = response
    const documented = operation ? this.#response(operation, response) : this.#failure()
    if (!documented) return [`${status} is not among the responses of the operation`]

    const problems = this.#headerProblems(documented, response.headers)
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

  #response(operation: { path: string; method: string }, response: CheckedResponse) {
    const { status, wished, failure } = response
    const pointer = pointerTo('paths', operation.path, operation.method.toLowerCase())
    const { responses = {}, 'x-failures': failures } = (resolvePointer(this.#document, pointer)
      ?.value ?? {}) as { responses?: JsonObject; 'x-failures'?: Record<string, Wording> }
    const key = [String(status), `${Math.floor(status / 100)}XX`].find((name) =>
      Object.hasOwn(responses, name),
    )
    // Where an overlay words a failure with the status of a success, it is a failure all the same.
    const isDisguised = status < 400 && (wished || failure !== undefined)
    if (key !== undefined && !isDisguised) {
      return resolvePointer(this.#document, `${pointer}/responses/${key}`)
    }
    if (wished) return this.#failure()
    return isDisguised || this.#isReworded(failure) || this.#isLeftToDefault(status, failures)
      ? (resolvePointer(this.#document, `${pointer}/responses/default`) ?? this.#failure())
      : undefined
  }

  /**
   * `default` stands for failures only, and only for those of `x-failures`. A status that the document
   * names for other operations is none of this one: had it been meant, it would be named here, too.
   */
  #isLeftToDefault(status: number, own: Record<string, Wording> = {}): boolean {
    const all = this.#document['x-failures'] as unknown as Record<string, Wording>
    const among = (failures: Record<string, Wording>) =>
      Object.values(failures).some((wording) => wording.status === status)
    return among(own) || (among(all) && !this.#named.has(String(status)))
  }

  /**
   * Whether an overlay gave the failure its status. That is all that is known of it then: the operations
   * whose responses name the status are those of other failures.
   */
  #isReworded(failure: Failure | undefined): boolean {
    if (failure === undefined) return false
    const status = (document: JsonObject) =>
      (document['x-failures'] as Record<string, JsonObject | undefined>)[failure]?.status
    return status(this.#document) !== status(packagedDocument)
  }

  #failure(): Located | undefined {
    return resolvePointer(this.#document, '/components/responses/Failure')
  }

  #headerProblems({ pointer, value }: Located, sent: Record<string, unknown>): string[] {
    return Object.keys((value.headers ?? {}) as JsonObject).flatMap((name) => {
      const text = sent[name.toLowerCase()]
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

function namedStatuses(document: JsonObject): Set<string> {
  return new Set(
    operationsOf(document).flatMap(({ node }) => Object.keys((node.responses ?? {}) as JsonObject)),
  )
}

import type { ValidateFunction } from 'ajv'
import { Ajv2020 } from 'ajv/dist/2020.js'
import addFormats from 'ajv-formats'
import { isObject, type JsonObject } from './json.ts'

interface DocumentedResponse {
  /** JSON Pointer to it in the document. */
  pointer: string
  value: JsonObject
}

/**
 * Holds responses against the document: body and headers. Each schema is compiled when it is first
 * needed, from the document with its references, so that what responses share is compiled once.
 */
export class ResponseCheck {
  readonly #document: JsonObject
  readonly #ajv: Ajv2020
  readonly #validators = new Map<string, ValidateFunction>()

  constructor(document: JsonObject) {
    this.#document = document
    this.#ajv = new Ajv2020({ strict: false, allErrors: true, validateSchema: false })
    addFormats.default(this.#ajv)
    this.#ajv.addSchema(document, 'document')
  }

  /**
   * What the response does that the document does not allow; empty when it conforms. `path` and
   * `method` are those of the operation in the document; without them it is a failure of no operation.
   */
  problems(
    operation: { path: string; method: string } | undefined,
    status: number,
    headers: Record<string, unknown>,
    body: unknown,
  ): string[] {
    const documented = operation
      ? this.#response(operation, status)
      : this.#resolve('/components/responses/Failure')
    if (!documented) return [`${status} is not among the responses of the operation`]

    const missing = Object.keys((documented.value.headers as object) ?? {})
      .filter((name) => headers[name.toLowerCase()] === undefined)
      .map((name) => `the header ${name} is missing`)
    const validate = this.#validator(`${documented.pointer}/content/application~1json/schema`)
    validate(body)
    const wrong = (validate.errors ?? []).map(
      ({ instancePath, message }) => `${instancePath || '/'} ${message}`,
    )
    return [...missing, ...wrong]
  }

  #response({ path, method }: { path: string; method: string }, status: number) {
    const pointer = `/paths/${escapePointer(path)}/${method.toLowerCase()}/responses`
    const responses = this.#resolve(pointer)?.value ?? {}
    const key = [String(status), `${Math.floor(status / 100)}XX`, 'default'].find((name) =>
      Object.hasOwn(responses, name),
    )
    return key === undefined ? undefined : this.#resolve(`${pointer}/${key}`)
  }

  #validator(pointer: string): ValidateFunction {
    let validate = this.#validators.get(pointer)
    if (!validate) {
      validate = this.#ajv.compile({ $ref: `document#${encodeURI(pointer)}` })
      this.#validators.set(pointer, validate)
    }
    return validate
  }

  #resolve(pointer: string): DocumentedResponse | undefined {
    let value: unknown = this.#document
    for (const step of pointer.split('/').slice(1)) {
      value = isObject(value) ? value[step.replaceAll('~1', '/').replaceAll('~0', '~')] : undefined
    }
    if (!isObject(value)) return undefined
    const { $ref } = value
    return typeof $ref === 'string' ? this.#resolve($ref.slice(1)) : { pointer, value }
  }
}

function escapePointer(step: string): string {
  return step.replaceAll('~', '~0').replaceAll('/', '~1')
}

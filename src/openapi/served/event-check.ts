import type { ErrorObject, ValidateFunction } from 'ajv'
import { Ajv2020 } from 'ajv/dist/2020.js'
import addFormats from 'ajv-formats'
import type { JsonObject } from '../../schema/json.ts'
import { pointerTo, resolvePointer } from '../../schema/pointer.ts'

const checks = new WeakMap<JsonObject, EventCheck>()

/** Checks the data of events against the document. Each schema is compiled when it is first needed. */
export class EventCheck {
  readonly #document: JsonObject
  readonly #ajv = new Ajv2020({
    strict: false,
    allErrors: true,
    validateSchema: false,
    verbose: true,
  })
  /** By kind. Compiling again would take time, and ajv would keep each. */
  readonly #validators = new Map<string, ValidateFunction>()

  /** The check of a document, shared by all sandboxes that serve it. */
  static of(document: JsonObject): EventCheck {
    const check = checks.get(document) ?? new EventCheck(document)
    checks.set(document, check)
    return check
  }

  constructor(document: JsonObject) {
    this.#document = document
    addFormats.default(this.#ajv)
    this.#ajv.addSchema(document, 'document')
  }

  /** How the data of an event breaks its schema. Fields that the schema does not declare are errors. */
  errors(kind: string, data: object): ErrorObject[] {
    const body = pointerTo('webhooks', kind, 'post', 'requestBody', 'content', 'application/json')
    const pointer = `${body}/schema/properties/data`
    // Without a schema, anything is allowed.
    if (!resolvePointer(this.#document, pointer)) return []
    const validate = this.#validators.get(kind) ?? this.#compile(pointer)
    this.#validators.set(kind, validate)
    validate(data)
    return validate.errors ?? []
  }

  #compile(pointer: string): ValidateFunction {
    return this.#ajv.compile({
      $ref: `document#${encodeURI(pointer)}`,
      unevaluatedProperties: false,
    })
  }
}

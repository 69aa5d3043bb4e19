import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js'
import addFormats from 'ajv-formats'
import { nodeAt, statedDocument } from './documents.ts'
import { errorsBesideNulls } from './nulls.ts'

/**
 * Values held against the provider's own document: a schema of spec/openapi.yaml by its JSON
 * pointer, compiled once.
 */
class StatedSchemas {
  readonly #ajv: Ajv2020
  readonly #compiled = new Map<string, ValidateFunction>()

  constructor(validateFormats: boolean) {
    this.#ajv = new Ajv2020({ strict: false, validateFormats })
    addFormats.default(this.#ajv)
    this.#ajv.addSchema({ $id: 'stated:', ...statedDocument })
  }

  validator(pointer: string): ValidateFunction {
    let validate = this.#compiled.get(pointer)
    if (!validate) {
      if (nodeAt(statedDocument, pointer) === undefined) {
        throw new Error(`spec/openapi.yaml has no ${pointer}.`)
      }
      validate = this.#ajv.compile({ $ref: `stated:${pointer}` })
      this.#compiled.set(pointer, validate)
    }
    return validate
  }
}

const stated = new StatedSchemas(true)
const typesAlone = new StatedSchemas(false)

/** Whether a value is what the schema at a pointer (`#/components/schemas/Error/properties/code`) says. */
export function isStated(pointer: string, value: unknown): boolean {
  return stated.validator(pointer)(value)
}

/** As `isStated`, apart from formats, which say less of a value than its type; null stands for absent. */
export function hasStatedTypes(pointer: string, value: unknown): boolean {
  return errorsBesideNulls(typesAlone.validator(pointer), value).length === 0
}

/** A value as a phrase: `the string "12"`, `the number 12`, `nothing`. */
export function phrase(value: unknown): string {
  if (value === undefined) return 'nothing'
  if (value === null) return 'null'
  const text = JSON.stringify(value)
  const short = text.length > 160 ? `${text.slice(0, 160)}…` : text
  return Array.isArray(value) ? `the list ${short}` : `the ${typeof value} ${short}`
}

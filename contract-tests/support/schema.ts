import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js'
import addFormats from 'ajv-formats'
import { nodeAt, statedDocument } from './documents.ts'

/**
 * Values held against the provider's own document: a schema of spec/openapi.yaml by its JSON
 * pointer, compiled once.
 */
const ajv = new Ajv2020({ strict: false, validateFormats: true })
addFormats.default(ajv)
ajv.addSchema({ $id: 'stated:', ...statedDocument })
const compiled = new Map<string, ValidateFunction>()
/** As `ajv`, apart from formats, which say less of a value than its type. */
const typesOnly = new Ajv2020({ strict: false, validateFormats: false })
typesOnly.addSchema({ $id: 'stated:', ...statedDocument })

/** Whether a value has the types and members that the schema at a pointer says; its formats are left open. */
export function hasStatedTypes(pointer: string, value: unknown): boolean {
  return typesOnly.validate({ $ref: `stated:${pointer}` }, value)
}

/** Whether a value is what the schema at a pointer (`#/components/schemas/Error/properties/code`) says. */
export function isStated(pointer: string, value: unknown): boolean {
  let validate = compiled.get(pointer)
  if (!validate) {
    if (nodeAt(statedDocument, pointer) === undefined) {
      throw new Error(`spec/openapi.yaml has no ${pointer}.`)
    }
    validate = ajv.compile({ $ref: `stated:${pointer}` })
    compiled.set(pointer, validate)
  }
  return validate(value)
}

/** A value as a phrase: `the string "12"`, `the number 12`, `nothing`. */
export function phrase(value: unknown): string {
  if (value === undefined) return 'nothing'
  if (value === null) return 'null'
  const text = JSON.stringify(value)
  const short = text.length > 160 ? `${text.slice(0, 160)}…` : text
  return Array.isArray(value) ? `the list ${short}` : `the ${typeof value} ${short}`
}

import { ERROR_CODES } from '../../errors.ts'
import {
  BODY_TYPES,
  FIRST_CHECKS,
  LOCATIONS,
  RESET_UNITS,
  UNKNOWN_PARAMETERS,
  UPDATES,
} from '../../openapi/keywords.ts'
import { PAGING_STYLES } from '../../openapi/paging.ts'
import type { Json } from '../../schema/json.ts'

/** The values that the sandbox understands at places of the document, by the end of their pointers. */
const CHOICES: readonly [RegExp, readonly Json[]][] = [
  [/\/x-failures\/\w+\/code$/, ERROR_CODES],
  [/\/x-unit$/, RESET_UNITS],
  [/\/x-unknown-parameters$/, UNKNOWN_PARAMETERS],
  [/\/x-update$/, UPDATES],
  [/\/x-location$/, LOCATIONS],
  [/^\/x-body-types$/, BODY_TYPES],
  [/^\/x-first-check$/, FIRST_CHECKS],
  [/\/x-paging\/style$/, PAGING_STYLES],
]

/** Types of JSON Schema. */
const TYPES = ['string', 'integer', 'number', 'boolean', 'object', 'array', 'null']

/** The only values that are possible at a place; undefined if there are others. */
export function choicesAt(pointer: string, value: Json): readonly Json[] | undefined {
  const found = CHOICES.find(([place]) => place.test(pointer))?.[1]
  if (found) return found
  const isType = pointer.endsWith('/type') && !pointer.endsWith('/properties/type')
  return isType && TYPES.includes(value as string) ? TYPES : undefined
}

import type { ValidateFunction } from 'ajv'
import type { RoutedOperation } from './operation.ts'

/** The rules of a document for requests. */
export interface RequestRules {
  operations: RoutedOperation[]
  /** Each checks one part of a request. Throws DocumentError for an invalid schema. */
  validatorsOf(operationId: string): RequestValidator[]
}

export type RequestValidator = Pick<ValidateFunction, 'errors'> & ((request: object) => boolean)

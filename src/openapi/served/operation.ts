import type { ValidateFunction } from 'ajv'
import { isObject, type Json, type JsonObject, listOf, objectOf } from '../../schema/json.ts'
import { DocumentError } from '../document-error.ts'
import {
  type LocationForm,
  readLocation,
  readUnknownParameters,
  readUpdate,
  type UnknownParameters,
  type Update,
} from '../keywords.ts'
import { type Paging, readPaging } from '../paging.ts'
import { canHoldEnvelope, readWordings, type Wordings } from '../provenance/sections.ts'

/** A parameter as the document declares it. */
export interface Parameter {
  name: string
  in: 'query' | 'path' | 'header' | 'cookie'
  schema: JsonObject
}

interface DeclaredParameter extends Parameter {
  required?: boolean
}

/** The parts of one operation of the document that the pipeline needs. */
export interface RoutedOperation {
  id: string
  method: string
  path: string
  /** `<resource>:<action>` that the key must have; undefined if any valid token is enough. */
  permission: string | undefined
  queryParameters: Parameter[]
  headerParameters: Parameter[]
  cookieParameters: Parameter[]
  hasBody: boolean
  /** Whether its body may have any media type and is passed on unchanged. */
  takesAnyBody: boolean
  /** Status of its success. */
  successStatus: number
  /** Media types of its success; empty if the document names none. */
  successTypes: string[]
  failures: Wordings | undefined
  /** The form of `Location` in its success; undefined for an address. */
  location: LocationForm | undefined
  /** How its list is paged; undefined without pages. */
  paging: Paging | undefined
  /** How missing members of the body are treated; undefined if there is no choice. */
  update: Update | undefined
  /** How unknown query parameters are treated; undefined for the rule of the document. */
  unknownParameters: UnknownParameters | undefined
}

/** The rules of a document for requests. */
export interface RequestRules {
  operations: RoutedOperation[]
  /** Each checks one part of a request. Throws DocumentError for an invalid schema. */
  validatorsOf(operationId: string): RequestValidator[]
}

export type RequestValidator = Pick<ValidateFunction, 'errors'> & ((request: object) => boolean)

interface Operation extends JsonObject {
  operationId: string
  method: string
  path: string
}

/**
 * Reads an operation whose references are resolved. Throws DocumentError for rules that the sandbox
 * cannot follow.
 */
export function routedOperation(
  fields: JsonObject,
  readPermission: (security: Json | undefined) => string | undefined = permissionOf,
): RoutedOperation {
  const operation = fields as Operation
  const method = operation.method.toUpperCase()
  try {
    const parameters = (operation.parameters ?? []) as unknown as DeclaredParameter[]
    const parametersIn = (where: Parameter['in']) =>
      parameters
        .filter((parameter) => parameter.in === where)
        .map(({ name, schema }) => ({ name, in: where, schema }))
    const ifGiven = <T>(keyword: string, read: (value: Json) => T): T | undefined => {
      const value = operation[keyword]
      return value === undefined ? undefined : read(value)
    }
    const success = successOf(operation)
    const { content } = objectOf(operation.requestBody)
    return {
      id: operation.operationId,
      method,
      path: operation.path,
      permission: readPermission(operation.security),
      queryParameters: parametersIn('query'),
      headerParameters: parametersIn('header'),
      cookieParameters: parametersIn('cookie'),
      hasBody: content !== undefined,
      takesAnyBody: isObject(content) && Object.hasOwn(content, '*/*'),
      successStatus: success.status,
      successTypes: success.types,
      failures: ifGiven('x-failures', readWordings),
      paging: ifGiven('x-paging', (value) =>
        readPaging(
          value,
          parameters.filter((parameter) => parameter.in === 'query'),
        ),
      ),
      location: ifGiven('x-location', readLocation),
      update: ifGiven('x-update', readUpdate),
      unknownParameters: ifGiven('x-unknown-parameters', readUnknownParameters),
    }
  } catch (error) {
    if (!(error instanceof DocumentError)) throw error
    throw new DocumentError(`${method} ${operation.path}: ${error.message}`)
  }
}

/**
 * The permission that the operation requires. Several permissions or alternatives are refused, because
 * checking only the first would admit callers that the document excludes.
 */
function permissionOf(security: Json | undefined): string | undefined {
  const [alternative, ...others] = listOf(security)
  const [[scheme, roles] = [], ...more] = isObject(alternative) ? Object.entries(alternative) : []
  const isSimple = others.length === 0 && more.length === 0
  if (!isSimple || scheme !== 'bearerAuth' || !Array.isArray(roles) || roles.length > 1) {
    throw new DocumentError(
      'security must be [{ bearerAuth: [] }] or name one permission, such as ' +
        `[{ bearerAuth: ['campaigns:read'] }]; found ${JSON.stringify(security)}. ` +
        'An update appends to a list, so remove the old entries with an earlier action.',
    )
  }
  const [role] = roles
  if (role !== undefined && typeof role !== 'string') {
    throw new DocumentError(`security names the permission ${JSON.stringify(role)}; give a text.`)
  }
  return role
}

function successOf({ responses }: Operation): { status: number; types: string[] } {
  const all = objectOf(responses)
  const statuses = Object.keys(all).filter((key) => /^2\d\d$/.test(key))
  if (statuses.length > 1) {
    throw new DocumentError(
      `responses has the successes ${statuses.join(' and ')}, but the sandbox can send only one. Remove the others.`,
    )
  }
  const [key = '200'] = statuses
  const status = Number(key)
  if (!canHoldEnvelope(status)) {
    throw new DocumentError(
      `responses has the success ${status}, which has no body for the envelope. Choose another, such as 200.`,
    )
  }
  return { status, types: Object.keys(objectOf(objectOf(all[key]).content)) }
}

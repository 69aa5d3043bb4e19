import { DocumentError } from './document-error.ts'
import { isObject, type Json, type JsonObject } from './json.ts'
import {
  readUnknownParameters,
  readUpdate,
  type UnknownParameters,
  type Update,
} from './keywords.ts'
import { type Paging, readPaging } from './paging.ts'
import { canHoldEnvelope, readWordings, type Wordings } from './sections.ts'

/** A parameter as the document declares it. */
export interface Parameter {
  name: string
  in: 'query' | 'path' | 'header' | 'cookie'
  schema: JsonObject
}

interface DeclaredParameter extends Parameter {
  required?: boolean
}

/** One operation of the document, with what the pipeline needs of it looked up once. */
export interface RoutedOperation {
  id: string
  method: string
  path: string
  /** `<resource>:<action>` that the key must have; undefined when any valid token will do. */
  permission: string | undefined
  queryParameters: Parameter[]
  headerParameters: Parameter[]
  cookieParameters: Parameter[]
  hasBody: boolean
  /** Whether its body may be of any media type, and is taken as it is. */
  takesAnyBody: boolean
  /** Status of its success. */
  successStatus: number
  /** Media types that its success may have; none where the document says nothing of it. */
  successTypes: string[]
  failures: Wordings | undefined
  /** How its list is paged; undefined when it has none, or is not paged. */
  paging: Paging | undefined
  /** What its body does with members that it lacks; undefined where there is no choice. */
  update: Update | undefined
  /** What it does with unknown query parameters; undefined where it does as all do. */
  unknownParameters: UnknownParameters | undefined
}

interface Operation extends JsonObject {
  operationId: string
  method: string
  path: string
}

/**
 * Looks up what the pipeline needs of an operation whose references are resolved. Throws DocumentError
 * for what the sandbox could not obey.
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
    const { content } = isObject(operation.requestBody) ? operation.requestBody : {}
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
      update: ifGiven('x-update', readUpdate),
      unknownParameters: ifGiven('x-unknown-parameters', readUnknownParameters),
    }
  } catch (error) {
    if (!(error instanceof DocumentError)) throw error
    throw new DocumentError(`${method} ${operation.path}: ${error.message}`)
  }
}

/**
 * The one role that the operation asks of a key. More of them, or alternatives, are refused: to look at the
 * first alone would let in whom the document keeps out.
 */
function permissionOf(security: Json | undefined): string | undefined {
  const [alternative, ...others] = Array.isArray(security) ? security : []
  const [[scheme, roles] = [], ...more] = isObject(alternative) ? Object.entries(alternative) : []
  const isSimple = others.length === 0 && more.length === 0
  if (!isSimple || scheme !== 'bearerAuth' || !Array.isArray(roles) || roles.length > 1) {
    throw new DocumentError(
      'security must be [{ bearerAuth: [] }] or name one permission, such as ' +
        `[{ bearerAuth: ['campaigns:read'] }]; found ${JSON.stringify(security)}. ` +
        'An update adds to a list: remove what it replaces with an action of its own, before it.',
    )
  }
  const [role] = roles
  if (role !== undefined && typeof role !== 'string') {
    throw new DocumentError(`security names the permission ${JSON.stringify(role)}; give a text.`)
  }
  return role
}

function successOf({ responses }: Operation): { status: number; types: string[] } {
  const all = isObject(responses) ? responses : {}
  const statuses = Object.keys(all).filter((key) => /^2\d\d$/.test(key))
  if (statuses.length > 1) {
    throw new DocumentError(
      `responses has the successes ${statuses.join(' and ')}, of which one could be sent. Remove the others.`,
    )
  }
  const [key = '200'] = statuses
  const status = Number(key)
  if (!canHoldEnvelope(status)) {
    throw new DocumentError(
      `responses has the success ${status}, which has no body and so no envelope. Choose another, such as 200.`,
    )
  }
  const response = all[key]
  return { status, types: Object.keys((isObject(response) && response.content) || {}) }
}

import { DocumentError } from './document-error.ts'
import { isObject, type JsonObject } from './json.ts'
import { canHoldEnvelope, readWordings, type Wordings } from './sections.ts'

/** A parameter as the document declares it. */
export interface Parameter {
  name: string
  in: 'query' | 'path' | 'header' | 'cookie'
  schema: JsonObject
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
  /** Status of its success. */
  successStatus: number
  failures: Wordings | undefined
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
export function routedOperation(fields: JsonObject): RoutedOperation {
  const operation = fields as Operation
  const method = operation.method.toUpperCase()
  try {
    const parameters = (operation.parameters ?? []) as unknown as Parameter[]
    const parametersIn = (where: Parameter['in']) =>
      parameters
        .filter((parameter) => parameter.in === where)
        .map(({ name, schema }) => ({ name, in: where, schema }))
    return {
      id: operation.operationId,
      method,
      path: operation.path,
      permission: permissionOf(operation),
      queryParameters: parametersIn('query'),
      headerParameters: parametersIn('header'),
      cookieParameters: parametersIn('cookie'),
      hasBody: isObject(operation.requestBody) && operation.requestBody.content !== undefined,
      successStatus: successStatusOf(operation),
      failures:
        operation['x-failures'] === undefined ? undefined : readWordings(operation['x-failures']),
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
function permissionOf({ security }: Operation): string | undefined {
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

function successStatusOf({ responses }: Operation): number {
  const statuses = isObject(responses) ? Object.keys(responses) : []
  const status = Number(statuses.find((key) => /^2\d\d$/.test(key)) ?? 200)
  if (canHoldEnvelope(status)) return status
  throw new DocumentError(
    `responses has the success ${status}, which has no body and so no envelope. Choose another, such as 200.`,
  )
}

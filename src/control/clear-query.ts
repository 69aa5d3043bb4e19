import type { RequestHandler } from 'express'
import controlDocument from '../../spec/documents/control.ts'
import { type Issue, invalidInput } from '../errors.ts'
import { readUnknownParameters } from '../openapi/keywords.ts'
import type { Parameter, RoutedOperation } from '../openapi/served/operation.ts'
import { exchangeOf } from '../pipeline/exchange.ts'
import { repeatedParameters, unknownParameters } from '../pipeline/parameters.ts'
import { splitUrl } from '../pipeline/routing.ts'
import { unknownParameter } from '../pipeline/validation.ts'
import { isSecretInLog } from '../text/secrets.ts'

/**
 * Refuses a query with unknown or repeated parameters: `?acount=` would apply to all accounts instead of one. The
 * service must tolerate such queries, the control plane need not.
 */
export function requireClearQuery(): RequestHandler {
  const asAll = readUnknownParameters(controlDocument['x-unknown-parameters'])
  return (req, res, next) => {
    const { queryParameters, unknownParameters: own } = exchangeOf(res).operation as RoutedOperation
    const { search } = splitUrl(req.url)
    const issues = (own ?? asAll) === 'refused' ? unclearIssues(search, queryParameters) : []
    if (issues.length > 0) throw invalidInput(issues)
    next()
  }
}

function unclearIssues(search: string, known: readonly Parameter[]): Issue[] {
  const given = new URLSearchParams(search)
  const unknown = unknownParameters(search, known).map((name) => {
    const value = given.get(name) as string
    return { ...unknownParameter(name, known), ...(isShown(name, value) ? { value } : {}) }
  })
  return [...unknown, ...repeatedIssues(search, known)]
}

/** The issues of parameters that are repeated although they are not lists. */
export function repeatedIssues(search: string, known: readonly Parameter[]): Issue[] {
  return repeatedParameters(search, known).map(({ name, values }): Issue => {
    const shown = values.every((value) => isShown(name, value)) ? ` (${values.join(', ')})` : ''
    return {
      in: 'query',
      path: name,
      message: `is given ${values.length} times${shown.length > 200 ? '' : shown}; give it once`,
    }
  })
}

// Callers log answers.
function isShown(name: string, value: string): boolean {
  return value.length <= 100 && !isSecretInLog(name)
}

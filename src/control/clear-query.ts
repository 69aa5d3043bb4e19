import type { RequestHandler } from 'express'
import { readUnknownParameters } from '../document/keywords.ts'
import type { Parameter, RoutedOperation } from '../document/operation.ts'
import { exchangeOf } from '../http/exchange.ts'
import { repeatedParameters, unknownParameters } from '../http/query.ts'
import { isSecretName } from '../http/redaction.ts'
import { unknownParameter } from '../http/validation.ts'
import { type Issue, invalidInput } from '../invalid-input.ts'
import { controlDocument } from './document.ts'

/**
 * Refuses a query with parameters that the operation does not have, or with one of them twice: `?acount=` would
 * steer all accounts instead of one. Unlike the service, the control plane is nobody's to be lenient for.
 */
export function requireClearQuery(): RequestHandler {
  const asAll = readUnknownParameters(controlDocument['x-unknown-parameters'])
  return (req, res, next) => {
    const { queryParameters, unknownParameters: own } = exchangeOf(res).operation as RoutedOperation
    const mark = req.url.indexOf('?')
    if (mark >= 0 && (own ?? asAll) === 'refused') {
      const issues = unclearIssues(req.url.slice(mark + 1), queryParameters)
      if (issues.length > 0) throw invalidInput(issues)
    }
    next()
  }
}

function unclearIssues(search: string, known: readonly Parameter[]): Issue[] {
  const given = new URLSearchParams(search)
  const unknown = unknownParameters(search, known).map((name) => {
    const value = given.get(name) as string
    return { ...unknownParameter(name, known), ...(isShown(name, value) ? { value } : {}) }
  })
  const repeated = repeatedParameters(search, known).map(({ name, values }): Issue => {
    const shown = values.every((value) => isShown(name, value)) ? ` (${values.join(', ')})` : ''
    return {
      in: 'query',
      path: name,
      message: `is given ${values.length} times${shown.length > 200 ? '' : shown}; give it once`,
    }
  })
  return [...unknown, ...repeated]
}

// Callers log what they are answered.
function isShown(name: string, value: string): boolean {
  return value.length <= 100 && !isSecretName(name)
}

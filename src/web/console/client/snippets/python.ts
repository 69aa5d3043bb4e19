import { literalBody, type SnippetRequest, schemeOf, TOKEN_VARIABLE } from './request.ts'

/** With the package requests. */
export function pythonSnippet({ method, url, headers, body }: SnippetRequest): string {
  const entries = Object.entries(headers)
  const hasToken = entries.some(([name, value]) => schemeOf(name, value) !== undefined)
  const literal = body === undefined ? undefined : literalBody(body)
  const lines = [
    ...(hasToken ? ['import os', ''] : []),
    'import requests',
    '',
    'response = requests.request(',
    `    ${text(method)},`,
    `    ${text(url)},`,
    ...(entries.length === 0
      ? []
      : ['    headers={', ...entries.map((entry) => `        ${headerOf(entry)},`), '    },']),
    ...(body === undefined
      ? []
      : [
          literal
            ? `    json=${literalOf(literal.value, '    ')},`
            : `    data=${text(body)}.encode(),`,
        ]),
    ')',
    'print(response.status_code, response.text)',
  ]
  return lines.join('\n')
}

function headerOf([name, value]: [string, string]): string {
  const scheme = schemeOf(name, value)
  if (scheme === undefined) return `${text(name)}: ${text(value)}`
  return `${text(name)}: ${text(scheme)} + os.environ["${TOKEN_VARIABLE}"]`
}

/** A string of JSON is a string literal of Python. */
const text = (value: string) => JSON.stringify(value)

/** The literal of a JSON value, its lines after the first indented by `indent`. */
function literalOf(value: unknown, indent: string): string {
  if (value === null) return 'None'
  if (value === true) return 'True'
  if (value === false) return 'False'
  if (typeof value !== 'object') return JSON.stringify(value)
  const inner = `${indent}    `
  const isList = Array.isArray(value)
  const items = isList
    ? value.map((each) => literalOf(each, inner))
    : Object.entries(value).map(([name, each]) => `${text(name)}: ${literalOf(each, inner)}`)
  const [open, close] = isList ? '[]' : '{}'
  if (items.length === 0) return `${open}${close}`
  return `${open}\n${items.map((item) => `${inner}${item},\n`).join('')}${indent}${close}`
}

import { literalBody, type SnippetRequest, schemeOf, TOKEN_VARIABLE } from './request.ts'

/** With the global fetch of Node.js and browsers. */
export function fetchSnippet(request: SnippetRequest): string {
  return `const response = await ${fetchCall(request)}
console.log(response.status, await response.text())`
}

const TOKEN = `process.env.${TOKEN_VARIABLE}`

/** A call of fetch, its lines after the first indented by `indent`. `address` and `token` are expressions. */
export function fetchCall(
  { method, url, headers, body }: SnippetRequest,
  {
    address = text(url),
    token = TOKEN,
    indent = '',
  }: { address?: string; token?: string; indent?: string } = {},
): string {
  // fetch refuses a body with these methods.
  const isSent = body !== undefined && !/^(GET|HEAD)$/i.test(method)
  const lines = [
    ...(method === 'GET' ? [] : [`method: ${text(method)},`]),
    ...headerLines(headers, token),
    ...(isSent ? [`body: ${bodyOf(body)},`] : []),
  ]
  const call =
    lines.length === 0 ? `fetch(${address})` : `fetch(${address}, {\n${indented(lines)}\n})`
  return call.replaceAll('\n', `\n${indent}`)
}

/** With axios 1.x, which by default rejects for answers that are not 2xx. */
export function axiosSnippet({ method, url, headers, body }: SnippetRequest): string {
  const literal = body === undefined ? undefined : literalBody(body)
  const data =
    body === undefined
      ? []
      : literal
        ? [`data: ${json(literal.value)},`]
        : // axios would write text as a JSON string.
          [`data: ${text(body)},`, 'transformRequest: (data) => data,']
  const lines = [
    `method: ${text(method)},`,
    `url: ${text(url)},`,
    ...headerLines(headers, TOKEN),
    ...data,
    'validateStatus: () => true,',
  ]
  return `import axios from 'axios'

const response = await axios.request({
${indented(lines)}
})
console.log(response.status, response.data)`
}

function headerLines(headers: SnippetRequest['headers'], token: string): string[] {
  const lines = Object.entries(headers).map(([name, value]) => {
    const key = /^[A-Za-z]\w*$/.test(name) ? name : text(name)
    const scheme = schemeOf(name, value)
    if (scheme === undefined) return `  ${key}: ${text(value)},`
    return `  ${key}: \`${scheme}\${${token}}\`,`
  })
  return lines.length === 0 ? [] : ['headers: {', ...lines, '},']
}

function bodyOf(body: string): string {
  const literal = literalBody(body)
  return literal ? `JSON.stringify(${json(literal.value)})` : text(body)
}

/** A string literal, in single quotes where it needs no escapes. */
export function text(value: string): string {
  return /^[^'\\\p{Cc}\u2028\u2029]*$/u.test(value) ? `'${value}'` : JSON.stringify(value)
}

/** JSON is a literal of JavaScript. */
export function json(value: unknown): string {
  return JSON.stringify(value, null, 2)
}

/** Lines of text are never indented inside a literal: JSON has no line breaks in strings. */
export function indented(lines: readonly string[], by = '  '): string {
  return lines.flatMap((line) => line.split('\n').map((each) => `${by}${each}`)).join('\n')
}

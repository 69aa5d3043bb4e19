import { literally } from '../regular-expression.ts'

/** Names of parameters whose values give access to something; `keyword` and `keywords` are none. */
const SECRET_NAME = /token|secret|signature|passw|auth|credential|key(?!words?\b)/i

/** Whether the value of a parameter or field gives access to something, by its name. */
export function isSecretName(name: string): boolean {
  return SECRET_NAME.test(name)
}

/**
 * Makes URLs fit for a log: values of parameters that are secret by their name, and whatever begins like
 * a token (`prefixes`, such as `svc_test_`) wherever it was put by mistake, become `…`, whether or not it
 * is percent-encoded, and however often.
 */
export function createRedaction(prefixes: readonly string[]): (url: string) => string {
  const token = new RegExp(`(${prefixes.map(encodedOrNot).join('|')})[^&/?#]+`, 'g')
  return (url) => {
    const mark = url.indexOf('?')
    const clean = mark < 0 ? url : url.slice(0, mark + 1) + withoutSecrets(url.slice(mark + 1))
    return clean.replace(token, '$1…')
  }
}

/** A pattern for a text any of whose characters may be percent-encoded. */
function encodedOrNot(text: string): string {
  const characters = [...text].map((character) => {
    const code = Buffer.from(character).toString('hex').match(/../g) ?? []
    const digits = (hex: string) => hex.replace(/[a-f]/g, (it) => `[${it}${it.toUpperCase()}]`)
    return `(?:${literally(character)}|${code.map((hex) => `%(?:25)*${digits(hex)}`).join('')})`
  })
  return characters.join('')
}

function withoutSecrets(search: string): string {
  const parameters = search.split('&').map((parameter) => {
    const [name = ''] = parameter.split('=', 1)
    return isSecretName(decoded(name)) ? `${name}=…` : parameter
  })
  return parameters.join('&')
}

function decoded(name: string): string {
  try {
    return decodeURIComponent(name)
  } catch {
    return name
  }
}

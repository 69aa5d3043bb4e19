import { literally } from '../regular-expression.ts'

/** Names of parameters whose values give access to something; `keyword` and `keywords` are none. */
const SECRET_NAME = /token|secret|signature|passw|auth|credential|key(?!words?\b)/i

/**
 * Makes URLs fit for a log: values of parameters that are secret by their name, and whatever begins like
 * a token (`prefixes`, such as `svc_test_`) wherever it was put by mistake, become `…`.
 */
export function createRedaction(prefixes: readonly string[]): (url: string) => string {
  const token = new RegExp(`(${prefixes.map(literally).join('|')})[^&/?#]+`, 'g')
  return (url) => {
    const mark = url.indexOf('?')
    const clean = mark < 0 ? url : url.slice(0, mark + 1) + withoutSecrets(url.slice(mark + 1))
    return clean.replace(token, '$1…')
  }
}

function withoutSecrets(search: string): string {
  const parameters = search.split('&').map((parameter) => {
    const [name = ''] = parameter.split('=', 1)
    return SECRET_NAME.test(decoded(name)) ? `${name}=…` : parameter
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

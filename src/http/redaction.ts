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

/** Members of JSON that give access; ids and names of keys do not. */
const SECRET_MEMBER = /token|secret|passw|credential|signature|authorization|api_?key/i
/** Names are bounded, or a text could be made on which looking for them takes seconds. */
const MEMBER = /(["'])((?:[\w-]|\\u[\da-f]{4}){1,100})\1\s{0,100}:\s{0,100}/gi
/** Quotes may be of the wrong kind in what is no JSON, and a text may be cut off before its end. */
const VALUE = /"(?:[^"\\]|\\.)*"?|'[^']*'?|(?!null|true|false)[\w.+-]+/y
/** What tells where an object or a list ends. */
const PART = /"(?:[^"\\]|\\.)*"?|[{}[\]]/g
/** In a link, or in a form that was sent as what it is not. */
const PARAMETER = /((?:^|[?&])([\w-]{1,100})=)[^&"'\s\\]+/g
/** Name and password in a URL (RFC 3986 §3.2.1). */
const USER_INFO = /:\/\/[^\s/@"']{1,500}@/g
/** Secrets of webhooks begin with it (Standard Webhooks). */
const WEBHOOK_SECRET = 'whsec_'

/**
 * Makes bodies fit for a log, whole or cut off: values of members that are secret by their name, parameters of
 * links, and whatever begins like a token (`prefixes`) become `…`. What is struck out already stays so.
 */
export function createTextRedaction(prefixes: readonly string[]): (text: string) => string {
  const begins = [...prefixes, WEBHOOK_SECRET].map(literally).join('|')
  const token = new RegExp(`(${begins})[\\w+/=-]+`, 'g')
  return (text) =>
    withoutSecretMembers(text)
      .replace(PARAMETER, (all, begin: string, name: string) =>
        SECRET_MEMBER.test(name) ? `${begin}…` : all,
      )
      .replace(USER_INFO, '://…@')
      .replace(token, '$1…')
}

function withoutSecretMembers(text: string): string {
  let clean = ''
  let done = 0
  for (const member of text.matchAll(MEMBER)) {
    if (member.index < done || !SECRET_MEMBER.test(unescaped(member[2] as string))) continue
    const start = member.index + member[0].length
    const end = endOfValue(text, start)
    if (end === start) continue
    clean += `${text.slice(done, start)}"…"`
    done = end
  }
  return clean + text.slice(done)
}

/** Any character of a name may be escaped (RFC 8259 §7). */
function unescaped(name: string): string {
  return name.replace(/\\u(....)/g, (_, code: string) =>
    String.fromCharCode(Number.parseInt(code, 16)),
  )
}

/** Where the value that begins at `start` ends; `start` itself when there is none to strike out. */
function endOfValue(text: string, start: number): number {
  if (text[start] !== '{' && text[start] !== '[') {
    VALUE.lastIndex = start
    return start + (VALUE.exec(text)?.[0].length ?? 0)
  }
  let depth = 0
  PART.lastIndex = start
  for (let part = PART.exec(text); part; part = PART.exec(text)) {
    if (part[0] === '{' || part[0] === '[') depth += 1
    else if (part[0] === '}' || part[0] === ']') depth -= 1
    if (depth === 0) return PART.lastIndex
  }
  return text.length
}

function withoutSecrets(search: string): string {
  // Spares most of them the look at each of what may be thousands.
  if (!isSecretName(decodedBytes(search))) return search
  const parameters = search.split('&').map((parameter) => {
    const [name = ''] = parameter.split('=', 1)
    return isSecretName(decodedBytes(name)) ? `${name}=…` : parameter
  })
  return parameters.join('&')
}

/** A character for each byte that is encoded. What is broken stays: thousands of exceptions for it took 20 ms. */
function decodedBytes(text: string): string {
  return text.replace(/%[\da-f]{2}/gi, (code) => String.fromCharCode(Number(`0x${code.slice(1)}`)))
}

import type { Issue } from '../errors.ts'
import { escapeRegExp } from '../text/pattern.ts'
import {
  isSecretInLog,
  KEY_REST,
  SECRET_MEMBER,
  USER_INFO,
  WEBHOOK_SECRET,
} from '../text/secrets.ts'

/**
 * Redacts URLs for a log: values of parameters with secret names, and anything that begins like a token
 * (`prefixes`, such as `svc_test_`), become `…`, even if they are percent-encoded several times.
 */
export function createRedaction(prefixes: readonly string[]): (url: string) => string {
  const token = new RegExp(`(${prefixes.map(encodedOrNot).join('|')})[^&/?#]+`, 'g')
  return (url) => {
    const mark = url.indexOf('?')
    const clean = mark < 0 ? url : url.slice(0, mark + 1) + withoutSecrets(url.slice(mark + 1))
    return clean.replace(token, '$1…')
  }
}

/** A pattern for a text whose characters may be percent-encoded. */
function encodedOrNot(text: string): string {
  const characters = [...text].map((character) => {
    const code = Buffer.from(character).toString('hex').match(/../g) ?? []
    const digits = (hex: string) => hex.replace(/[a-f]/g, (it) => `[${it}${it.toUpperCase()}]`)
    return `(?:${escapeRegExp(character)}|${code.map((hex) => `%(?:25)*${digits(hex)}`).join('')})`
  })
  return characters.join('')
}

/** The length of names is limited, because a crafted text could take seconds otherwise. */
const MEMBER = /(["'])((?:[\w-]|\\u[\da-f]{4}){1,100})\1\s{0,100}:\s{0,100}/gi
/** Also matches single quotes, which are not JSON, and texts that are cut off. */
const VALUE = /"(?:[^"\\]|\\.)*"?|'[^']*'?|(?!null|true|false)[\w.+-]+/y
/** Matches the parts that are needed to find the end of an object or a list. */
const PART = /"(?:[^"\\]|\\.)*"?|[{}[\]]/g
/** Parameters of a link or a form. */
const PARAMETER = /((?:^|[?&])([\w-]{1,100})=)[^&"'\s\\]+/g

/**
 * Redacts bodies for a log, whole or cut off: values of members and parameters with secret names, and anything
 * that begins like a token (`prefixes`), become `…`. Redacting a text twice changes nothing.
 */
export function createTextRedaction(prefixes: readonly string[]): (text: string) => string {
  const begins = [...prefixes, WEBHOOK_SECRET].map(escapeRegExp).join('|')
  const token = new RegExp(`(${begins})${KEY_REST}`, 'g')
  return (text) => {
    // Checking each name takes most of the time. Skip it for texts without a secret name, unless an escape may hide one.
    const mayName = SECRET_MEMBER.test(text) || text.includes('\\u')
    const clean = mayName ? withoutSecretNames(text) : text
    return clean.replace(USER_INFO, '://…@').replace(token, '$1…')
  }
}

function withoutSecretNames(text: string): string {
  return withoutSecretMembers(text).replace(PARAMETER, (all, begin: string, name: string) =>
    SECRET_MEMBER.test(name) ? `${begin}…` : all,
  )
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

/** A name without its escapes; any character may be escaped (RFC 8259 §7). */
function unescaped(name: string): string {
  return name.replace(/\\u(....)/g, (_, code: string) =>
    String.fromCharCode(Number.parseInt(code, 16)),
  )
}

/** The end of the value that begins at `start`; `start` itself if there is nothing to redact. */
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
  const parameters = search.split('&').map((parameter) => {
    const [name = ''] = parameter.split('=', 1)
    return isSecretInLog(decodedBytes(name)) ? `${name}=…` : parameter
  })
  return parameters.join('&')
}

/** Decodes each byte to one character and keeps invalid encoding: thousands of exceptions for it took 20 ms. */
function decodedBytes(text: string): string {
  return text.replace(/%[\da-f]{2}/gi, (code) => String.fromCharCode(Number(`0x${code.slice(1)}`)))
}

/** Headers, with those redacted whose names are secret. */
export function withoutCredentials(
  headers: Readonly<Record<string, unknown>>,
): Record<string, unknown> {
  const clean: Record<string, unknown> = { ...headers }
  for (const name in headers) {
    if (isSecretInLog(name)) clean[name] = redactedCredential(String(headers[name]))
  }
  return clean
}

/** Headers as text, redacted by `redact`, which gets one value at a time. */
export function redactedHeaders(
  headers: Readonly<Record<string, unknown>>,
  redact: (text: string) => string,
): Record<string, string> {
  const texts = Object.entries(headers).map(([name, value]) => [
    name,
    redact([value].flat().join(', ')),
  ])
  return Object.fromEntries(texts)
}

/** A problem of a request, without the value of a field with a secret name. */
export function redactedIssue({ value, ...issue }: Issue, redact: (text: string) => string): Issue {
  const isHidden = value === undefined || isSecretInLog(issue.path)
  return JSON.parse(redact(JSON.stringify(isHidden ? issue : { ...issue, value }))) as Issue
}

/** `Bearer …` shows that there was a credential, and its scheme. */
function redactedCredential(value: string): string {
  const scheme = /^(Bearer|Basic|Digest) /i.exec(value)?.[0] ?? ''
  return `${scheme}…`
}

import { isUtf8 } from 'node:buffer'
import { CodingError } from './content-coding.ts'
import type { Response } from './exchange.ts'

/** A response as the suite reads it, from its decoded bytes. A repeated header is joined by `, `. Throws a CodingError. */
export function responseOf(
  status: number,
  headers: Record<string, string | string[]>,
  bytes: Uint8Array,
): Response {
  const text = textOf(bytes)
  if (isTooDeep(text)) throw new CodingError('too_deep', TOO_DEEP)
  const joined = Object.entries(headers).map(([name, value]) => [
    name,
    Array.isArray(value) ? value.join(', ') : value,
  ])
  return {
    status,
    headers: Object.fromEntries(joined),
    text,
    isUtf8: isUtf8(bytes),
    json: parsed(text),
  }
}

/** Whoever walks a value calls itself for each level, and a stack has an end. */
const MOST_LEVELS = 200
const TOO_DEEP = `a response whose JSON is nested more than ${MOST_LEVELS} levels deep`

/** Whether a text that begins like JSON has so many open brackets outside its strings. */
function isTooDeep(text: string): boolean {
  if (!/^\s*[[{]/.test(text)) return false
  let depth = 0
  let isInString = false
  for (let at = 0; at < text.length; at += 1) {
    const character = text[at]
    if (character === '"') isInString = !isInString
    else if (isInString && character === '\\') at += 1
    else if (!isInString && (character === '[' || character === '{')) depth += 1
    else if (!isInString && (character === ']' || character === '}')) depth -= 1
    if (depth > MOST_LEVELS) return true
  }
  return false
}

export function textOf(bytes: Uint8Array): string {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('utf8')
}

/** The value of a JSON text; undefined if it is not JSON. */
export function parsedJson(text: string): unknown {
  return isTooDeep(text) ? undefined : parsed(text)
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

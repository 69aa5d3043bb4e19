import { isUtf8 } from 'node:buffer'
import type { Response } from './exchange.ts'

/** A response as the suite reads it, from its decoded bytes. A repeated header is joined by `, `. */
export function responseOf(
  status: number,
  headers: Record<string, string | string[]>,
  bytes: Uint8Array,
): Response {
  const text = textOf(bytes)
  const joined = Object.entries(headers).map(([name, value]) => [
    name,
    Array.isArray(value) ? value.join(', ') : value,
  ])
  return {
    status,
    headers: Object.fromEntries(joined),
    text,
    isUtf8: isUtf8(bytes),
    json: parsedJson(text),
  }
}

export function textOf(bytes: Uint8Array): string {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('utf8')
}

/** The value of a JSON text; undefined if it is not JSON. */
export function parsedJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

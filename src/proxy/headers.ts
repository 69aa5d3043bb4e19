import type { IncomingMessage, ServerResponse } from 'node:http'
import { DECODABLE } from '../../contract-tests/http/response.ts'

/** A header as it was on the wire. */
export type HeaderPair = readonly [name: string, value: string]

/** Headers of one connection (RFC 9110 §7.6.1); each side of a proxy has its own. */
const HOP_BY_HOP = new Set([
  ...['connection', 'keep-alive', 'te', 'transfer-encoding', 'upgrade'],
  ...['proxy-connection', 'proxy-authenticate', 'proxy-authorization'],
])

/** Without them the message would be another one, whatever `Connection` names. */
const FRAMING = new Set(['host', 'content-length'])

/** `[name, value, name, value]`, as Node has raw headers. */
export type FlatHeaders = string[]

/**
 * The headers of a message that a proxy passes on. `Trailer` stays if there can be trailers, in a message whose length
 * was not known. `others` are left out, too, by lower-case names.
 */
export function endToEnd(
  { rawHeaders, headers }: IncomingMessage,
  others?: ReadonlySet<string>,
): FlatHeaders {
  const named = namedIn(headers.connection)
  const isChunked = headers['transfer-encoding'] !== undefined
  const passed: FlatHeaders = []
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const name = rawHeaders[at] as string
    const lower = name.toLowerCase()
    if (HOP_BY_HOP.has(lower) || named?.has(lower) || others?.has(lower)) continue
    if (lower === 'trailer' && !isChunked) continue
    passed.push(name, rawHeaders[at + 1] as string)
  }
  return passed
}

function namedIn(connection: string | undefined): ReadonlySet<string> | undefined {
  if (connection === undefined || /^\s*(?:keep-alive|close)\s*$/i.test(connection)) return undefined
  const names = connection.split(',').map((name) => name.trim().toLowerCase())
  return new Set(names.filter((name) => !FRAMING.has(name)))
}

export function pairsOf(flat: readonly string[]): HeaderPair[] {
  const pairs: HeaderPair[] = []
  for (let at = 0; at < flat.length; at += 2) {
    pairs.push([flat[at] as string, flat[at + 1] as string])
  }
  return pairs
}

/** Headers by lower-case name, for the request log; repeated ones in a list. */
export function headersByName(flat: readonly string[]): Record<string, string | string[]> {
  const headers: Record<string, string | string[]> = {}
  for (const [name, value] of pairsOf(flat)) {
    const lower = name.toLowerCase()
    const before = Object.hasOwn(headers, lower) ? headers[lower] : undefined
    headers[lower] = before === undefined ? value : [before, value].flat()
  }
  return headers
}

/** Whether a request has a body (RFC 9112 §6.3). */
export function hasBody({ headers }: IncomingMessage): boolean {
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0
}

/** Statuses of answers that have no body (RFC 9110 §15). */
export const BODYLESS: ReadonlySet<number> = new Set([204, 304])

/** What `*` stands for in a list of codings that can be read. */
const ANY = ['gzip', 'deflate', 'br']

/**
 * A value of Accept-Encoding without the codings in which an answer could be neither judged nor recorded (RFC 9110
 * §12.5.3), such as zstd, which only new versions of Node can undo.
 */
export function readableOnly(value: string): string {
  const items = value.split(',').map((item) => item.trim())
  const names = items.map((item) => item.replace(/\s*;.*$/s, '').toLowerCase())
  const kept = items.flatMap((item, index) => {
    const name = names[index] as string
    if (name !== '*' || isRefused(item)) {
      return name === '*' || name === 'identity' || DECODABLE.has(name) ? [item] : []
    }
    return ANY.filter((each) => !names.includes(each)).map((each) => each + item.slice(1))
  })
  if (kept.join() === items.join()) return value
  // Without any, the answer is not encoded, which the client has allowed unless it says otherwise.
  return kept.join(', ') || (value.trim() && 'identity')
}

function isRefused(item: string): boolean {
  return /;\s*q=0(?:\.0*)?\s*$/i.test(item)
}

/** Writes the head of an answer of another server, without any header of our own. */
export function writeHead(
  res: ServerResponse,
  { status, message, headers }: { status: number; message: string; headers: FlatHeaders },
): void {
  for (const name of res.getHeaderNames()) res.removeHeader(name)
  for (const [name, value] of pairsOf(headers)) res.appendHeader(name, value)
  res.sendDate = false
  res.writeHead(status, message)
}

/** An answer before the final one (RFC 9110 §15.2). */
export interface InterimAnswer {
  statusCode: number
  statusMessage: string
  rawHeaders: string[]
}

/** Passes on an answer before the final one. HTTP/1.0 has none. */
export function writeInterim(res: ServerResponse, answer: InterimAnswer): void {
  const { httpVersionMajor, httpVersionMinor } = res.req
  if (res.headersSent || httpVersionMajor * 10 + httpVersionMinor < 11) return
  res.socket?.write(headText(answer.statusCode, answer.statusMessage, answer.rawHeaders), 'latin1')
}

/** The bytes of a head, in latin1. */
export function headText(status: number, message: string, headers: FlatHeaders): string {
  const lines = [`HTTP/1.1 ${status} ${message}`]
  for (let at = 0; at < headers.length; at += 2) lines.push(`${headers[at]}: ${headers[at + 1]}`)
  return `${lines.join('\r\n')}\r\n\r\n`
}

import type { ServerResponse } from 'node:http'
import type { InterimAnswer } from './forward.ts'
import type { FlatHeaders } from './headers.ts'

/**
 * Writes a head whose headers keep their order, case and duplicates. Node sorts duplicates together as soon as a header
 * was set before, and adds its own Date.
 */
export function writeRawHead(
  res: ServerResponse,
  { status, message, headers }: { status: number; message: string; headers: FlatHeaders },
): void {
  const kept = Object.getOwnPropertySymbols(res).find((each) => each.description === 'kOutHeaders')
  for (const name of res.getHeaderNames()) res.removeHeader(name)
  // Even without any, Node would take the slow way.
  if (kept) Reflect.set(res, kept, null)
  res.sendDate = false
  res.writeHead(status, message, headers)
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

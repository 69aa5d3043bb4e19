import type { Response } from 'express'
import type { FaultEffect } from '../accounts/fault.ts'
import { exchangeOf, noteAnswer } from './exchange.ts'

/**
 * Lets the answer go out without these headers. They are taken away when it is sent, after it was held
 * against the document.
 */
export function leaveOutHeaders(res: Response, names: readonly string[]): void {
  const writeHead = res.writeHead as (...head: unknown[]) => Response
  res.writeHead = ((...head: unknown[]) => {
    // Those that Node adds by itself, such as Date, stay away as well.
    for (const name of names) res.removeHeader(name)
    return writeHead.apply(res, head)
  }) as typeof res.writeHead
}

/** Lets the body of the answer go out broken. */
export function breakBody(res: Response, how: NonNullable<FaultEffect['body']>): void {
  // The answer to HEAD has none.
  if (res.req.method === 'HEAD') return
  if (how === 'truncated') truncate(res)
  else malform(res)
}

/** Half of the first part of the body is sent, and the connection closed. */
function truncate(res: Response): void {
  const write = res.write.bind(res) as (chunk: Buffer, done: () => void) => boolean
  const cut = (chunk: unknown) => {
    const bytes = Buffer.from(chunk as string)
    const half = bytes.subarray(0, Math.ceil(bytes.length / 2))
    if (exchangeOf(res).answer !== undefined) noteAnswer(res, half.toString())
    return write(half, () => res.socket?.destroySoon())
  }
  res.write = cut as typeof res.write
  res.end = ((chunk: unknown) => {
    if (chunk !== undefined) cut(chunk)
    return res
  }) as typeof res.end
}

/** A comma too many at the end, of which no parser of JSON approves. What is no JSON stays as it is. */
function malform(res: Response): void {
  const end = res.end.bind(res) as (body?: unknown) => Response
  res.end = ((body: unknown) => {
    if (exchangeOf(res).answer === undefined) return end(body)
    const text = String(body)
    const broken = `${text.slice(0, -1)},${text.slice(-1)}`
    res.setHeader('Content-Length', Buffer.byteLength(broken))
    noteAnswer(res, broken)
    return end(broken)
  }) as typeof res.end
}

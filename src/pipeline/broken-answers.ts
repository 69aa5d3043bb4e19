import type { Socket } from 'node:net'
import type { Request, Response } from 'express'
import type { FaultEffect } from '../accounts/fault.ts'
import { exchangeOf } from './exchange.ts'
import { noteAnswer } from './send.ts'

/** Closes the connection without an answer: broken off (TCP RST), or closed in order. */
export function hangUp({ socket }: Request, how: 'reset' | 'empty'): void {
  // With TLS, the connection below it is reset.
  const below = (socket as Socket & { _parent?: Socket | null })._parent
  if (how === 'reset') (below ?? socket).resetAndDestroy()
  else socket.destroySoon()
}

/** Makes the response send half of the first part of its body, and then close the connection. */
export function truncate(res: Response): void {
  const write = res.write.bind(res) as (chunk: Buffer, done: () => void) => boolean
  const cut = (chunk: unknown) => {
    const bytes = Buffer.from(chunk as string)
    const half = bytes.subarray(0, Math.ceil(bytes.length / 2))
    if (exchangeOf(res).answer !== undefined) noteAnswer(res, half)
    return write(half, () => res.socket?.destroySoon())
  }
  res.write = cut as typeof res.write
  res.end = ((chunk: unknown) => {
    if (chunk !== undefined) cut(chunk)
    return res
  }) as typeof res.end
}

/**
 * Makes the response end in a comma in place of its last byte, which every JSON parser refuses, so that its length stays
 * that of its head. It may come in parts.
 */
function malformPassing(res: Response): void {
  const write = res.write.bind(res) as (chunk: Buffer) => boolean
  const end = res.end.bind(res) as (chunk?: string) => Response
  let last = Buffer.alloc(0)
  const hold = (chunk: unknown) => {
    const bytes = Buffer.concat([last, Buffer.from(chunk as string)])
    last = bytes.subarray(-1)
    return write(bytes.subarray(0, -1))
  }
  res.write = hold as typeof res.write
  res.end = ((chunk: unknown) => {
    if (chunk !== undefined) hold(chunk)
    return last.length === 0 ? end() : end(',')
  }) as typeof res.end
}

/** Sends the answer without these headers. Removes them late, after the check against the document. */
export function leaveOutHeaders(res: Response, names: readonly string[]): void {
  const writeHead = res.writeHead as (...head: unknown[]) => Response
  res.writeHead = ((...head: unknown[]) => {
    // Including those that Node adds, such as Date.
    for (const name of names) res.removeHeader(name)
    return writeHead.apply(
      res,
      head.map((part) => (Array.isArray(part) ? without(part, names) : part)),
    )
  }) as typeof res.writeHead
}

/** Without the headers of these names; `flat` is `[name, value, name, value]`. */
function without(flat: string[], names: readonly string[]): string[] {
  const lower = names.map((name) => name.toLowerCase())
  return flat.filter((_, index) => !lower.includes(String(flat[index - (index % 2)]).toLowerCase()))
}

/** Sends a broken body. `isPassing`: it comes from another server, and is passed on as it is. */
export function breakBody(
  res: Response,
  how: NonNullable<FaultEffect['body']>,
  isPassing: boolean,
): void {
  // The answer to HEAD has no body.
  if (res.req.method === 'HEAD') return
  if (how === 'truncated') truncate(res)
  else if (isPassing) malformPassing(res)
  else malform(res)
}

/** Adds a comma at the end, which every JSON parser refuses. Leaves other content unchanged. */
function malform(res: Response): void {
  const end = res.end.bind(res) as (body?: unknown) => Response
  res.end = ((body: unknown) => {
    if (exchangeOf(res).answer === undefined) return end(body)
    const text = String(body)
    const broken = Buffer.from(`${text.slice(0, -1)},${text.slice(-1)}`)
    res.setHeader('Content-Length', broken.length)
    noteAnswer(res, broken)
    return end(broken)
  }) as typeof res.end
}

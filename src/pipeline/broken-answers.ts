import type { Socket } from 'node:net'
import type { Request, Response } from 'express'
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
export function malformPassing(res: Response): void {
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

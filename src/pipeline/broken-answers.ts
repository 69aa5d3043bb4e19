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
    if (exchangeOf(res).answer !== undefined) noteAnswer(res, half.toString())
    return write(half, () => res.socket?.destroySoon())
  }
  res.write = cut as typeof res.write
  res.end = ((chunk: unknown) => {
    if (chunk !== undefined) cut(chunk)
    return res
  }) as typeof res.end
}

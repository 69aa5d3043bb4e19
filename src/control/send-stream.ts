import type { Request, Response } from 'express'
import type { StreamMessage } from '../control-client/operations.ts'
import { sendChunks } from '../pipeline/send.ts'
import { type GuardParts, isStillAdmitted } from './guard.ts'

/** Real time between two checks of a quiet stream; proxies close one after a minute. */
const LOOK_EVERY_MS = 15_000

interface Call {
  req: Request
  res: Response
}

interface Streamed {
  messages: AsyncIterable<StreamMessage>
  signal: AbortSignal
  /** Whether the account may use more of this server: a stream that sends too much ends, and can be continued later. */
  mayGoOn: () => boolean
}

/**
 * Sends messages as they come (server-sent events, WHATWG HTML §9.2), until `signal` is aborted or the caller loses
 * access, because the key was deleted or the account removed.
 */
export async function sendStream(
  call: Call,
  { messages, signal, mayGoOn }: Streamed,
  parts: GuardParts,
): Promise<void> {
  const { res } = call
  res.writeHead(200, {
    'Content-Type': 'text/event-stream; charset=utf-8',
    'Cache-Control': 'no-store',
    // A buffering proxy (nginx) would hold messages back.
    'X-Accel-Buffering': 'no',
  })
  // At once, so that the caller knows that the stream is listening.
  res.write(': listening\n\n')
  void watch(call, signal, parts)
  await sendChunks(
    res,
    lines(messages, async () => mayGoOn() && (await isStillAdmitted(call, parts))),
  )
}

/** Ends a quiet stream without access, and sends keep-alive comments. */
async function watch(call: Call, ended: AbortSignal, parts: GuardParts): Promise<void> {
  const { res } = call
  for (;;) {
    await parts.clock.pause(LOOK_EVERY_MS, ended)
    if (ended.aborted) return
    if (!(await isStillAdmitted(call, parts))) res.destroy()
    else if (!res.writableNeedDrain) res.write(': still listening\n\n')
  }
}

async function* lines(
  messages: AsyncIterable<StreamMessage>,
  mayRead: () => Promise<boolean>,
): AsyncIterable<string> {
  for await (const { event, id, data } of messages) {
    if (!(await mayRead())) return
    const name = id === undefined ? '' : `id: ${id}\n`
    yield `${name}event: ${event}\ndata: ${JSON.stringify(data)}\n\n`
  }
}

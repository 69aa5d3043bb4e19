import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { Request, Response } from 'express'
import type { Services } from '../services.ts'
import { isStillAdmitted } from './guard.ts'
import type { StreamMessage } from './operation.ts'

/** Real time after which a stream is looked at of which nothing came; proxies close after a minute of that. */
const LOOK_EVERY_MS = 15_000

interface Call {
  req: Request
  res: Response
}

/**
 * Sends messages as they come (server-sent events, WHATWG HTML §9.2), until `signal` is aborted or the caller would
 * not be let in any more: a deleted key opens nothing from then on, and a removed account has nothing more to tell.
 */
export async function sendStream(
  call: Call,
  { messages, signal }: { messages: AsyncIterable<StreamMessage>; signal: AbortSignal },
  services: Services,
): Promise<void> {
  const { res } = call
  // `pipeline` alone listens for its end seven times; with ours that is one more than Node takes for a leak.
  res.setMaxListeners(20)
  res.writeHead(200, {
    'Content-Type': 'text/event-stream; charset=utf-8',
    'Cache-Control': 'no-store',
    // A proxy that collects what comes (nginx) would hold messages back.
    'X-Accel-Buffering': 'no',
  })
  // At once, so that the caller knows that it is listening before the first message.
  res.write(': listening\n\n')
  void watch(call, signal, services)
  try {
    await pipeline(Readable.from(lines(messages, () => isStillAdmitted(call, services))), res)
  } catch (error) {
    // A caller that hung up is not a failure of ours.
    if ((error as NodeJS.ErrnoException).code !== 'ERR_STREAM_PREMATURE_CLOSE') throw error
  }
}

/** Ends a stream of which nothing comes, too, and tells a reader that is let in that it is still there. */
async function watch(call: Call, ended: AbortSignal, services: Services): Promise<void> {
  const { res } = call
  for (;;) {
    await services.clock.pause(LOOK_EVERY_MS, ended)
    if (ended.aborted) return
    if (!(await isStillAdmitted(call, services))) res.destroy()
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

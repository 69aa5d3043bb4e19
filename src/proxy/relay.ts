import type { IncomingMessage } from 'node:http'
import { ForcedError } from '../errors.ts'
import { mediaType } from '../pipeline/body.ts'
import { isPreflight } from '../pipeline/origins.ts'
import { BodyCapture, type Captured, capturedMessage, KEPT_BYTES } from './captured.ts'
import { conclude, judgePassed, keep, violationsHeader } from './conclude.ts'
import { ForwardError } from './forward-error.ts'
import { endToEnd, type FlatHeaders, headersByName, pairsOf } from './headers.ts'
import { capturedOf, continueRequest, type Passage, type PassingParts } from './passage.ts'
import { writeInterim, writeRawHead } from './raw-answer.ts'

/** How long an answer that is judged before it is sent may take from its head to its end. */
export const HELD_MS = 100

/** An answer of the upstream and what came of its body. */
interface Arriving {
  answer: IncomingMessage
  capture: BodyCapture
  /** The bytes that were not sent yet. */
  held: Buffer[]
}

/** Forwards a request and passes on the answer. `handOn` leaves it to the sandbox, before anything is sent. */
export async function relay(
  passage: Passage,
  handOn: () => void,
  parts: PassingParts,
): Promise<void> {
  const { req, res, sent } = passage
  const onInterim = (answer: Parameters<typeof writeInterim>[1]) => {
    if (answer.statusCode === 100) continueRequest(passage)
    else writeInterim(res, answer)
  }
  let arriving: Arriving | undefined
  let isWhole = false
  try {
    const answer = await parts.forwarder.send(req, { client: res, sent, onInterim })
    // Its end is handled where its body is read; a client that is gone wants no more of it.
    answer.on('error', () => {})
    res.once('close', () => answer.destroy())
    arriving = { answer, capture: new BodyCapture(), held: [] }
    const mayLack = parts.hybrid.mayLack(answer.statusCode as number)
    if (mayLack || isHoldable(passage, answer)) isWhole = await arrives(arriving, parts)
  } catch (error) {
    if (!(error instanceof ForwardError)) throw error
    const kind = res.destroyed ? 'client_gone' : error.kind
    const failure = { kind, message: error.message }
    if (parts.hybrid.takesMissing(passage, { failure })) return handOn()
    // Without an answer to its preflight, a page could not read what follows: why there is no answer.
    if (isPreflight(req) && kind !== 'client_gone') return handOn()
    return refuse(passage, failure, parts)
  }
  const { answer, capture } = arriving
  const outcome = {
    status: answer.statusCode as number,
    headers: pairsOf(answer.rawHeaders),
    body: capture.body,
  }
  // This status says enough without its body.
  const isClear = isWhole || outcome.status === 501
  if (isClear && parts.hybrid.takesMissing(passage, outcome)) {
    if (!isWhole) answer.destroy()
    return handOn()
  }
  if (isWhole) await sendWhole(passage, arriving, parts)
  else stream(passage, arriving, parts)
}

/** Answers for an upstream that did not, in the envelope (§7). */
function refuse(
  passage: Passage,
  failure: NonNullable<Captured['failure']>,
  parts: PassingParts,
): void {
  parts.state.sources.upstream += 1
  passage.exchange.source = 'upstream'
  void conclude(passage, capturedOf(passage, parts, { failure }), parts)
  if (failure.kind === 'client_gone') return
  const status = failure.kind === 'timeout' ? 504 : 502
  throw new ForcedError('server_error', status, failure.message, {
    headers: { 'X-Sandbox-Source': 'upstream' },
  })
}

/** Whether an answer may be judged before it is sent: by its head, it is data and small. */
function isHoldable({ isJudged }: Passage, { headers }: IncomingMessage): boolean {
  const isData = /^(application\/([\w.-]+\+)?json|text\/csv)$/.test(
    mediaType(headers['content-type']),
  )
  return isJudged && isData && Number(headers['content-length'] ?? 0) <= KEPT_BYTES
}

/** Whether an answer ends in time. Rejects with a ForwardError if it breaks off. */
function arrives(
  { answer, capture, held }: Arriving,
  { sandbox, forwarder }: PassingParts,
): Promise<boolean> {
  return new Promise((resolve, reject) => {
    const take = (chunk: Buffer) => {
      held.push(chunk)
      capture.add(chunk)
      if (capture.isTooLong) part()
    }
    const end = () => {
      stopWaiting()
      answer.pause()
      answer.off('data', take).off('end', whole).off('error', fail)
    }
    const part = () => {
      end()
      resolve(false)
    }
    const whole = () => {
      end()
      resolve(true)
    }
    const fail = (error: Error) => {
      end()
      reject(forwarder.errorOf(error, true))
    }
    answer.on('data', take).on('end', whole).on('error', fail)
    const stopWaiting = sandbox.clock.limit(HELD_MS, part)
  })
}

/** Sends an answer that arrived in whole, with its verdict. */
async function sendWhole(
  passage: Passage,
  { answer, capture, held }: Arriving,
  parts: PassingParts,
): Promise<void> {
  const { res, exchange } = passage
  const captured = answered(passage, answer, capture, parts)
  await judgePassed(passage, captured, parts)
  if (!res.destroyed) {
    const headers = writeHead(passage, answer, true, parts)
    end(passage, answer, held.length === 1 ? held[0] : Buffer.concat(held))
    exchange.sentHeaders = headersByName(headers)
  }
  keep(captured, parts)
}

/** Sends an answer as it comes. It is judged when it is complete. */
function stream(passage: Passage, { answer, capture, held }: Arriving, parts: PassingParts): void {
  const { res, exchange } = passage
  if (res.destroyed) return
  const headers = writeHead(passage, answer, false, parts)
  exchange.sentHeaders = headersByName(headers)
  // At once, and in latin1: `flushHeaders` would encode the head as UTF-8.
  res.write(Buffer.alloc(0))
  for (const chunk of held) res.write(chunk)
  answer.on('data', (chunk: Buffer) => capture.add(chunk))
  answer.pipe(res, { end: false })
  answer.once('end', () => {
    void conclude(passage, answered(passage, answer, capture, parts), parts)
    end(passage, answer)
  })
  answer.once('error', (error) => {
    const { kind, message } = parts.forwarder.errorOf(error, true)
    const failure = { kind: res.destroyed ? ('client_gone' as const) : kind, message }
    void conclude(passage, capturedOf(passage, parts, { failure }), parts)
    // A client must not take the part for the whole.
    res.destroy()
  })
}

function writeHead(
  passage: Passage,
  answer: IncomingMessage,
  isKnown: boolean,
  parts: PassingParts,
): FlatHeaders {
  const { res, exchange } = passage
  const own: FlatHeaders = ['X-Sandbox-Source', 'upstream']
  if (exchange.fault !== undefined) own.push('X-Sandbox-Fault', exchange.fault)
  own.push(...violationsHeader(passage, isKnown))
  const headers = [...endToEnd(answer, OWN), ...own]
  exchange.source = 'upstream'
  parts.state.sources.upstream += 1
  writeRawHead(res, {
    status: answer.statusCode as number,
    message: answer.statusMessage as string,
    headers,
  })
  return headers
}

/** Headers of another svc-sandbox proxy. */
const OWN = new Set(['x-sandbox-source', 'x-sandbox-violations', 'x-sandbox-fault'])

function end({ res }: Passage, { rawTrailers }: IncomingMessage, body?: Buffer): void {
  if (rawTrailers.length > 0) res.addTrailers(pairsOf(rawTrailers) as [string, string][])
  // With the head in one packet.
  res.end(body)
}

function answered(
  passage: Passage,
  answer: IncomingMessage,
  capture: BodyCapture,
  parts: PassingParts,
): Captured {
  const response = {
    ...capturedMessage(answer, capture),
    status: answer.statusCode as number,
    statusMessage: answer.statusMessage as string,
  }
  return capturedOf(passage, parts, { response })
}

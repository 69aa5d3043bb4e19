import type { IncomingMessage } from 'node:http'
import type { Response } from 'express'
import { ForcedError } from '../errors.ts'
import { mediaType } from '../pipeline/body.ts'
import { isPreflight } from '../pipeline/origins.ts'
import {
  BodyCapture,
  type Captured,
  capturedMessage,
  type Failure,
  KEPT_BYTES,
} from './captured.ts'
import type { CassetteAnswer } from './cassette/cassette.ts'
import { ForwardError } from './forward.ts'
import {
  BODYLESS,
  endToEnd,
  type FlatHeaders,
  headersByName,
  type InterimAnswer,
  pairsOf,
  writeHead,
  writeInterim,
} from './headers.ts'
import { continueRequest, type Passage } from './passage.ts'
import {
  capturedOf,
  conclude,
  judgePassed,
  keep,
  type PassingParts,
  violationsHeader,
} from './passing.ts'

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
  const { forwarder, hybrid } = parts
  const onInterim = (interim: InterimAnswer) => {
    if (interim.statusCode === 100) continueRequest(passage)
    else writeInterim(res, interim)
  }
  let arriving: Arriving | undefined
  let isWhole = false
  try {
    const answer = await forwarder.send(req, { client: res, sent, onInterim })
    // Its end is handled where its body is read; a client that is gone wants no more of it.
    answer.on('error', () => {})
    res.once('close', () => answer.destroy())
    arriving = { answer, capture: new BodyCapture(), held: [] }
    const isHeld = hybrid.mayLack(answer.statusCode as number) || isHoldable(passage, answer)
    if (isHeld) isWhole = await arrives(arriving, parts)
  } catch (error) {
    if (!(error instanceof ForwardError)) throw error
    const kind = res.destroyed ? 'client_gone' : error.kind
    const failure = { kind, message: error.message }
    if (hybrid.takesMissing(passage, { failure })) return handOn()
    // Without an answer to its preflight, a page could not read what follows: why there is no answer.
    if (isPreflight(req) && kind !== 'client_gone') return handOn()
    return refuse(passage, failure, parts)
  }
  const captured = answered(passage, arriving, parts)
  // This status says enough without its body.
  const isClear = isWhole || captured.response.status === 501
  if (isClear && hybrid.takesMissing(passage, captured.response)) {
    if (!isWhole) arriving.answer.destroy()
    return handOn()
  }
  if (isWhole) await sendWhole(passage, arriving, parts)
  else stream(passage, arriving, parts)
}

/** Answers for an upstream that did not, in the envelope (§7). */
function refuse(passage: Passage, failure: Failure, parts: PassingParts): void {
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
  const type = mediaType(headers['content-type'])
  const isData = /^(application\/([\w.-]+\+)?json|text\/csv)$/.test(type)
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
    const stopWaiting = sandbox.clock.limit(HELD_MS, part)
    answer.on('data', take).on('end', whole).on('error', fail)
  })
}

/** Sends an answer that arrived in whole, with its verdict. */
async function sendWhole(passage: Passage, arriving: Arriving, parts: PassingParts): Promise<void> {
  const captured = answered(passage, arriving, parts)
  await judgePassed(passage, captured, parts)
  if (!passage.res.destroyed) {
    sendHead(passage, arriving.answer, true, parts)
    // With the head in one packet.
    end(passage, arriving.answer, Buffer.concat(arriving.held))
  }
  keep(captured, parts)
}

/** Sends an answer as it comes. It is judged when it is complete. */
function stream(passage: Passage, arriving: Arriving, parts: PassingParts): void {
  const { res } = passage
  const { answer, capture, held } = arriving
  if (res.destroyed) return
  sendHead(passage, answer, false, parts)
  // At once, and in latin1: `flushHeaders` would encode the head as UTF-8.
  res.write(Buffer.alloc(0))
  for (const chunk of held) res.write(chunk)
  answer.on('data', (chunk: Buffer) => capture.add(chunk))
  answer.pipe(res, { end: false })
  answer.once('end', () => {
    void conclude(passage, answered(passage, arriving, parts), parts)
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

/** Headers of another svc-sandbox proxy. */
const OWN = new Set(['x-sandbox-source', 'x-sandbox-violations', 'x-sandbox-fault'])

function sendHead(
  passage: Passage,
  answer: IncomingMessage,
  isKnown: boolean,
  { state }: PassingParts,
): void {
  const { res, exchange } = passage
  const headers = [...endToEnd(answer, OWN), ...ownHeaders(passage, 'upstream', isKnown)]
  exchange.source = 'upstream'
  exchange.sentHeaders = headersByName(headers)
  state.sources.upstream += 1
  const { statusCode: status = 0, statusMessage: message = '' } = answer
  writeHead(res, { status, message, headers })
}

/** What the proxy adds to an answer. `isKnown`: it was judged. */
function ownHeaders(passage: Passage, source: 'upstream' | 'cassette', isKnown: boolean) {
  const { fault } = passage.exchange
  return [
    ...['X-Sandbox-Source', source],
    ...(fault === undefined ? [] : ['X-Sandbox-Fault', fault]),
    ...violationsHeader(passage, isKnown),
  ]
}

function end({ res }: Passage, { rawTrailers }: IncomingMessage, body?: Buffer): void {
  if (rawTrailers.length > 0) res.addTrailers(pairsOf(rawTrailers) as [string, string][])
  res.end(body)
}

function answered(passage: Passage, { answer, capture }: Arriving, parts: PassingParts) {
  const { statusCode: status = 0, statusMessage = '' } = answer
  const response = { ...capturedMessage(answer, capture), status, statusMessage }
  return { ...capturedOf(passage, parts, {}), response } satisfies Captured
}

/** Answers from a cassette. The request may be another one than when it was recorded, so it is judged again. */
export async function replay(
  passage: Passage,
  recorded: CassetteAnswer,
  parts: PassingParts,
): Promise<void> {
  const { req, res, exchange } = passage
  const { status, statusMessage, body } = recorded
  const response = { ...recorded, trailers: [], length: body.length }
  const captured = { ...capturedOf(passage, parts, { response }), source: 'cassette' as const }
  await judgePassed(passage, captured, parts)
  keep(captured, parts)
  if (res.destroyed) return

  // A recorded answer lets the page of the recording read it, which is hardly the one that asks.
  const isOfPage = req.headers.origin !== undefined
  const headers = recorded.headers.flatMap(([name, value]) => {
    const isLeftOut = OF_A_CONNECTION.test(name) || (isOfPage && /^access-control-/i.test(name))
    return isLeftOut ? [] : [name, value]
  })
  headers.push(...corsOf(res))
  const hasBody = req.method !== 'HEAD' && !BODYLESS.has(status)
  if (hasBody) headers.push('Content-Length', String(body.length))
  headers.push(...ownHeaders(passage, 'cassette', true))
  exchange.source = 'cassette'
  exchange.sentHeaders = headersByName(headers)
  parts.state.sources.cassette += 1
  writeHead(res, { status, message: statusMessage, headers })
  res.end(hasBody ? body : undefined)
  // Whatever was not read of the request.
  req.resume()
}

/** A recording has them of another connection, and its body may have another length now. */
const OF_A_CONNECTION =
  /^(connection|keep-alive|transfer-encoding|content-length|trailer|x-sandbox-(source|violations|fault))$/i

/** What `presetOrigins` has set, as the sandbox does. */
function corsOf(res: Response): FlatHeaders {
  const names = res.getHeaderNames().filter((name) => /^(?:access-control-|vary$)/i.test(name))
  return names.flatMap((name) => [name, String(res.getHeader(name))])
}

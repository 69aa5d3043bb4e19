import type { Request, Response } from 'express'
import type { CassetteAnswer } from './cassette/cassette.ts'
import { judgePassed, keep, violationsHeader } from './conclude.ts'
import { BODYLESS, type FlatHeaders, headersByName, without } from './headers.ts'
import { capturedOf, type Passage, type PassingParts } from './passage.ts'
import { writeRawHead } from './raw-answer.ts'

/** Answers from a cassette. The request may be another one than when it was recorded, so it is judged again. */
export async function replay(
  passage: Passage,
  recorded: CassetteAnswer,
  parts: PassingParts,
): Promise<void> {
  const { req, res, exchange } = passage
  const { status, statusMessage, body } = recorded
  const response = {
    ...recorded,
    headers: [...recorded.headers],
    trailers: [],
    length: body.length,
  }
  const captured = { ...capturedOf(passage, parts, { response }), source: 'cassette' as const }
  await judgePassed(passage, captured, parts)
  keep(captured, parts)
  if (res.destroyed) return

  const headers = OF_A_CONNECTION.reduce(without, passedOn(recorded, req).flat())
  headers.push(...corsOf(res))
  const hasBody = req.method !== 'HEAD' && !BODYLESS.has(status)
  if (hasBody) headers.push('Content-Length', String(body.length))
  headers.push('X-Sandbox-Source', 'cassette')
  headers.push(...violationsHeader(passage, true))
  exchange.source = 'cassette'
  exchange.sentHeaders = headersByName(headers)
  parts.state.sources.cassette += 1
  writeRawHead(res, { status, message: statusMessage, headers })
  res.end(hasBody ? body : undefined)
  // Whatever was not read of the request.
  req.resume()
}

/** A recorded answer lets the page of the recording read it, which is hardly the one that asks. */
function passedOn({ headers }: CassetteAnswer, req: Request): CassetteAnswer['headers'] {
  if (req.headers.origin === undefined) return headers
  return headers.filter(([name]) => !/^access-control-/i.test(name))
}

/** What `presetOrigins` has set, as the sandbox does. */
function corsOf(res: Response): FlatHeaders {
  const names = res.getHeaderNames().filter((name) => /^(?:access-control-|vary$)/i.test(name))
  return names.flatMap((name) => [name, String(res.getHeader(name))])
}

/** A recording has them of another connection, and its body may have another length now. */
const OF_A_CONNECTION = [
  ...['Connection', 'Keep-Alive', 'Transfer-Encoding', 'Content-Length', 'Trailer'],
  ...['X-Sandbox-Source', 'X-Sandbox-Violations'],
]

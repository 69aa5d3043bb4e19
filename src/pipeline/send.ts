import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { Response } from 'express'
import type { CheckedResponse, ResponseCheck } from '../openapi/served/response-check.ts'
import type { FileResult } from '../reports/download.ts'
import { attachment } from '../reports/file-name.ts'
import { yieldToEventLoop } from '../time/pauses.ts'
import { type Exchange, exchangeOf, isForeign } from './exchange.ts'

/** One for the service, one for the control plane; present with `--validate-responses`. */
export type ResponseChecks = Record<'service' | 'control', ResponseCheck> | undefined

/**
 * Throws if an answer breaks the document. It is on in every test run (`--validate-responses`), so that the sandbox
 * cannot drift from its own documents. Answers that no document describes are not checked.
 */
export function requireConformance(
  res: Response,
  answer: Omit<CheckedResponse, 'operation' | 'headers'>,
  { responseChecks }: { responseChecks: ResponseChecks },
): void {
  const exchange = exchangeOf(res)
  const { operation, part, isUnmetered } = exchange
  if (!responseChecks || part === 'page' || isForeign(exchange)) return

  const headers = res.getHeaders()
  const problems = responseChecks[part].problems({ ...answer, operation, headers, isUnmetered })
  if (problems.length > 0) {
    const name = operation?.id ?? 'A response without an operation'
    throw new Error(`${name}, ${answer.status}, breaks the document: ${problems.join('; ')}.`)
  }
}

/** Writes JSON, without the ETag of Express, which does not help API clients. */
export function sendJson(res: Response, status: number, body: object): void {
  sendJsonText(res, status, JSON.stringify(body))
}

/** The same for JSON that is a text already. */
export function sendJsonText(res: Response, status: number, text: string): void {
  const body = Buffer.from(text)
  // A change was made: it is charged afterwards. HEAD sends no body.
  if (res.req.method === 'GET' && status < 400)
    (exchangeOf(res) as Exchange | undefined)?.charge?.(body.length)
  res.statusCode = status
  confirmPreference(res)
  noteAnswer(res, body)
  if (!res.hasHeader('Content-Type')) {
    res.setHeader('Content-Type', 'application/json; charset=utf-8')
  }
  res.setHeader('Content-Length', body.length)
  res.setHeader('Cache-Control', 'no-store')
  res.end(body)
}

export async function sendFile(res: Response, file: FileResult): Promise<void> {
  // The bytes are charged as they are sent, at the pace of the reader.
  ;(exchangeOf(res) as Exchange | undefined)?.charge?.(0)
  confirmPreference(res)
  res.setHeader('Content-Type', file.contentType)
  res.setHeader('Content-Disposition', attachment(file.fileName, file.asciiName))
  res.setHeader('Cache-Control', 'no-store')
  await sendChunks(res, yielding(file.content))
}

/** Sends chunks as they come, until the caller hangs up, which is not a failure of ours. */
export async function sendChunks(res: Response, chunks: AsyncIterable<unknown>): Promise<void> {
  // `pipeline` adds seven end listeners; with ours that is above Node's warning limit.
  res.setMaxListeners(20)
  try {
    await pipeline(Readable.from(chunks), res)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ERR_STREAM_PREMATURE_CLOSE') throw error
  }
}

/** A caller that reads as fast as chunks are made would block everyone else until the end of the file. */
async function* yielding<Chunk>(content: AsyncIterable<Chunk> | Iterable<Chunk>) {
  for await (const chunk of content) {
    yield chunk
    await yieldToEventLoop()
  }
}

/** Keeps the answer for the request log. */
export function noteAnswer(res: Response, answer: Buffer): void {
  const exchange = exchangeOf(res) as Exchange | undefined
  if (exchange) exchange.answer = answer
}

/** Confirms the preferred status (RFC 7240 §3) if it is the one being sent. */
function confirmPreference(res: Response): void {
  // Answers to broken requests have no exchange.
  const preferred = (exchangeOf(res) as Exchange | undefined)?.preferredStatus
  if (preferred === res.statusCode) res.setHeader('Preference-Applied', `code=${preferred}`)
}

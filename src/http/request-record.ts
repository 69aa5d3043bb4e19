import type { Request, Response } from 'express'
import type { Issue } from '../invalid-input.ts'
import type { Services } from '../services.ts'
import { type AnswerText, exchangeOf } from './exchange.ts'
import { createTextRedaction, isSecretName } from './redaction.ts'
import { KEPT_OF_BODY, type KeptBody, type LoggedExchange } from './request-log.ts'

type Unnumbered = Omit<LoggedExchange, 'sequence'>

/**
 * Makes records of exchanges that are over, for the log of requests. That happens with every request, so most
 * is kept as it is, and made readable by whoever reads it. Only what gives access is struck out at once:
 * credentials of the headers, and what bodies hold where they may hold any.
 */
export function createRecorder({ document, clock }: Pick<Services, 'document' | 'clock'>) {
  const redact = createTextRedaction(document.secretPrefixes)
  return (req: Request, res: Response, url: string): Unnumbered => {
    const exchange = exchangeOf(res)
    const { caller, failure, answer, sentBody, sentLength } = exchange
    // What is only read has no secrets in its answers, but nearly all of the text.
    const isRead = req.method === 'GET' || req.method === 'HEAD'
    return {
      requestId: exchange.id,
      time: exchange.now,
      accountId: caller?.account.id,
      key: caller?.key,
      method: req.method,
      url,
      operationId: exchange.operation?.id,
      status: res.headersSent ? res.statusCode : undefined,
      error: res.locals.errorCode as string | undefined,
      durationMs: clock.elapsed() - exchange.startedAt,
      fault: exchange.fault,
      isValid: exchange.isValid,
      issues: failure?.details?.issues as readonly Issue[] | undefined,
      requestHeaders: withoutCredentials(req.headers),
      requestBody: sentBody && {
        content: redact(sentBody.toString()),
        bytes: sentBody.length,
        isCut: sentLength > sentBody.length,
      },
      responseHeaders: res.getHeaders(),
      responseBody: answer === undefined ? undefined : kept(answer, isRead, redact),
    }
  }
}

/** The beginning of a body as a buffer of its own: a part of a longer one would keep all of it alive. */
export function beginningOf(body: Buffer): Buffer {
  return body.length > KEPT_OF_BODY ? Buffer.from(body.subarray(0, KEPT_OF_BODY)) : body
}

function kept(answer: AnswerText, isRead: boolean, redact: (text: string) => string): KeptBody {
  if (typeof answer === 'function') {
    const content = isRead ? answer : () => redact(answer())
    return { content, bytes: 0, isCut: false }
  }
  const text = answer
  const isCut = text.length > KEPT_OF_BODY
  // A slice of a string keeps all of it alive as well.
  const content = isCut ? Buffer.from(text.slice(0, KEPT_OF_BODY)) : text
  const shown = isRead ? content : redact(content.toString())
  return { content: shown, bytes: shown.length, isCut }
}

/** Headers with those struck out that give access by their name. */
export function withoutCredentials(headers: Request['headers']): Record<string, unknown> {
  const clean: Record<string, unknown> = { ...headers }
  for (const name in headers) {
    if (isSecretHeader(name)) clean[name] = struckOut(String(headers[name]))
  }
  return clean
}

const SECRET_HEADERS = new Map<string, boolean>()

/** Clients send the same few headers again and again. */
function isSecretHeader(name: string): boolean {
  let isSecret = SECRET_HEADERS.get(name)
  if (isSecret === undefined) {
    isSecret = /cookie/.test(name) || isSecretName(name)
    if (SECRET_HEADERS.size < 1000) SECRET_HEADERS.set(name, isSecret)
  }
  return isSecret
}

/** `Bearer …` tells that there was a credential, and of what kind. */
function struckOut(value: string): string {
  const scheme = /^(Bearer|Basic|Digest) /i.exec(value)?.[0] ?? ''
  return `${scheme}…`
}

import { ERROR_CODES } from '../../../src/errors.ts'
import { MARKER } from './accounts.ts'
import type { ProbeRequest } from './request.ts'
import type { WireAnswer } from './wire-reader.ts'

/** What an answer to a request may hold. */
export interface Expected {
  /** The victim or the operator asks, so that texts of the victim may appear. */
  mayKnowVictim?: boolean
  /** The server may ask for a later try, with 503 and Retry-After. */
  mayBeBusy?: boolean
  /** The statuses that are right; by default, all below 500. */
  status?: (status: number) => boolean
  /** What these statuses mean, for the report. */
  because?: string
}

const LEAKS =
  /node_modules|file:\/\/\/(?!etc)|\n\s*at \S+ \(|\\n\s+at \S|\.[cm]?[jt]s:\d|node:internal|\/dist\/src|\/tmp\/svc-/
const MARKED = Buffer.from(MARKER)
const REQUEST_ID = /^[\w.:@/+=-]{1,128}$/
const JSON_TYPE = 'application/json; charset=utf-8'

/** The rules that hold for any answer; returns those that are broken. */
export function faultsOf(request: ProbeRequest, answer: WireAnswer, expected: Expected): string[] {
  const { status, headers, body } = answer
  const faults: string[] = []
  const unless = (holds: unknown, fault: string) => {
    if (!holds) faults.push(fault)
  }
  const isBusy = expected.mayBeBusy && status === 503 && headers.has('retry-after')
  unless(status >= 200 && (status < 500 || isBusy), `status ${status}`)
  if (expected.status) {
    unless(expected.status(status), `${expected.because}, but status ${status}`)
  }
  if (!expected.mayKnowVictim) {
    const isKnown = body.includes(MARKED) || answer.head.includes(MARKER)
    unless(!isKnown, 'a text of another account')
  }
  unless(REQUEST_ID.test(headers.get('x-request-id') ?? ''), 'no X-Request-Id')
  unless(headers.get('x-content-type-options') === 'nosniff', 'no nosniff')
  unless(!headers.has('x-injected') && !headers.has('set-cookie'), 'an injected header')
  unless(!headers.has('x-powered-by') && !headers.has('server'), 'a header about the software')
  for (const name of [
    'content-type',
    'content-length',
    'location',
    'access-control-allow-origin',
  ]) {
    unless(!headers.get(name)?.includes('\n'), `${name} twice`)
  }
  if (/^\/api(?:[/?]|$)/.test(request.target)) {
    for (const name of ['limit', 'remaining', 'reset']) {
      unless(/^\d+$/.test(headers.get(`x-ratelimit-${name}`) ?? ''), `no X-RateLimit-${name}`)
    }
  }
  return [...faults, ...contentFaults(request, answer)]
}

function contentFaults({ method, target }: ProbeRequest, answer: WireAnswer): string[] {
  const { status, headers, body, isStream } = answer
  const type = headers.get('content-type') ?? ''
  if (status === 204 || status === 304) return body.length > 0 ? ['a body of an empty answer'] : []
  if (status >= 300 && status < 400) {
    return /^\/(?!\/|\\)/.test(headers.get('location') ?? '') ? [] : ['a redirect to elsewhere']
  }
  if (isStream) return status === 200 ? [] : [`a stream with status ${status}`]
  if (!type.startsWith('application/json')) {
    if (status >= 400) return [`a failure as ${type || 'no type'}`]
    if (type.startsWith('text/html') && !headers.has('content-security-policy')) {
      return ['a page without Content-Security-Policy']
    }
    return type === '' ? ['no Content-Type'] : []
  }
  if (method === 'HEAD') return []
  const text = body.toString()
  if (LEAKS.test(text) && !/openapi\.json|\/docs|\/specification/.test(target)) {
    return ['inner workings shown']
  }
  return envelopeFaults(status, text, type)
}

function envelopeFaults(status: number, text: string, type: string): string[] {
  let content: { [name: string]: never } & { error?: { code: never; message: string } }
  try {
    content = JSON.parse(text)
  } catch {
    return ['no JSON']
  }
  // A document or a file.
  if (status < 400 && content?.success === undefined) return []
  const faults = type === JSON_TYPE ? [] : [`the type ${type}`]
  const { success, error, meta } = content as Record<string, never> & typeof content
  if (success !== status < 400) faults.push('a wrong success')
  if (!success && !(ERROR_CODES as readonly string[]).includes(error?.code ?? '')) {
    faults.push('no error code')
  }
  if (!success && !/\S/.test(error?.message ?? '')) faults.push('no message')
  if (!/^\d{4}-\d\d-\d\dT/.test((meta as unknown as { timestamp?: string })?.timestamp ?? '')) {
    faults.push('no meta')
  }
  return faults
}

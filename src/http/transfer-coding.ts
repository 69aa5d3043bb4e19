import type { IncomingMessage } from 'node:http'
import { ApiError } from '../errors.ts'

/**
 * That the body is coded in a way that is not undone here. Node's parser looks at the last coding alone, which has to
 * be chunked, and hands on as it came what another one made of the body. RFC 9112 §6.1 would have it 501; that is worded
 * as any malformed request, since a 5xx says of the service that it failed, and clients send such requests again.
 */
export function transferProblem({ headers }: IncomingMessage): ApiError | undefined {
  const coding = headers['transfer-encoding']
  if (coding === undefined || coding.toLowerCase() === 'chunked') return undefined
  return new ApiError(
    'malformed_request',
    `Transfer-Encoding ${JSON.stringify(coding.slice(0, 100))} is not understood, but chunked alone. Name the compression of a body in Content-Encoding.`,
  )
}

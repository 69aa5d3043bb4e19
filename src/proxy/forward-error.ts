import type { Captured } from './captured.ts'

type Kind = NonNullable<Captured['failure']>['kind']

/** Why an upstream gave no answer. The message is for the caller of the proxy. */
export class ForwardError extends Error {
  override name = 'ForwardError'
  readonly kind: Kind

  constructor(kind: Kind, message: string, options?: ErrorOptions) {
    super(message, options)
    this.kind = kind
  }
}

/** An upstream whose answer did not begin in time. */
export function silentFor(ms: number, upstream: string): ForwardError {
  return new ForwardError(
    'timeout',
    `The upstream ${upstream} was silent for ${ms / 1000} s. Allow more with --timeout.`,
  )
}

/** No connection: not a byte was sent. */
const UNREACHABLE = new Set([
  ...['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'EHOSTUNREACH', 'ENETUNREACH', 'EHOSTDOWN'],
])

/** The error of a request to `host`, in words; `isConnected` if its bytes may have been sent. */
export function forwardError(
  error: NodeJS.ErrnoException,
  { host, isConnected }: { host: string; isConnected: boolean },
): ForwardError {
  if (error instanceof ForwardError) return error
  const { code = '', message } = error
  const cause = { cause: error }
  if (!isConnected && UNREACHABLE.has(code)) {
    return new ForwardError(
      'refused',
      `The proxy cannot reach the upstream ${host} (${code}). Is it running, and is its address right?`,
      cause,
    )
  }
  if (code === 'ETIMEDOUT') {
    return new ForwardError('timeout', `The connection to the upstream ${host} timed out.`, cause)
  }
  if (code === 'HPE_HEADER_OVERFLOW') {
    return new ForwardError(
      'invalid',
      `The response of the upstream ${host} has more than ${MOST_HEADER_BYTES / 1024} kB of headers.`,
      cause,
    )
  }
  if (code.startsWith('HPE_')) {
    return new ForwardError(
      'invalid',
      `The response of the upstream ${host} is not valid HTTP (${message}).`,
      cause,
    )
  }
  if (isCertificateProblem(code)) {
    return new ForwardError(
      'invalid',
      `The certificate of the upstream ${host} is not trusted (${code}). Name the certificate of its authority with --ca, or do without the check with --insecure.`,
      cause,
    )
  }
  if (code === 'EPROTO' || code.startsWith('ERR_SSL')) {
    return new ForwardError('invalid', `The upstream ${host} does not speak TLS (${code}).`, cause)
  }
  return new ForwardError(
    'reset',
    `The upstream ${host} closed the connection without a whole answer (${code || message}).`,
    cause,
  )
}

/** Bytes of the headers of a response. */
export const MOST_HEADER_BYTES = 64 * 1024

function isCertificateProblem(code: string): boolean {
  return /^(CERT_|UNABLE_TO_|DEPTH_ZERO_|SELF_SIGNED_|ERR_TLS_CERT)/.test(code)
}

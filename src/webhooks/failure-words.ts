import { UnusableAnswer } from './answer-reader.ts'
import { ADDRESS_NOT_ALLOWED } from './pinned-lookup.ts'

/** Real time from the first sent byte to the last received one. */
export const TIMEOUT_MS = 15_000
const SECONDS = TIMEOUT_MS / 1000

/** No complete answer in time. */
export class TimeoutError extends Error {
  override name = 'TimeoutError'
}

/** Why there was no answer, for the owner of the webhook: what happened, and where to look. */
export function failureWords(error: NodeJS.ErrnoException, url: URL): string {
  const { message } = error
  const code = error.code ?? ''
  if (error instanceof TimeoutError) return `No complete answer within ${SECONDS} seconds.`
  if (error instanceof UnusableAnswer) return message
  if (code === ADDRESS_NOT_ALLOWED) return `Not sent: ${message}`
  if (isMalformed(error)) return `The answer of ${url.host} is not HTTP/1.1.`
  return wordsOf(code, message, url) ?? tlsWords(code, message, url) ?? failed(code, url)
}

/** Why an answer that had begun did not end. */
export function truncationWords(status: number, error: NodeJS.ErrnoException): string {
  if (error instanceof TimeoutError) {
    return `The answer with status ${status} began, but did not end within ${SECONDS} seconds.`
  }
  const why = isMalformed(error)
    ? 'its body is not valid HTTP/1.1'
    : 'the connection was closed before the end of its body'
  return `The answer with status ${status} was cut off: ${why}.`
}

function isMalformed({ name, message }: Error): boolean {
  return name === 'HTTPParserError' && !message.includes('EOF')
}

function wordsOf(code: string, message: string, url: URL): string | undefined {
  switch (code) {
    case 'ECONNREFUSED':
      return `The connection was refused: nothing listens at ${url.host}.`
    case 'ENOTFOUND':
    case 'EAI_AGAIN':
    case 'EAI_NODATA':
      return `The name ${url.hostname} was not found (${code}).`
    case 'UND_ERR_CONNECT_TIMEOUT':
      return `${url.host} accepted no connection within ${SECONDS} seconds.`
    case 'ETIMEDOUT':
    case 'EHOSTUNREACH':
    case 'ENETUNREACH':
      return `${url.host} can't be reached (${code}).`
    case 'UND_ERR_HEADERS_OVERFLOW':
      return `The answer of ${url.host} has more than 16 kB of headers.`
    case 'UND_ERR_RES_CONTENT_LENGTH_MISMATCH':
      return `The answer of ${url.host} has a wrong Content-Length, or several.`
    case 'EMFILE':
    case 'ENFILE':
      return 'This machine has too many open files and connections.'
    case 'ECONNRESET':
      return message.includes('before secure TLS connection')
        ? `${url.host} closed the connection while the secure connection was set up.`
        : closed(url)
    case 'EPIPE':
    case 'UND_ERR_SOCKET':
      return closed(url)
  }
  return undefined
}

function closed({ host }: URL): string {
  return `${host} closed the connection without an answer.`
}

/** Node's and OpenSSL's codes of certificates. */
const CERTIFICATE_PROBLEMS: Record<string, string> = {
  CERT_HAS_EXPIRED: 'has expired',
  CERT_NOT_YET_VALID: 'is not valid yet',
  CERT_REVOKED: 'was revoked',
  DEPTH_ZERO_SELF_SIGNED_CERT: 'is self-signed',
  SELF_SIGNED_CERT_IN_CHAIN: 'is signed by an authority that this machine does not trust',
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: 'lacks the certificate of its issuer',
  UNABLE_TO_GET_ISSUER_CERT: 'lacks the certificate of its issuer',
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: 'is signed by an authority that this machine does not trust',
}

function tlsWords(code: string, message: string, url: URL): string | undefined {
  const certificate = `No secure connection: the certificate of ${url.host}`
  if (code === 'ERR_TLS_CERT_ALTNAME_INVALID') {
    return `${certificate} is for another host than ${url.hostname}.`
  }
  const problem = CERTIFICATE_PROBLEMS[code]
  if (problem) return `${certificate} ${problem}.`
  if (/CERT|SIGNATURE|CRL/.test(code) && !code.startsWith('ERR_SSL')) {
    return `${certificate} is not valid (${code}).`
  }
  // Node 20 has a code for each reason, later ones have EPROTO and the reason in the message.
  if (code !== 'EPROTO' && !/^ERR_(SSL|TLS)/.test(code)) return undefined
  const reason = `${code} ${message}`.toLowerCase().replaceAll('_', ' ')
  if (/wrong version number|packet length too long|http request/.test(reason)) {
    return `No secure connection: ${url.host} does not use TLS (https) at this port.`
  }
  if (/certificate required|bad certificate|handshake failure.*certificate/.test(reason)) {
    return `No secure connection: ${url.host} asks for a client certificate, and the sandbox has none.`
  }
  if (/protocol version|unsupported protocol|handshake failure|no shared cipher/.test(reason)) {
    return `No secure connection: ${url.host} and the sandbox have no version of TLS or cipher in common.`
  }
  return `No secure connection: ${url.host} broke the rules of TLS.`
}

function failed(code: string, { host }: URL): string {
  return `The request to ${host} failed${code === '' ? '' : ` (${code})`}.`
}

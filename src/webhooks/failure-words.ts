import { ADDRESS_NOT_ALLOWED } from './pinned-lookup.ts'

/** Why there was no answer, for the owner of the webhook: what happened, and where to look. */
export function failureWords(error: NodeJS.ErrnoException, url: URL): string {
  const { code = '', message } = error
  switch (code) {
    case ADDRESS_NOT_ALLOWED:
      return `Not sent: ${message}`
    case 'ECONNREFUSED':
      return `The connection was refused: nothing listens at ${url.host}.`
    case 'ENOTFOUND':
    case 'EAI_AGAIN':
    case 'EAI_NODATA':
      return `The name ${url.hostname} was not found (${code}).`
    case 'ECONNRESET':
    case 'EPIPE':
      return `${url.host} closed the connection without an answer.`
    case 'ETIMEDOUT':
    case 'EHOSTUNREACH':
    case 'ENETUNREACH':
      return `${url.host} can't be reached (${code}).`
  }
  if (code.startsWith('HPE_'))
    return `The answer of ${url.host} is not HTTP, or has too many headers (${code}).`
  if (url.protocol === 'https:' && isTls(code)) {
    return `No secure connection to ${url.host}: ${message.trim()} (${code}). Its certificate must be valid for ${url.hostname}.`
  }
  return `The request failed: ${message.trim()}.`
}

/** OpenSSL's codes for certificate problems begin in many ways; the system's codes all begin with E. */
function isTls(code: string): boolean {
  return code === 'EPROTO' || /^ERR_(TLS|SSL)|CERT|SIGNATURE|CRL/.test(code)
}

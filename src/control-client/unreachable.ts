/** The codes of Node and OpenSSL for certificates that are not accepted. */
const CERTIFICATE = /CERT|SELF_SIGNED|UNABLE_TO_/

const WORDS: Record<string, string> = {
  ECONNREFUSED: 'nothing listens there',
  ENOTFOUND: 'the name of its host was not found',
  EAI_AGAIN: 'the name of its host was not found',
  ETIMEDOUT: 'it cannot be reached',
  EHOSTUNREACH: 'it cannot be reached',
  ENETUNREACH: 'it cannot be reached',
  UND_ERR_CONNECT_TIMEOUT: 'it accepts no connections',
  ECONNRESET: 'it closed the connection without an answer',
  UND_ERR_SOCKET: 'it closed the connection without an answer',
}

/** Why `fetch` got no answer of a sandbox at `root`, for the end of a sentence, with the way out if it is known. */
export function unreachableReason(error: unknown, root: string): string {
  const { cause = error } = error as Error
  const { code = '', message } = cause as NodeJS.ErrnoException
  if (CERTIFICATE.test(code)) {
    return (
      `its certificate is not trusted (${code}). Set NODE_EXTRA_CA_CERTS to the file of the certificate, ` +
      'which svc-sandbox serve --https shows'
    )
  }
  if (/wrong.version.number|packet.length.too.long/i.test(`${code} ${message}`)) {
    return `it does not serve HTTPS. Use ${root.replace(/^https:/, 'http:')}`
  }
  const words = WORDS[code] ?? (code === '' ? message : `${message.split('\n')[0]} (${code})`)
  // A server of HTTPS closes the connection of a request without TLS.
  if (words !== WORDS.ECONNRESET || !root.startsWith('http:')) return words
  return `${words}. If it serves HTTPS, use ${root.replace(/^http:/, 'https:')}`
}

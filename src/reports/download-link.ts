import { createHmac, timingSafeEqual } from 'node:crypto'

/**
 * Path and query of a link that opens a file without the Authorization header. `parameters` determine the file and
 * are signed with a secret of the account: nothing is stored, and equal links give equal files.
 */
export function signLink(fileName: string, parameters: URLSearchParams, secret: string): string {
  const link = `/files/${encodeURIComponent(fileName)}?${parameters}`
  return `${link}&signature=${signatureOf(link, secret)}`
}

/** Whether `link` (path and query) is signed with `secret` and unchanged. */
export function isSigned(link: string, secret: string): boolean {
  const mark = link.lastIndexOf('&signature=')
  if (mark < 0) return false
  const given = Buffer.from(link.slice(mark + '&signature='.length))
  const expected = Buffer.from(signatureOf(link.slice(0, mark), secret))
  return given.length === expected.length && timingSafeEqual(given, expected)
}

function signatureOf(link: string, secret: string): string {
  return createHmac('sha256', secret).update(link).digest('base64url')
}

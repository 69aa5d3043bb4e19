import { createHmac, timingSafeEqual } from 'node:crypto'

/**
 * Links that open a file without the Authorization header. All that decides the file's content stands
 * in the link, signed with a secret of the account: nothing has to be stored for it, and equal links
 * give equal files.
 */

/** Returns path and query of a link to `fileName` that holds `parameters`. */
export function signLink(fileName: string, parameters: URLSearchParams, secret: string): string {
  const link = `/files/${encodeURIComponent(fileName)}?${parameters}`
  return `${link}&signature=${signatureOf(link, secret)}`
}

/** Whether `link` (path and query) was signed with `secret` and not altered since. */
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

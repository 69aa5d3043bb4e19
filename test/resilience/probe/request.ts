/** One request as the probe sends it; `target` and `headers` go on the wire as they are. */
export interface ProbeRequest {
  method: string
  target: string
  /** Lines such as `Accept: text/csv`. A Host and the length of the body are added if there is none. */
  headers?: readonly string[]
  body?: string | Buffer
}

/** The bytes of a request on HTTP/1.1. */
export function bytesOf({ method, target, headers = [], body }: ProbeRequest): Buffer {
  const has = (name: RegExp) => headers.some((line) => name.test(line))
  const lines = [`${method} ${target} HTTP/1.1`]
  if (!has(/^host[ \t]*:/i)) lines.push('Host: 127.0.0.1')
  lines.push(...headers)
  const content = body === undefined ? undefined : Buffer.from(body)
  if (content && !has(/^(?:content-length|transfer-encoding)[ \t]*:/i)) {
    lines.push(`Content-Length: ${content.length}`)
  }
  const head = `${lines.join('\r\n')}\r\n\r\n`
  // Latin-1 keeps bytes as the ideas write them; a target may hold more.
  const bytes = Buffer.from(head, /[^\0-\xff]/.test(head) ? 'utf8' : 'latin1')
  return content ? Buffer.concat([bytes, content]) : bytes
}

/** Bytes as text for a report: all that is not printable ASCII is escaped. */
export function shown(bytes: Buffer | string, length = 700): string {
  const text = typeof bytes === 'string' ? bytes : bytes.toString('latin1', 0, length + 1)
  const cut = text.slice(0, length).replace(/[^ -~\n]/g, (char) => {
    if (char === '\r') return ''
    return `\\x${char.charCodeAt(0).toString(16).padStart(2, '0')}`
  })
  return text.length > length ? `${cut}…` : cut
}

export const bearer = (token: string) => `Authorization: Bearer ${token}`

export const JSON_BODY = 'Content-Type: application/json'

/** One answer out of the bytes of a connection. */
export interface Answer {
  status: number
  /** Names in lower case. */
  headers: Record<string, string>
  body: string
}

/**
 * Takes apart what a server sent on one connection in answer to requests of `methods`, in their order.
 * An answer that was broken off is left out.
 */
export function readAnswers(bytes: Buffer, methods: readonly string[]): Answer[] {
  const answers: Answer[] = []
  let at = 0
  while (at < bytes.length) {
    const end = bytes.indexOf('\r\n\r\n', at)
    if (end < 0) break
    const { status, headers } = readHead(bytes.toString('latin1', at, end))
    at = end + 4
    // Only an announcement that the request may go on.
    if (status === 100) continue

    const isEmpty = methods[answers.length] === 'HEAD' || status === 204 || status === 304
    const content = isEmpty ? { body: '', next: at } : readBody(bytes, at, headers)
    if (!content) break
    answers.push({ status, headers, body: content.body })
    at = content.next
  }
  return answers
}

function readHead(head: string): Pick<Answer, 'status' | 'headers'> {
  const [line = '', ...fields] = head.split('\r\n')
  const headers = fields.map((field) => {
    const colon = field.indexOf(':')
    return [field.slice(0, colon).toLowerCase(), field.slice(colon + 1).trim()]
  })
  return { status: Number(line.split(' ')[1]), headers: Object.fromEntries(headers) }
}

function readBody(bytes: Buffer, start: number, headers: Answer['headers']) {
  if (headers['transfer-encoding'] === 'chunked') return readChunks(bytes, start)
  const next = start + Number(headers['content-length'] ?? 0)
  return next > bytes.length ? undefined : { body: bytes.toString('utf8', start, next), next }
}

function readChunks(bytes: Buffer, start: number) {
  const chunks: Buffer[] = []
  for (let at = start; ; ) {
    const end = bytes.indexOf('\r\n', at)
    if (end < 0) return undefined
    const size = Number.parseInt(bytes.toString('latin1', at, end), 16)
    chunks.push(bytes.subarray(end + 2, end + 2 + size))
    at = end + 2 + size + 2
    if (at > bytes.length) return undefined
    if (size === 0) return { body: Buffer.concat(chunks).toString(), next: at }
  }
}

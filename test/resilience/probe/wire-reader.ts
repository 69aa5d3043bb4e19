/** An answer, read as strictly as RFC 9112 allows. */
export interface WireAnswer {
  status: number
  /** Names in lower case; values of a repeated header are joined by a line break. */
  headers: Map<string, string>
  /** The status line and the headers. */
  head: string
  body: Buffer
  /** Server-sent events: only the head is read. */
  isStream: boolean
}

const STATUS_LINE = /^HTTP\/1\.1 [1-5]\d\d [\t -~]*$/
const FIELD = /^([!#$%&'*+.^_`|~\w-]+): ?([\t -~\x80-\xff]*)$/
const EMPTY = Buffer.alloc(0)

/** Reads one answer to a request of `method`; anything after it is an error. */
export class WireReader {
  #bytes: Buffer = EMPTY
  #head: Omit<WireAnswer, 'body'> | undefined

  readonly method: string

  constructor(method: string) {
    this.method = method
  }

  get isEmpty(): boolean {
    return this.#bytes.length === 0 && this.#head === undefined
  }

  /** Throws if what came is not well-formed; undefined until the answer is whole. */
  add(chunk: Buffer): WireAnswer | undefined {
    this.#bytes = this.#bytes.length === 0 ? chunk : Buffer.concat([this.#bytes, chunk])
    const taken = takeAnswer(this.#bytes, this.method)
    if (!taken) return undefined
    if (taken.length < this.#bytes.length && !taken.answer.isStream) {
      const more = this.#bytes.toString('latin1', taken.length, taken.length + 60)
      throw new Error(`more than one answer; behind the first: ${JSON.stringify(more)}`)
    }
    return taken.answer
  }
}

/** The first answer of `bytes` and its length with all `100 Continue` before it; undefined if it is not whole. */
export function takeAnswer(
  bytes: Buffer,
  method: string,
): { answer: WireAnswer; length: number } | undefined {
  let start = 0
  for (;;) {
    const end = bytes.indexOf('\r\n\r\n', start)
    if (end < 0) return undefined
    const head = bytes.toString('latin1', start, end)
    const { status, headers } = readHead(head)
    start = end + 4
    if (status >= 100 && status < 200) continue
    const isStream = headers.get('content-type')?.startsWith('text/event-stream') ?? false
    const hasNone = method === 'HEAD' || status === 204 || status === 304 || isStream
    const content = hasNone ? { body: EMPTY, next: start } : readBody(bytes, start, headers)
    if (!content) return undefined
    return {
      answer: { status, headers, head, body: content.body, isStream },
      length: content.next,
    }
  }
}

function readHead(head: string): { status: number; headers: Map<string, string> } {
  const [line = '', ...fields] = head.split('\r\n')
  if (!STATUS_LINE.test(line)) throw new Error(`a malformed status line: ${JSON.stringify(line)}`)
  const headers = new Map<string, string>()
  for (const field of fields) {
    const parts = FIELD.exec(field)
    if (!parts) throw new Error(`a malformed header: ${JSON.stringify(field)}`)
    const name = (parts[1] as string).toLowerCase()
    const before = headers.get(name)
    headers.set(name, before === undefined ? (parts[2] as string) : `${before}\n${parts[2]}`)
  }
  return { status: Number(line.slice(9, 12)), headers }
}

function readBody(bytes: Buffer, start: number, headers: Map<string, string>) {
  const length = headers.get('content-length')
  const coding = headers.get('transfer-encoding')
  if (length !== undefined && coding !== undefined) throw new Error('two framings of one answer')
  if (coding !== undefined) {
    if (coding !== 'chunked') throw new Error(`the transfer coding ${coding}`)
    return readChunks(bytes, start)
  }
  if (!/^\d+$/.test(length ?? '')) throw new Error(`a body of length ${length}`)
  const next = start + Number(length)
  return next > bytes.length ? undefined : { body: bytes.subarray(start, next), next }
}

function readChunks(bytes: Buffer, start: number) {
  const chunks: Buffer[] = []
  for (let at = start; ; ) {
    const end = bytes.indexOf('\r\n', at)
    if (end < 0) return undefined
    const size = bytes.toString('latin1', at, end)
    if (!/^[\da-f]+$/i.test(size)) throw new Error(`a chunk of size ${JSON.stringify(size)}`)
    const next = end + 2 + Number.parseInt(size, 16)
    if (next + 2 > bytes.length) return undefined
    if (bytes.toString('latin1', next, next + 2) !== '\r\n') throw new Error('a torn chunk')
    chunks.push(bytes.subarray(end + 2, next))
    at = next + 2
    if (next === end + 2) return { body: Buffer.concat(chunks), next: at }
  }
}

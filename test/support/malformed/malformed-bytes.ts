import type { Random } from '../random.ts'

/** A request that is wrong in some way, as the bytes that are sent. */
export interface Malformed {
  method: string
  bytes: Buffer
  /** Whether the bytes are one whole HTTP request, so that another may follow on the connection. */
  framed: boolean
  /** Whether the server owes an answer: not when the caller broke off. */
  answered: boolean
  /** Whether the quota of §8 is shown, which only the API does. */
  metered: boolean
  /** Whether another request is hidden in it, which is not to be answered. */
  hides?: boolean
  /** Whether the sender says that nothing more comes, and listens on. */
  halfClosed?: boolean
  /** Whether the bytes come piece by piece. */
  slow?: boolean
}

/** Opens everything of the account under attack. */
export const KEY = 'Authorization: Bearer svc_test_demo'

export function noise(random: Random): Buffer {
  return Buffer.from(Array.from({ length: random.below(300) }, () => random.below(256)))
}

export function whole(
  method: string,
  target: string,
  headers: readonly string[],
  body: Buffer | undefined = undefined,
): Malformed {
  const host = headers.some((header) => header.startsWith('Host:')) ? [] : ['Host: localhost']
  const length = body ? [`Content-Length: ${body.length}`] : []
  const lines = [`${method} ${target} HTTP/1.1`, ...host, ...headers, ...length, '', '']
  // Latin-1 keeps bytes as they are written above; a path may hold more.
  const head = Buffer.concat(
    lines.map((line, i) =>
      Buffer.from(
        i < lines.length - 1 ? `${line}\r\n` : line,
        /[^\0-\xff]/.test(line) ? 'utf8' : 'latin1',
      ),
    ),
  )
  const bytes = body ? Buffer.concat([head, body]) : head
  return { method, bytes, framed: true, answered: true, metered: true }
}

export function broken(bytes: Buffer, answered: boolean): Malformed {
  return { method: 'GET', bytes, framed: false, answered, metered: true }
}

import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { type Answer, readAnswers } from './answers.ts'

/** A connection over which a test sends requests as bytes, and what was answered on it. */
export interface Connection {
  /** Sends a request; what follows the head is its body. */
  send(method: string, path: string, options?: { body?: string; headers?: string[] }): void
  /** Sends bytes as they are. */
  write(text: string): void
  /** How many requests were sent. */
  readonly sent: number
  /** Whole answers so far. */
  answers(): Answer[]
  /** Resolves when anything comes, or the connection is closed. */
  arrival(): Promise<unknown>
  closed: Promise<void>
  /** What the system said when the connection was not closed in order, such as ECONNRESET. */
  readonly failure: string | undefined
  isClosed: boolean
}

export async function openConnection(port: number): Promise<Connection> {
  const socket: Socket = connect(port, '127.0.0.1')
  await once(socket, 'connect')
  const chunks: Buffer[] = []
  const methods: string[] = []
  let failure: string | undefined
  socket.on('data', (chunk: Buffer) => chunks.push(chunk))
  socket.on('error', (error: NodeJS.ErrnoException) => {
    failure = error.code
  })
  const connection: Connection = {
    send(method, path, { body, headers = [] } = {}) {
      methods.push(method)
      const length = body === undefined ? [] : [`Content-Length: ${Buffer.byteLength(body)}`]
      const head = [
        `${method} ${path} HTTP/1.1`,
        'Host: localhost',
        'Authorization: Bearer svc_test_demo',
        'Content-Type: application/json',
        ...headers,
        ...length,
      ]
      socket.write(`${head.join('\r\n')}\r\n\r\n${body ?? ''}`)
    },
    write: (text) => void socket.write(text),
    get sent() {
      return methods.length
    },
    answers: () => readAnswers(Buffer.concat(chunks), methods),
    arrival: () => Promise.race([once(socket, 'data').catch(() => {}), connection.closed]),
    closed: new Promise((resolve) => socket.once('close', () => resolve())),
    get failure() {
      return failure
    },
    isClosed: false,
  }
  void connection.closed.then(() => {
    connection.isClosed = true
  })
  return connection
}

import { connect } from 'node:net'

/** Sends bytes as they are and resolves with all that the server answers before it closes. */
export function sendRaw(
  port: number,
  bytes: string | Buffer,
  encoding: BufferEncoding = 'utf8',
): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = connect(port, '127.0.0.1', () => socket.write(bytes))
    const chunks: Buffer[] = []
    socket.on('data', (chunk) => chunks.push(chunk))
    socket.on('close', () => resolve(Buffer.concat(chunks).toString(encoding)))
    socket.on('error', (error: NodeJS.ErrnoException) => {
      // The server may close before it has read all: what it answered until then counts.
      if (error.code !== 'ECONNRESET' && error.code !== 'EPIPE') reject(error)
    })
  })
}

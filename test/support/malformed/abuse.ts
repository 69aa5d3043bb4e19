import { connect, type Socket } from 'node:net'
import { setImmediate } from 'node:timers/promises'
import { ERROR_CODES } from '../../../src/errors.ts'
import { type Answer, readAnswers } from '../answers.ts'
import { randomFrom } from '../random.ts'
import { malformed } from './malformed.ts'
import type { Malformed } from './malformed-bytes.ts'

/** Requests that are sent on one connection before it is closed. */
const TOGETHER = 20
const CONNECTIONS = 8

/** Sends malformed requests that depend on the seed only, and returns what was wrong with the answers. */
export async function abuse(port: number, number: number, seed: number) {
  const random = randomFrom(seed)
  const requests = Array.from({ length: number }, () => malformed(random))
  const batches = inBatches(requests)
  const complaints: string[] = []
  const statuses = new Set<number>()
  let sent = 0

  const send = async () => {
    for (let batch = batches.pop(); batch; batch = batches.pop()) {
      const answers = await exchange(port, batch)
      for (const { status } of answers) statuses.add(status)
      complaints.push(...complaintsAbout(batch, answers))
      sent += batch.length
    }
  }
  await Promise.all(Array.from({ length: CONNECTIONS }, send))
  return { sent, complaints, statuses }
}

/** Requests that can stand on one connection: whole ones, then at most one that ends it. */
function inBatches(requests: Malformed[]): Malformed[][] {
  const batches: Malformed[][] = []
  let batch: Malformed[] = []
  for (const request of requests) {
    // Who breaks off does not read what was answered before.
    if (!request.answered || request.halfClosed) batches.push([request])
    else batch.push(request)
    if (batch.length === TOGETHER || (request.answered && !request.halfClosed && !request.framed)) {
      batches.push(batch)
      batch = []
    }
  }
  return batch.length > 0 ? [...batches, batch] : batches
}

/** Sends the requests on one connection, and reads what is answered until it is closed. */
function exchange(port: number, batch: readonly Malformed[]): Promise<Answer[]> {
  return new Promise((resolve) => {
    const chunks: Buffer[] = []
    const socket = connect(port, '127.0.0.1', () => {
      void write(socket, batch)
    })
    socket.on('data', (chunk) => chunks.push(chunk))
    // The server closes before it has read all of a flood.
    socket.on('error', () => {})
    socket.on('close', () =>
      resolve(
        readAnswers(
          Buffer.concat(chunks),
          batch.map(({ method }) => method),
        ),
      ),
    )
  })
}

async function write(socket: Socket, batch: readonly Malformed[]): Promise<void> {
  const last = batch.at(-1) as Malformed
  const bytes = Buffer.concat(batch.map((request) => request.bytes))
  const pieces = last.slow ? 7 : 1
  const length = Math.ceil(bytes.length / pieces)
  for (let at = 0; at < bytes.length; at += length) {
    socket.write(bytes.subarray(at, at + length))
    await setImmediate()
  }
  if (!last.answered) socket.end(() => socket.destroy())
  else if (last.framed)
    socket.write('GET /bye HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n')
  else if (last.halfClosed) socket.end()
}

/** Of a connection that its caller closed, Node gives up what is not answered by then. */
function owesAnswer({ answered, halfClosed }: Malformed): boolean {
  return answered && !halfClosed
}

function complaintsAbout(batch: readonly Malformed[], answers: readonly Answer[]): string[] {
  return batch.flatMap((request, i) => {
    const answer = answers[i]
    const found = answer ? faultsOf(request, answer) : owesAnswer(request) ? ['no answer'] : []
    if (request.hides && answers.length > batch.length) found.push('what was hidden is answered')
    const sent = request.bytes.toString('latin1').slice(0, 400)
    return found.map((fault) => `${fault} to:\n${sent}\n${JSON.stringify(answer)?.slice(0, 600)}`)
  })
}

const LEAKS = /node_modules|file:\/\/|\n\s*at |\.[cm]?[jt]s:\d|node:internal/

function faultsOf({ method, metered }: Malformed, { status, headers, body }: Answer): string[] {
  const faults: string[] = []
  const unless = (holds: unknown, fault: string) => holds || faults.push(fault)

  unless(status >= 200 && status < 500, `status ${status}`)
  unless(!LEAKS.test(body) && !body.includes(process.cwd()), 'inner workings shown')
  unless(headers['x-injected'] === undefined, 'a header injected')

  // An address without a path is that of the console.
  const isPage = status < 300 && headers['content-type']?.startsWith('text/html')
  if (isPage || (!metered && status < 400 && status >= 300)) return faults
  for (const name of metered ? ['limit', 'remaining', 'reset'] : []) {
    unless(/^\d+$/.test(headers[`x-ratelimit-${name}`] ?? ''), `no X-RateLimit-${name}`)
  }
  // A preflight is empty.
  if (status === 204) return faults
  const isFile = status === 200 && headers['content-type']?.startsWith('text/csv')
  unless(isFile || headers['content-type'] === 'application/json; charset=utf-8', 'no JSON')
  if (method === 'HEAD' || isFile) return faults

  const { openapi, success, data, error, meta } = parse(body)
  // The document itself.
  if (status === 200 && openapi !== undefined) return faults
  unless(success === status < 400, 'wrong success')
  unless(success ? typeof data === 'object' : ERROR_CODES.includes(error?.code), 'no envelope')
  unless(success || /\S/.test(error?.message), 'no message')
  unless(/^\d{4}-\d\d-\d\dT/.test(meta?.timestamp) && meta?.version === '1.2.0', 'no meta')
  return faults
}

function parse(body: string) {
  try {
    return JSON.parse(body)
  } catch {
    return {}
  }
}

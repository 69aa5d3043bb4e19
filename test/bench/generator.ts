/** The process that generates load: it measures the load of each message. Ends with its parent. */
import autocannon, { type Options, type Result } from 'autocannon'
import { ANSWER_SECONDS, CONNECTIONS, type Fired, type Load, type Request } from './load.ts'
import { percentile } from './statistics.ts'

process.on('message', ({ url, load }: { url: string; load: Load }) => {
  fire(url, load).then(
    (fired) => process.send?.(fired),
    (error: Error) => process.send?.({ complaint: error.message }),
  )
})
process.once('disconnect', () => process.exit())

async function fire(url: string, load: Load): Promise<Fired> {
  const times: number[] = []
  const reasons: string[] = []
  const result = await run(times, reasons, {
    url,
    requests: [load, ...(load.then ?? [])].map(requestOf),
    connections: load.connections ?? CONNECTIONS,
    ...(load.amount === undefined ? { duration: load.seconds ?? 3 } : { amount: load.amount }),
    // A run ends with a sample of autocannon: at one sample a second, each run would take whole seconds.
    sampleInt: 20,
    timeout: ANSWER_SECONDS,
    // Such a run counts for nothing. To its end, a server that hangs would take `timeout` for each request.
    bailout: 1,
  })
  return {
    requests: result.requests.total,
    requestsPerSecond: result.requests.total / result.duration,
    p50: percentile(times, 0.5),
    p99: percentile(times, 0.99),
    statuses: Object.keys(result.statusCodeStats ?? {}).map(Number),
    failed: result.errors,
    reason: reasons[0],
  }
}

function requestOf({ path, method = 'GET', token = 'svc_test_demo', body }: Request) {
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
  return { path, method, headers, ...(body !== undefined && { body: JSON.stringify(body) }) }
}

/** `times` collects the milliseconds of each answer, because autocannon rounds them, and `reasons` what failed. */
function run(times: number[], reasons: string[], options: Options): Promise<Result> {
  return new Promise((resolve, reject) => {
    const running = autocannon(options, (error, result) =>
      error ? reject(error) : resolve(result),
    )
    running.on('response', (_client, _status, _bytes, milliseconds) => times.push(milliseconds))
    running.on('reqError', ({ message }: Error) => reasons.push(message))
  })
}

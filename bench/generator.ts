/** The process that generates load, on a core of its own: it measures the load of each message. Ends with its parent. */
import autocannon, { type Options, type Result } from 'autocannon'
import type { Fired, Load } from './load.ts'
import { percentile } from './statistics.ts'
import { answerMessages } from './worker.ts'

answerMessages(({ url, load }: { url: string; load: Load }) => fire(url, load))

async function fire(url: string, load: Load): Promise<Fired> {
  const before = process.cpuUsage()
  const begin = performance.now()
  const times: number[] = []
  const result = await run(times, {
    url: `${url}${load.path}`,
    method: load.method ?? 'GET',
    connections: load.connections ?? 10,
    // A run ends with a sample of autocannon: at one sample a second, each run would take whole seconds.
    ...(load.amount === undefined
      ? { duration: load.seconds ?? 3 }
      : { amount: load.amount, sampleInt: 20 }),
    headers: {
      ...(load.token === null ? {} : { authorization: `Bearer ${load.token ?? 'svc_test_demo'}` }),
      'content-type': 'application/json',
    },
    ...(load.body === undefined ? {} : { body: JSON.stringify(load.body) }),
  })
  const { user, system } = process.cpuUsage(before)
  const elapsedMs = performance.now() - begin
  return {
    requests: result.requests.total,
    requestsPerSecond: result.requests.total / result.duration,
    p50: percentile(times, 0.5),
    p99: percentile(times, 0.99),
    elapsedMs,
    generatorShare: (user + system) / 1000 / elapsedMs,
    statuses: Object.keys(result.statusCodeStats ?? {}).map(Number),
    failed: result.errors,
  }
}

/** `times` collects the milliseconds of each answer, because autocannon rounds them. */
function run(times: number[], options: Options): Promise<Result> {
  return new Promise((resolve, reject) => {
    const running = autocannon(options, (error, result) =>
      error ? reject(error) : resolve(result),
    )
    running.on('response', (_client, _status, _bytes, milliseconds) => times.push(milliseconds))
  })
}

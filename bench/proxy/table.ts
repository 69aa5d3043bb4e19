import { originLine } from '../results.ts'
import { megabytes, table, whole } from '../table.ts'
import type { ProxyRun } from './measure.ts'

const ms = (value: number) => `${value.toFixed(2)} ms`

/** As Markdown: the latencies of each operation, with what a proxy adds, and memory. */
export function proxyTables({ origin, remarks, requests, subjects }: ProxyRun): string {
  const [alone] = subjects
  if (alone === undefined) throw new Error('The run has no upstream.')
  const operations = Object.keys(alone.latencies) as (keyof typeof alone.latencies)[]
  const latencies = operations.flatMap((operation) =>
    subjects.map((subject) => {
      const { p50, p99, cpuMs } = subject.latencies[operation]
      const base = alone.latencies[operation]
      const added = (value: number, of: number) => (subject === alone ? '' : ms(value - of))
      return [
        operation,
        subject.name,
        ms(p50),
        added(p50, base.p50),
        ms(p99),
        added(p99, base.p99),
        ms(cpuMs),
      ]
    }),
  )
  const proxies = subjects.slice(1)
  const readings = proxies[0]?.memory.length ?? 0
  const steps = Array.from({ length: readings }, (_, n) =>
    whole((requests / Math.max(1, readings - 1)) * n),
  )
  return [
    `${originLine(origin)}. One request after the other; ${whole(requests)} requests over 10 connections for memory.`,
    ...remarks,
    table(['operation', 'server', 'p50', 'added', 'p99', 'added', 'CPU'], latencies),
    table(
      ['memory after requests', ...steps],
      proxies.map(({ name, memory }) => [name, ...memory.map(megabytes)]),
    ),
  ].join('\n\n')
}

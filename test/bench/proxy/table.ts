import { originLine } from '../results.ts'
import type { Cores } from '../servers.ts'
import { type Aim, aimTable, megabytes, table, whole } from '../table.ts'
import { PLACES, type ProxyRun, type ProxySubject } from './measure.ts'

const ms = (value: number) => `${value.toFixed(2)} ms`

const TITLES: Record<Cores, string> = {
  one: 'upstream and proxy on one core',
  all: 'upstream and proxy on all cores',
}

/** The most that the proxy may add to the median of the upstream alone, in milliseconds. */
const TARGET_MS = 1

/** As Markdown: the latencies of each operation, with what a proxy adds, and memory. */
export function proxyTables(run: ProxyRun): string {
  const { origin, remarks, requests, subjects } = run
  const [alone, ...proxies] = subjects
  if (alone === undefined) throw new Error('The run has no upstream.')
  const readings = proxies[0]?.memory.length ?? 0
  const steps = Array.from({ length: readings }, (_, n) =>
    whole((requests / Math.max(1, readings - 1)) * n),
  )
  return [
    `${originLine(origin)}. One request after the other; ${whole(requests)} requests over 10 connections for memory.`,
    ...remarks,
    ...PLACES.map((cores) =>
      table(
        [TITLES[cores], 'server', 'p50', 'added', 'p99', 'added', 'CPU'],
        latencyRows(alone, subjects, cores),
      ),
    ),
    table(
      ['memory after requests', ...steps],
      proxies.map(({ name, memory }) => [name, ...memory.map(megabytes)]),
    ),
    aimTable(aimsOf(alone, proxies[0])),
  ].join('\n\n')
}

function operationsOf(alone: ProxySubject) {
  return Object.keys(alone.latencies.one) as (keyof ProxySubject['latencies'][Cores])[]
}

function latencyRows(
  alone: ProxySubject,
  subjects: readonly ProxySubject[],
  cores: Cores,
): string[][] {
  return operationsOf(alone).flatMap((operation) =>
    subjects.map((subject) => {
      const { p50, p99, cpuMs } = subject.latencies[cores][operation]
      const base = alone.latencies[cores][operation]
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
}

/** The targets for the first proxy, each with its worst case. */
function aimsOf(alone: ProxySubject, proxy: ProxySubject | undefined): Aim[] {
  if (!proxy) return []
  const latencies = PLACES.map((cores) => {
    const added = operationsOf(alone).map(
      (operation) => proxy.latencies[cores][operation].p50 - alone.latencies[cores][operation].p50,
    )
    const most = Math.max(...added)
    return {
      target: `added under ${ms(TARGET_MS)} at p50, ${TITLES[cores]}`,
      measured: `${ms(most)} at most`,
      isReached: most < TARGET_MS,
    }
  })
  // The first requests fill the request log and the sample of the traffic.
  const [, filled = 0, ...later] = proxy.memory
  const most = Math.max(...later)
  return [
    ...latencies,
    {
      target: 'no growth of memory after the first fifth',
      measured: `${megabytes(filled)}, then ${megabytes(most)} at most`,
      isReached: most <= filled * MOST_GROWTH,
    },
  ]
}

/** Garbage that is not collected yet varies by so much. */
const MOST_GROWTH = 1.1

import { expect, it } from 'vitest'
import type { ProxySubject } from './measure.ts'
import { proxyTables } from './table.ts'

const ORIGIN = {
  date: '2026-11-23',
  cpu: 'Some CPU',
  cores: 2,
  memoryGb: 8,
  system: 'Linux 6.1',
  node: 'v20.19.0',
}

function subject(name: string, p50: number, memory: number[]): ProxySubject {
  const latency = { p50, p99: p50 * 2, cpuMs: 0.1 }
  return { name, latencies: { list: latency, read: latency, create: latency }, memory }
}

it('shows what a proxy adds to the upstream, and its memory by requests', () => {
  const text = proxyTables({
    origin: ORIGIN,
    remarks: ['Prism was left out: no network'],
    requests: 1000,
    subjects: [subject('the upstream alone', 1, []), subject('proxy', 1.5, [90, 95, 96])],
  })

  expect(text).toContain('| list | the upstream alone | 1.00 ms |  | 2.00 ms |  | 0.10 ms |')
  expect(text).toContain('| list | proxy | 1.50 ms | 0.50 ms | 3.00 ms | 1.00 ms | 0.10 ms |')
  expect(text).toContain('| memory after requests | 0 | 500 | 1,000 |')
  expect(text).toContain('| proxy | 90 MB | 95 MB | 96 MB |')
  expect(text).toContain('Prism was left out')
})

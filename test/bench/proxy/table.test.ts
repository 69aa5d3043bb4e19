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
  const one = { list: latency, read: latency, create: latency }
  const halved = { ...latency, p50: p50 / 2 }
  const all = { list: halved, read: halved, create: { ...latency, p50: p50 * 2 } }
  return { name, latencies: { one, all }, memory }
}

function tablesOf(memory: number[], p50 = 1.5): string {
  return proxyTables({
    origin: ORIGIN,
    remarks: ['Prism was left out: no network'],
    requests: 1000,
    subjects: [subject('the upstream alone', 1, []), subject('proxy', p50, memory)],
  })
}

it('shows what a proxy adds to the upstream both ways, and its memory by requests', () => {
  const text = tablesOf([90, 95, 96])

  expect(text).toContain('| list | the upstream alone | 1.00 ms |  | 2.00 ms |  | 0.10 ms |')
  expect(text).toContain('| list | proxy | 1.50 ms | 0.50 ms | 3.00 ms | 1.00 ms | 0.10 ms |')
  expect(text).toContain('| list | proxy | 0.75 ms | 0.25 ms | 3.00 ms | 1.00 ms | 0.10 ms |')
  expect(text).toContain('| memory after requests | 0 | 500 | 1,000 |')
  expect(text).toContain('| proxy | 90 MB | 95 MB | 96 MB |')
  expect(text).toContain('Prism was left out')
})

it('compares the worst operation of each way, and the memory, with the targets', () => {
  const text = tablesOf([50, 95, 96])

  expect(text).toMatch(/on one core \| 0\.50 ms at most \| reached \|/)
  expect(text).toMatch(/on all cores \| 1\.00 ms at most \| not reached \|/)
  expect(text).toContain('| 95 MB, then 96 MB at most | reached |')
  expect(tablesOf([50, 90, 100])).toContain('| 90 MB, then 100 MB at most | not reached |')
})

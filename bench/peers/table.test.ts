import { expect, it } from 'vitest'
import type { Cell, Comparison, Subject } from './comparison.ts'
import { comparisonTables } from './table.ts'

function cell(figures: Partial<Cell> = {}): Cell {
  return {
    status: 200,
    requestsPerSecond: 1200,
    p50: 1,
    p99: 2,
    cpuMs: 0.5,
    serverShare: 0.99,
    generatorShare: 0.3,
    ...figures,
  }
}

function subject(name: string, figures: Partial<Cell> = {}): Subject {
  const cells = { list: { 10: cell(figures), 50: cell(figures) } }
  const memory = { started: 50, loaded: 60 }
  return { name, version: '1.0.0', startMs: 300, memory, listBytes: 100, cells }
}

function tablesOf(...subjects: Subject[]): string {
  const origin = { date: '', cpu: '', cores: 2, memoryGb: 8, system: '', node: '' }
  return comparisonTables({ origin, remarks: [], subjects } satisfies Comparison)
}

it('marks a figure where others used the cores, and explains the mark', () => {
  const tables = tablesOf(subject('svc-sandbox', { serverShare: 0.6 }))

  expect(tables).toContain('1,200†/s')
  expect(tables).toMatch(/^† .*85 % of its core/m)
})

it.each([
  ['the server had its core', { serverShare: 0.9 }],
  ['the load generator had its core', { serverShare: 0.6, generatorShare: 0.9 }],
])('marks nothing where %s', (_, figures) => {
  expect(tablesOf(subject('svc-sandbox', figures))).not.toContain('†')
})

it('marks nothing in results without the share of the server', () => {
  const { serverShare, ...before } = cell()
  const old = { ...subject('svc-sandbox'), cells: { list: { 10: before, 50: before } } }

  expect(serverShare).toBeDefined()
  expect(tablesOf(old)).not.toContain('†')
})

it('shows the ratio of CPU for each request next to the ratio of requests a second', () => {
  const tables = tablesOf(
    subject('svc-sandbox'),
    subject('Prism', { requestsPerSecond: 300, cpuMs: 1.25 }),
  )

  expect(tables).toContain('4.00 in requests a second; 2.50 in CPU a request')
})

it('marks a comparison with a figure that is marked', () => {
  const tables = tablesOf(subject('svc-sandbox'), subject('Express', { serverShare: 0.6 }))

  expect(tables).toContain('1.00† in requests a second; 1.00 in CPU a request')
})

it('leaves empty what a peer that failed was not asked for', () => {
  const failed = { ...subject('Prism'), memory: { started: 50 }, cells: { list: { 10: cell() } } }

  const tables = tablesOf(subject('svc-sandbox'), failed)

  expect(tables).toContain('| memory, after the load | 60 MB |  |')
  expect(tables).toMatch(/list 20 of 100 campaigns, 50 connections \| 1,200\S+ · 2\.0 \| {2}\|/)
  expect(tables).not.toContain('list at 3 times Prism')
})

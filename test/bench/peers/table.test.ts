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

it('has a table of its own for servers that may use both cores', () => {
  const free = { ...subject('svc-sandbox'), freeCells: { list: { 50: cell({ p50: 7 }) } } }

  const [one, all] = tablesOf(free).split('may use both cores')

  expect(one).toContain('list 20 of 100 campaigns, 10 connections')
  expect(all).toContain('| list 20 of 100 campaigns, 50 connections | 1,200/s<br>7.0 · 2.0 |')
  expect(all).not.toContain('start to first 200')
  expect(tablesOf(subject('svc-sandbox'))).not.toContain('may use both cores')
})

it('says how long each was measured', () => {
  const origin = { date: '', cpu: '', cores: 2, memoryGb: 8, system: '', node: '' }
  const rounds = { turns: 3, seconds: 1.5, peerSeconds: 1 }

  const tables = comparisonTables({ origin, rounds, remarks: [], subjects: [] })

  expect(tables).toContain('medians of 3 runs of 1.5 s')
  expect(tables).toContain('the others have one run of 1 s')
})

it('leaves empty what a peer that failed was not asked for', () => {
  const failed = { ...subject('Prism'), memory: { started: 50 }, cells: { list: { 10: cell() } } }

  const tables = tablesOf(subject('svc-sandbox'), failed)

  expect(tables).toContain('| memory, after the load | 60 MB |  |')
  expect(tables).toMatch(/list 20 of 100 campaigns, 50 connections \| 1,200\S+ · 2\.0 \| {2}\|/)
})

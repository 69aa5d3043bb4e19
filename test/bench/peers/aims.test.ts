import { expect, it } from 'vitest'
import { aimsTable } from './aims.ts'
import { type Cell, type Cells, OURS, OURS_DURABLE, type Subject } from './comparison.ts'

function subject(name: string, figures: Partial<Cell>, more: Partial<Subject> = {}): Subject {
  const cell: Cell = {
    ...{ status: 200, requestsPerSecond: 1000, p50: 10, p99: 20, cpuMs: 1, generatorShare: 0.3 },
    ...figures,
  }
  const both = () => ({ 10: cell, 50: cell })
  const cells: Cells = { list: both(), read: both(), create: both(), refused: both() }
  return { name, version: '1', startMs: 150, memory: { started: 50 }, listBytes: 9, cells, ...more }
}

const only = (name: 'create', { cells }: Subject): Cells => ({ [name]: cells[name] })

it('compares requests a second and CPU with the bare server', () => {
  const subjects = [
    subject(OURS, { requestsPerSecond: 1900, cpuMs: 0.5 }),
    subject('Express', { requestsPerSecond: 1000, cpuMs: 1 }),
  ]

  expect(aimsTable({ subjects })).toContain(
    '| list ≥ 1.8 of Express | 1.90 in requests a second; 2.00 in CPU a request | reached |',
  )
})

it.each([
  ['the load generator limits the reference', { requestsPerSecond: 1600, cpuMs: 0.9 }],
  ['the server waits for the disk', { requestsPerSecond: 900, cpuMs: 0.5 }],
])('does not reach a ratio where %s', (_, figures) => {
  const subjects = [subject(OURS, figures), subject('Express', {})]

  expect(aimsTable({ subjects })).toMatch(/list ≥ 1\.8 of Express .* not reached/)
})

it('judges the number of connections with the lower ratio', () => {
  const [ours, express] = [subject(OURS, { requestsPerSecond: 1600 }), subject('Express', {})]
  const list = ours.cells.list as Record<number, Cell>
  list[50] = { ...(list[50] as Cell), requestsPerSecond: 700 }

  expect(aimsTable({ subjects: [ours, express] })).toContain('0.70 in requests a second')
})

it('compares creates in memory and in a data folder with an Express that keeps nothing', () => {
  const durable = subject(OURS_DURABLE, { requestsPerSecond: 500 })
  const subjects = [
    subject(OURS, {}),
    { ...durable, cells: only('create', durable) },
    subject('Express', {}),
  ]

  const aims = aimsTable({ subjects })

  expect(aims).toMatch(/\| create ≥ 1\.2 of Express \| 1\.00 .* \| not reached/)
  expect(aims).toMatch(/\| create in a data folder ≥ 1\.2 of Express \| 0\.50 .* \| not reached/)
  expect(aims).not.toContain('list in a data folder')
})

it('names the operation whose slowest answers are the farthest from the median', () => {
  const ours = subject(OURS, {})
  const read = ours.cells.read as Record<number, Cell>
  read[50] = { ...(read[50] as Cell), p99: 31 }

  expect(aimsTable({ subjects: [ours] })).toMatch(
    /p99 < 3 × p50.* \| 3\.1 × \(read\) \| not reached/,
  )
})

it('names the same figure of the bare servers', () => {
  const subjects = [
    subject(OURS, { p99: 40 }),
    subject('node:http', { p99: 32 }),
    subject('Express', { p99: 50 }),
    subject('Prism', { p99: 90 }),
  ]

  expect(aimsTable({ subjects })).toContain('| 4.0 × (list); node:http 3.2 ×; Express 5.0 × |')
})

it('takes memory and start from the worse of both stores', () => {
  const subjects = [
    subject(OURS, {}, { startMs: 140, memory: { started: 50, mixed: 90 } }),
    subject(OURS_DURABLE, {}, { startMs: 210, memory: { started: 50, mixed: 201 } }),
    subject('Express', {}, { startMs: 220 }),
    subject('json-server', {}, { startMs: 210 }),
  ]

  const aims = aimsTable({ subjects })

  expect(aims).toContain('| 90 MB in memory, 201 MB in a data folder | not reached |')
  expect(aims).toContain('| start ≤ 1.4 of Express | 0.95; Express 220 ms | reached |')
  expect(aims).toContain(
    '| start < json-server (210 ms) | 140 ms in memory, 210 ms in a data folder | not reached |',
  )
})

it('leaves out what was not measured', () => {
  const aims = aimsTable({ subjects: [subject(OURS, {})] })

  expect(aims).not.toContain('Express')
  expect(aims).not.toContain('memory')
})

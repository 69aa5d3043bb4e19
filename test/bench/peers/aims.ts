import { OPERATIONS, type Operation } from '../operations.ts'
import { type Aim, aimTable, megabytes, milliseconds } from '../table.ts'
import {
  type Cell,
  CONNECTIONS,
  type Comparison,
  cellOf,
  OURS,
  OURS_DURABLE,
  type Subject,
} from './comparison.ts'

/** The least share of a bare server's requests a second, with a core each, at any number of connections. */
const RATIOS: { of: 'Express' | 'node:http'; operation: Operation; least: number }[] = [
  { of: 'Express', operation: 'list', least: 1.8 },
  { of: 'node:http', operation: 'list', least: 0.25 },
  { of: 'node:http', operation: 'read', least: 0.3 },
  { of: 'node:http', operation: 'refused', least: 0.3 },
  { of: 'Express', operation: 'create', least: 1.2 },
]

const MOST_SPREAD = 3
const MOST_MEMORY_MB = 200
/** Of the start of Express. */
const MOST_START_SHARE = 1.4

/** Our targets as Markdown, and whether this run reached them. What it did not measure is left out. */
export function aimsTable({ subjects }: Pick<Comparison, 'subjects'>): string {
  const ours = subjects.filter(({ name }) => name === OURS || name === OURS_DURABLE)
  const bare = subjects.filter(({ name }) => name === 'node:http' || name === 'Express')
  const express = bare.find(({ name }) => name === 'Express')
  const aims = [
    ...RATIOS.flatMap((ratio) => ours.flatMap((subject) => ratioAim(ratio, subject, subjects))),
    ...spreadAim(ours, bare),
    ...memoryAim(ours),
    ...(express ? startAims(ours, express, subjects) : []),
  ]
  return aimTable(aims)
}

/**
 * Reached if the requests a second and the CPU of a request are: a load generator at its limit shows too few requests
 * of the reference, and a server that waits for a disk uses too little CPU.
 */
function ratioAim(
  { of, operation, least }: (typeof RATIOS)[number],
  subject: Subject,
  subjects: Subject[],
): Aim[] {
  const reference = subjects.find(({ name }) => name === of)
  const pairs = CONNECTIONS.one.flatMap((connections) => {
    const a = cellOf(subject.cells, operation, connections)
    const b = cellOf(reference?.cells, operation, connections)
    return a && b ? [{ a, b }] : []
  })
  if (pairs.length < CONNECTIONS.one.length) return []
  const lowest = (ratio: (a: Cell, b: Cell) => number) =>
    Math.min(...pairs.map(({ a, b }) => ratio(a, b)))
  const rate = lowest((a, b) => a.requestsPerSecond / b.requestsPerSecond)
  const cpu = lowest((a, b) => b.cpuMs / a.cpuMs)
  const what = subject.name === OURS ? operation : `${operation} in a data folder`
  return [
    {
      target: `${what} ≥ ${least} of ${of}`,
      measured: `${rate.toFixed(2)} in requests a second; ${cpu.toFixed(2)} in CPU a request`,
      isReached: Math.min(rate, cpu) >= least,
    },
  ]
}

/** With those of the bare servers, because part of it comes from the machine. */
function spreadAim(ours: Subject[], bare: Subject[]): Aim[] {
  const spreads = ours.flatMap((subject) =>
    OPERATIONS.flatMap((operation) => {
      const spread = spreadOf(subject, operation)
      return spread === undefined ? [] : [{ operation, spread }]
    }),
  )
  const [worst] = spreads.sort((a, b) => b.spread - a.spread)
  if (worst === undefined) return []
  const { operation, spread } = worst
  const references = bare.flatMap((subject) => {
    const reference = spreadOf(subject, operation)
    return reference === undefined ? [] : [`; ${subject.name} ${reference.toFixed(1)} ×`]
  })
  return [
    {
      target: `p99 < ${MOST_SPREAD} × p50, 50 connections, each operation`,
      measured: `${spread.toFixed(1)} × (${operation})${references.join('')}`,
      isReached: spread < MOST_SPREAD,
    },
  ]
}

function spreadOf({ cells }: Subject, operation: Operation): number | undefined {
  const cell = cellOf(cells, operation, 50)
  return cell && cell.p99 / cell.p50
}

function memoryAim(ours: Subject[]): Aim[] {
  const measured = ours.filter(({ memory }) => memory.mixed !== undefined)
  if (measured.length === 0) return []
  const most = Math.max(...measured.map(({ memory }) => memory.mixed as number))
  return [
    {
      target: `memory ≤ ${MOST_MEMORY_MB} MB after 200,000 mixed requests on one core`,
      measured: each(measured, ({ memory }) => megabytes(memory.mixed as number)),
      isReached: most <= MOST_MEMORY_MB,
    },
  ]
}

function startAims(ours: Subject[], express: Subject, subjects: Subject[]): Aim[] {
  if (ours.length === 0) return []
  const slowest = Math.max(...ours.map(({ startMs }) => startMs))
  const share = slowest / express.startMs
  const peer = subjects.find(({ name }) => name === 'json-server')
  return [
    {
      target: `start ≤ ${MOST_START_SHARE.toFixed(1)} of Express`,
      measured: `${share.toFixed(2)}; Express ${milliseconds(express.startMs)}`,
      isReached: share <= MOST_START_SHARE,
    },
    ...(peer
      ? [
          {
            target: `start < json-server (${milliseconds(peer.startMs)})`,
            measured: each(ours, ({ startMs }) => milliseconds(startMs)),
            isReached: slowest < peer.startMs,
          },
        ]
      : []),
  ]
}

/** A figure of each of our servers. */
function each(ours: Subject[], figure: (subject: Subject) => string): string {
  return ours
    .map(
      (subject) => `${figure(subject)} ${subject.name === OURS ? 'in memory' : 'in a data folder'}`,
    )
    .join(', ')
}

import { systemReason } from '../../src/text/system-reason.ts'
import { readTextFile } from '../../src/text/text-file.ts'
import { isObject } from '../http/reading.ts'
import type { Leftover, Outcome, ReportedExchange } from '../report/result.ts'
import { writeTexts } from '../report/write-report.ts'
import type { Command } from './command.ts'
import type { Rule } from './model/problem.ts'
import { WAYS, type Way } from './strangers.ts'

/** How a fuzzing run ended. It proves no facts, so none can be untried or accepted. */
export type FuzzOutcome = Exclude<Outcome, 'incomplete' | 'known_failures'>

/** The findings of a fuzzing run: the JSON report. */
export interface FuzzResult {
  format: 1
  tool: { name: string; version: string }
  baseUrl: string
  startedAt: string
  durationMs: number
  /** Makes the same cases again. */
  seed: number
  cases: { asked: number; played: number }
  requests: number
  outcome: FuzzOutcome
  /** Why the run ended before its last case. */
  reason?: string
  failure?: FuzzFailure
  /** The parts that could not be tried, and why. */
  untried: string[]
  leftovers: Leftover[]
}

/** A rule that the server broke, and the smallest case that shows it. */
export interface FuzzFailure {
  rule: Rule
  statement: string
  /** The fact of the ledger, where one says so. */
  fact?: string
  expected: string
  actual: string
  /** The number of the case it was found in, from 1. */
  case: number
  commands: Command[]
  requests: ReportedExchange[]
  /** A script for a shell that makes the requests again; keys are read from variables. */
  script: string
  /** How often the case was played to shrink it. */
  attempts: number
  /** False for what did not come again when the same requests were sent. */
  repeats: boolean
}

/** A case that broke a rule, as it is kept for another day. It holds no key. */
export interface Replay {
  format: 1
  seed: number
  /** The case of the seed that it was found in, from 1. */
  case: number
  rule: string
  commands: Command[]
}

export function replayOf({ seed, failure }: FuzzResult): Replay | undefined {
  if (!failure) return undefined
  const { case: number, rule, commands } = failure
  return { format: 1, seed, case: number, rule, commands }
}

export function writeReplay(file: string, replay: Replay): Promise<void> {
  const text = () => `${JSON.stringify(replay, undefined, 2)}\n`
  return writeTexts([{ name: 'failed case', file, text }])
}

/** @throws Error that names the file and what is wrong with it. */
export function readReplay(file: string): Replay {
  let value: unknown
  try {
    value = JSON.parse(readTextFile(file))
  } catch (error) {
    throw new Error(`--replay ${file} cannot be read: ${systemReason(error)}.`)
  }
  if (!isReplay(value)) {
    throw new Error(`--replay ${file} is not a saved case. Give a file that fuzz has written.`)
  }
  return value
}

const KINDS = ['create', 'update', 'get', 'delete', 'list', 'pages', 'read', 'filter', 'stranger']

function isReplay(value: unknown): value is Replay {
  return (
    isObject(value) &&
    value.format === 1 &&
    Number.isInteger(value.seed) &&
    Array.isArray(value.commands) &&
    value.commands.length > 0 &&
    value.commands.every(isCommand)
  )
}

function isCommand(value: unknown): value is Command {
  if (!isObject(value)) return false
  if (value.do === 'together') {
    const { commands } = value
    return Array.isArray(commands) && commands.length === 2 && commands.every(isSingle)
  }
  return isSingle(value)
}

function isSingle(value: unknown): boolean {
  if (!isObject(value) || !KINDS.includes(String(value.do)) || typeof value.key !== 'string')
    return false
  const { do: kind, campaign, body, query, operation, size, parts, picks, way } = value
  const isAimed = ['update', 'get', 'delete', 'read', 'stranger'].includes(String(kind))
  return (
    (!isAimed || (Number.isInteger(campaign) && Number(campaign) >= 0)) &&
    (!['create', 'update', 'stranger'].includes(String(kind)) || typeof body === 'string') &&
    (!['read', 'stranger'].includes(String(kind)) || typeof operation === 'string') &&
    (kind !== 'filter' || (Number.isInteger(parts) && isPicks(picks))) &&
    (kind !== 'stranger' || WAYS.includes(way as Way)) &&
    (kind !== 'pages' || (Number.isInteger(size) && Number(size) > 0)) &&
    (query === undefined || typeof query === 'string')
  )
}

function isPicks(value: unknown): boolean {
  return Array.isArray(value) && value.every((each) => Number.isInteger(each) && each >= 0)
}

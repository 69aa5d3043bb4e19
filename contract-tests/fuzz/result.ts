import type { Leftover, Outcome, ReportedExchange } from '../report/result.ts'
import type { Command } from './command.ts'
import type { Rule } from './model/problem.ts'

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

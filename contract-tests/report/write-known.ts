import { stringify } from 'yaml'
import type { KnownEntry } from './known.ts'
import type { Failure, RunResult } from './result.ts'

/** Days for which a new entry is accepted. */
const DAYS = 30
const DAY_MS = 86_400_000
const LONGEST_REASON = 200

/**
 * A file of known failures that accepts every failure of this run: the entries of `known` that are still needed and
 * valid, and a new one for each other failure.
 */
export function knownFile(result: RunResult, known: KnownEntry[]): string {
  const today = result.startedAt.slice(0, 10)
  const failures = result.checks.flatMap((check) => check.failures)
  const kept = known.filter(
    (entry) => entry.expires >= today && failures.some((failure) => isAbout(entry, failure)),
  )
  const entries = [...kept]
  for (const failure of failures) {
    if (failure.fact === undefined || entries.some((entry) => isAbout(entry, failure))) continue
    entries.push(newEntry(failure.fact, failure, today))
  }
  const head = `# Accepted failures of ${result.baseUrl}, as of ${today}. Give each an owner and a reason.\n`
  return entries.length > 0 ? head + stringify(entries, { lineWidth: 0 }) : `${head}[]\n`
}

function isAbout({ fact, operation }: KnownEntry, failure: Failure): boolean {
  return fact === failure.fact && (operation === undefined || operation === failure.operation)
}

function newEntry(fact: string, failure: Failure, today: string): KnownEntry {
  const { operation, expected, actual } = failure
  const end = new Date(Date.parse(today) + DAYS * DAY_MS)
  return {
    fact,
    ...(operation !== undefined && { operation }),
    owner: 'unassigned',
    expires: end.toISOString().slice(0, 10),
    reason: `expected ${expected}, but got ${actual}`.replace(/\s+/g, ' ').slice(0, LONGEST_REASON),
  }
}

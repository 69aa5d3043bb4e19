import { isMap, isScalar, isSeq, LineCounter, parseDocument, stringify, type YAMLMap } from 'yaml'
import { ledger, operations } from '../specification/documents.ts'
import {
  type CheckResult,
  type Failure,
  isFinished,
  type KnownFailure,
  type RunResult,
} from './result.ts'

/** An entry of a file of known failures: contradictions of `fact` are accepted until `expires`. */
export interface KnownEntry extends KnownFailure {
  fact: string
  /** operationId; without it, the contradictions in every operation. */
  operation?: string
}

const REQUIRED = ['fact', 'owner', 'expires']
const FIELDS = [...REQUIRED, 'operation', 'reason']

/** Reads a list of known failures, as YAML or JSON. Errors name the file, the line and the field. */
export function parseKnown(text: string, file: string): KnownEntry[] {
  const lineCounter = new LineCounter()
  const document = parseDocument(text, { lineCounter })
  const fail = (offset: number, problem: string): never => {
    throw new Error(`${file}:${lineCounter.linePos(offset).line}: ${problem}`)
  }

  const [broken] = document.errors
  if (broken) fail(broken.pos[0], `this is neither YAML nor JSON: ${broken.message.split('\n')[0]}`)
  const list = document.contents
  if (list === null || (isScalar(list) && list.value === null)) return []
  if (!isSeq(list)) {
    return fail(
      list.range[0],
      'known failures are a list of entries such as {fact: "8.8", owner: team-gateway, expires: 2026-06-30}',
    )
  }

  const entries = list.items.map((item) => {
    if (isMap(item)) return entryOf(item, fail)
    return fail(startOf(item, list.range?.[0]), `an entry has the fields ${FIELDS.join(', ')}`)
  })
  entries.forEach((entry, index) => {
    const twin = entries.findIndex((other) => isSame(other, entry))
    if (twin === index) return
    fail(startOf(list.items[index]), `fact ${nameOf(entry)} is listed twice; keep one of them`)
  })
  return entries
}

type Fail = (offset: number, problem: string) => never

function entryOf(map: YAMLMap, fail: Fail): KnownEntry {
  const values: Record<string, string> = {}
  for (const { key, value } of map.items) {
    const field = isScalar(key) ? String(key.value) : ''
    const at = startOf(key)
    if (!FIELDS.includes(field)) fail(at, `unknown field ${field}; use ${FIELDS.join(', ')}`)
    // The source text, because 4.10 without quotes is the number 4.1.
    const written = isScalar(value) ? (value.source ?? String(value.value ?? '')).trim() : ''
    if (written === '') fail(at, `${field} needs a text`)
    values[field] = written
  }
  for (const field of REQUIRED) {
    if (values[field] === undefined) fail(startOf(map), `the entry has no ${field}`)
  }
  const { fact = '', owner = '', expires = '', operation, reason } = values
  const atField = (field: string) =>
    startOf(map.items.find(({ key }) => isScalar(key) && key.value === field)?.key)
  if (!ledger.some(({ id, proof }) => id === fact && proof === 'contract')) {
    fail(atField('fact'), `no check proves a fact "${fact}"; use an id such as 8.8`)
  }
  if (!isDate(expires)) {
    fail(atField('expires'), `expires is a date such as 2026-06-30, not "${expires}"`)
  }
  if (operation && !operations.some((stated) => stated.operation === operation)) {
    fail(
      atField('operation'),
      `there is no operation "${operation}"; use an operationId such as listCampaigns`,
    )
  }
  return { fact, owner, expires, ...(operation && { operation }), ...(reason && { reason }) }
}

function startOf(node: unknown, otherwise = 0): number {
  return (node as { range?: [number, number, number] | null } | null)?.range?.[0] ?? otherwise
}

function isDate(text: string): boolean {
  const date = new Date(`${text}T00:00:00Z`)
  return (
    /^\d{4}-\d{2}-\d{2}$/.test(text) &&
    !Number.isNaN(date.getTime()) &&
    date.toISOString().startsWith(text)
  )
}

/**
 * Marks the failures that `known` accepts on `today` (YYYY-MM-DD). Reports still show them, but a run without other
 * failures passes. Problems of the list itself become notices.
 */
export function applyKnown(
  result: RunResult,
  known: KnownEntry[],
  today: string,
): { result: RunResult; notices: string[] } {
  const valid = known.filter(({ expires }) => expires >= today)
  const checks = result.checks.map((check) => ({
    ...check,
    failures: check.failures.map((failure) => accepted(failure, valid)),
  }))
  const isExcused =
    result.outcome === 'failed' &&
    checks.some(({ failures }) => failures.some((failure) => failure.known)) &&
    !checks.some(failsTheRun)
  return {
    result: { ...result, checks, outcome: isExcused ? 'known_failures' : result.outcome },
    notices: known.flatMap((entry) => noticeOf(entry, result, today)),
  }
}

/** A failed check without failures to accept fails the run. */
function failsTheRun({ verdict, failures }: CheckResult): boolean {
  if (failures.length > 0) return failures.some(({ known }) => known === undefined)
  return verdict === 'fail'
}

/** An entry for the operation comes before one for the whole fact. */
function accepted(failure: Failure, valid: KnownEntry[]): Failure {
  const matching = valid.filter((entry) => matches(entry, failure))
  const entry = matching.find(({ operation }) => operation !== undefined) ?? matching[0]
  if (!entry) return failure
  const { owner, expires, reason } = entry
  return { ...failure, known: { owner, expires, ...(reason && { reason }) } }
}

function matches(entry: KnownEntry, { fact, operation }: Failure): boolean {
  return entry.fact === fact && (entry.operation === undefined || entry.operation === operation)
}

function noticeOf(entry: KnownEntry, result: RunResult, today: string): string[] {
  const subject = `The known failure of ${nameOf(entry)} (${entry.owner})`
  const isExpired = entry.expires < today
  const isMet = result.checks.some(({ failures }) =>
    failures.some((failure) => matches(entry, failure)),
  )
  const fact = result.facts.find(({ id }) => id === entry.fact)

  if (isMet && isExpired) return [`${subject} expired on ${entry.expires}: it fails the run again.`]
  if (isMet) return []
  // An untried fact may still be contradicted.
  if (!isFinished(result) || !fact || fact.verdict === 'undetermined') return []
  const expired = isExpired ? ` expired on ${entry.expires} and` : ''
  return [`${subject}${expired} is no longer needed: nothing contradicts it. Remove it.`]
}

function isSame(a: KnownEntry, b: KnownEntry): boolean {
  return a.fact === b.fact && a.operation === b.operation
}

function nameOf({ fact, operation }: KnownEntry): string {
  return operation ? `${fact} in ${operation}` : fact
}

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
    (entry) => entry.expires >= today && failures.some((failure) => matches(entry, failure)),
  )
  const entries = [...kept]
  for (const failure of failures) {
    if (failure.fact === undefined || entries.some((entry) => matches(entry, failure))) continue
    entries.push(newEntry(failure.fact, failure, today))
  }
  const head = `# Accepted failures of ${result.baseUrl}, as of ${today}. Give each an owner and a reason.\n`
  return entries.length > 0 ? head + stringify(entries, { lineWidth: 0 }) : `${head}[]\n`
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

import type { Failure, KnownFailure, ReportedExchange, RunResult } from './result.ts'
import { count, enumerate } from './wording.ts'

/**
 * What every report shows, computed once from the result of a run, so that no two of them disagree
 * on a count or a verdict.
 */
export interface Digest {
  headline: Headline
  facts: { total: number; proved: number; failed: number; undetermined: number }
  sections: SectionDigest[]
  /** In the order of the ledger; those that nobody accepted first. */
  contradictions: Contradiction[]
  undetermined: { reason: string; facts: string[] }[]
}

/** How a run ended, in a word that no other kind of ending shares. */
export interface Headline {
  word:
    | 'PASSED'
    | 'INCOMPLETE'
    | 'KNOWN FAILURES'
    | 'FAILED'
    | 'CUT SHORT'
    | 'INTERRUPTED'
    | 'COULD NOT RUN'
  /** `good`: all proved. `bad`: the server broke a statement. `unsure`: neither can be said. */
  tone: 'good' | 'bad' | 'unsure'
  sentence: string
}

export type Mark = 'pass' | 'fail' | 'known' | 'undetermined' | 'none'

export interface SectionDigest {
  /** `4` */
  section: string
  title: string
  mark: Mark
  total: number
  proved: number
  /** Contradictions of the section, those accepted not counted. */
  failed: number
  known: number
  undetermined: number
}

/** The same contradiction, wherever in the run it was met. */
export interface Contradiction {
  fact?: string
  section: string
  statement: string
  expected: string
  actual: string
  known?: KnownFailure
  /** operationIds, in the order in which they were met. */
  operations: string[]
  occurrences: number
  /** Titles of the checks that met it. */
  checks: string[]
  exchange?: ReportedExchange
}

/** The sections of the interface specification. */
export const SECTION_TITLES: Record<string, string> = {
  1: 'What the service does',
  2: 'Resources and their fields',
  3: 'States and transitions',
  4: 'Endpoints',
  5: 'Authentication',
  6: 'Events',
  7: 'Errors',
  8: 'Limits',
  9: 'Versioning',
}

export function digest(result: RunResult): Digest {
  const contradictions = contradictionsOf(result)
  const facts = {
    total: result.facts.length,
    proved: result.facts.filter(({ verdict }) => verdict === 'pass').length,
    failed: result.facts.filter(({ verdict }) => verdict === 'fail').length,
    undetermined: result.facts.filter(({ verdict }) => verdict === 'undetermined').length,
  }
  return {
    headline: headlineOf(result, contradictions, facts),
    facts,
    sections: Object.keys(SECTION_TITLES).map((section) =>
      sectionDigest(section, result, contradictions),
    ),
    contradictions,
    undetermined: reasonsOf(result),
  }
}

/** `§5.7` and `5` are both of section `5`. */
export function sectionNumber(section: string): string {
  return /\d+/.exec(section)?.[0] ?? ''
}

/** What keeps a section from being proved: `1 contradicted`, `2 not tried`. */
export function remarks({ failed, known, undetermined }: SectionDigest) {
  const all: { mark: Mark; amount: number; word: string }[] = [
    { mark: 'fail', amount: failed, word: 'contradicted' },
    { mark: 'known', amount: known, word: 'known' },
    { mark: 'undetermined', amount: undetermined, word: 'not tried' },
  ]
  return all
    .filter(({ amount }) => amount > 0)
    .map(({ mark, amount, word }) => ({ mark, text: `${amount} ${word}` }))
}

/** `37 times, in listCampaigns and verifyToken` */
export function seen({ occurrences, operations }: Contradiction): string {
  const times = occurrences === 1 ? 'once' : `${occurrences} times`
  return operations.length > 0 ? `${times}, in ${enumerate(operations)}` : times
}

/** `accepted by team-gateway until 2026-06-30: API-412` */
export function knownUntil({ owner, expires, reason }: KnownFailure): string {
  return `accepted by ${owner} until ${expires}${reason ? `: ${reason}` : ''}`
}

/** `401 application/json` */
export function answerOf({ status, responseHeaders }: ReportedExchange): string {
  if (status === undefined) return 'no response'
  const type = Object.entries(responseHeaders).find(([name]) => /^content-type$/i.test(name))
  return type ? `${status} ${type[1]}` : String(status)
}

/** The mark that stands for a verdict wherever there is no room for a word. */
export const SYMBOLS: Record<Mark, string> = {
  pass: '✔',
  fail: '✘',
  known: '~',
  undetermined: '?',
  none: '·',
}

/**
 * A header that is missing is missing from every response: one contradiction with many operations,
 * not one for each check that came past it.
 */
function contradictionsOf(result: RunResult): Contradiction[] {
  const found = new Map<string, Contradiction>()
  for (const check of result.checks) {
    for (const failure of check.failures) {
      const key = JSON.stringify([
        failure.fact ?? failure.statement,
        failure.expected,
        failure.actual,
        failure.known,
      ])
      const same = found.get(key)
      found.set(key, same ? merged(same, failure, check.title) : first(failure, check.title))
    }
  }
  const ledger = new Map(result.facts.map(({ id }, index) => [id, index]))
  const place = ({ fact }: Contradiction) => ledger.get(fact ?? '') ?? ledger.size
  return [...found.values()].sort(
    (a, b) => Number(a.known !== undefined) - Number(b.known !== undefined) || place(a) - place(b),
  )
}

function first({ operation, ...failure }: Failure, check: string): Contradiction {
  return { ...failure, operations: operation ? [operation] : [], checks: [check] }
}

function merged(same: Contradiction, failure: Failure, check: string): Contradiction {
  return {
    ...same,
    operations: union(same.operations, failure.operation),
    checks: union(same.checks, check),
    occurrences: same.occurrences + failure.occurrences,
    exchange: same.exchange ?? failure.exchange,
  }
}

function union(names: string[], name: string | undefined): string[] {
  return name === undefined || names.includes(name) ? names : [...names, name]
}

function sectionDigest(
  section: string,
  result: RunResult,
  contradictions: Contradiction[],
): SectionDigest {
  const facts = result.facts.filter((fact) => sectionNumber(fact.section) === section)
  const broken = contradictions.filter((found) => sectionNumber(found.section) === section)
  const counts = {
    total: facts.length,
    proved: facts.filter(({ verdict }) => verdict === 'pass').length,
    failed: distinct(broken.filter(({ known }) => !known)),
    known: distinct(broken.filter(({ known }) => known)),
    undetermined: facts.filter(({ verdict }) => verdict === 'undetermined').length,
  }
  return { section, title: SECTION_TITLES[section] ?? '', mark: markOf(counts), ...counts }
}

/** A fact that is contradicted in three ways is one fact. */
function distinct(contradictions: Contradiction[]): number {
  return new Set(contradictions.map(({ fact, statement }) => fact ?? statement)).size
}

function markOf(counts: Omit<SectionDigest, 'section' | 'title' | 'mark'>): Mark {
  if (counts.failed > 0) return 'fail'
  if (counts.known > 0) return 'known'
  if (counts.proved < counts.total) return 'undetermined'
  return counts.total > 0 ? 'pass' : 'none'
}

function reasonsOf(result: RunResult): Digest['undetermined'] {
  const reasons = new Map<string, string[]>()
  for (const { id, verdict, reason = 'no reason is given' } of result.facts) {
    if (verdict === 'undetermined') reasons.set(reason, [...(reasons.get(reason) ?? []), id])
  }
  return [...reasons]
    .map(([reason, facts]) => ({ reason, facts }))
    .sort((a, b) => b.facts.length - a.facts.length)
}

function headlineOf(
  result: RunResult,
  contradictions: Contradiction[],
  facts: Digest['facts'],
): Headline {
  const open = contradictions.filter((found) => !found.known)
  const failed = distinct(open)
  const known = distinct(contradictions.filter((found) => found.known))
  const broken = brokenSentence(open)
  const reason = result.reason ?? 'no reason is given'

  switch (result.outcome) {
    case 'could_not_run':
      return { word: 'COULD NOT RUN', tone: 'unsure', sentence: reason }
    case 'cut_short':
    case 'interrupted':
      return {
        word: result.outcome === 'cut_short' ? 'CUT SHORT' : 'INTERRUPTED',
        tone: failed > 0 ? 'bad' : 'unsure',
        sentence: `${stop(reason)} ${failed > 0 ? `Until then, ${broken}` : 'No contradiction until then, which proves little'}`,
      }
    case 'failed':
      return {
        word: 'FAILED',
        tone: 'bad',
        // A check that broke down without naming a contradiction fails the run as well.
        sentence: failed > 0 ? broken : 'a check failed without naming a fact',
      }
    case 'passed':
      return passedHeadline(known, facts)
  }
}

/** Assumptions are ours, so a difference from one is never called a contradiction. */
function brokenSentence(open: Contradiction[]): string {
  const statements = distinct(open.filter(({ fact }) => fact !== undefined))
  const assumptions = distinct(open.filter(({ fact }) => fact === undefined))
  return [
    statements > 0 &&
      `${count(statements, 'statement')} of the specification ${statements === 1 ? 'is' : 'are'} contradicted`,
    assumptions > 0 &&
      `${count(assumptions, 'assumption')} ${assumptions === 1 ? 'differs' : 'differ'}`,
  ]
    .filter(Boolean)
    .join(', ')
}

/** Exit 0 has three faces, because what was not tried or was excused is no pass. */
function passedHeadline(known: number, facts: Digest['facts']): Headline {
  const untried =
    facts.undetermined > 0
      ? `${facts.undetermined} of ${count(facts.total, 'fact')} could not be tried`
      : ''
  if (known > 0) {
    const sentence = `nothing new, but ${count(known, 'accepted failure')} still there`
    return {
      word: 'KNOWN FAILURES',
      tone: 'unsure',
      sentence: untried ? `${sentence}, and ${untried}` : sentence,
    }
  }
  if (facts.proved === facts.total && facts.total > 0) {
    return { word: 'PASSED', tone: 'good', sentence: 'every fact was tried, and holds' }
  }
  return {
    word: 'INCOMPLETE',
    tone: 'unsure',
    sentence: `no contradiction, but ${untried || 'nothing was tried'}`,
  }
}

function stop(sentence: string): string {
  return /[.!?]$/.test(sentence) ? sentence : `${sentence}.`
}

import { type Contradiction, contradictionsOf, distinct } from './contradictions.ts'
import { type Headline, headlineOf } from './headline.ts'
import type { RunResult } from './result.ts'

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

/** The mark that stands for a verdict wherever there is no room for a word. */
export const SYMBOLS: Record<Mark, string> = {
  pass: '✔',
  fail: '✘',
  known: '~',
  undetermined: '?',
  none: '·',
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

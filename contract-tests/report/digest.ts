import { groupedBy } from '../grouped.ts'
import {
  type Cause,
  type Contradiction,
  causesOf,
  contradictionsOf,
  countOf,
  distinct,
} from './causes.ts'
import { wayToTry } from './explanation.ts'
import { type FactCounts, type Headline, headlineOf } from './headline.ts'
import type { FactResult, Observation, RequestCounts, RunResult, Verdict } from './result.ts'
import { count, duration } from './wording.ts'

/** The content of every report, computed once, so that all agree on counts and verdicts. */
export interface Digest {
  result: RunResult
  headline: Headline
  facts: FactCounts
  /** None for traffic, which proves no fact. */
  sections: SectionDigest[]
  /** In the order of the ledger, accepted ones last. */
  contradictions: Contradiction[]
  /** The same, grouped by cause. */
  causes: Cause[]
  /** `2 causes, 5 facts` */
  amount: string
  /** `way` is what would try the facts. */
  undetermined: { reason: string; way: string; facts: string[] }[]
  /** Absent if nothing was observed. */
  observations?: { differing: Observation[]; agreeing: Observation[]; summary: string }
}

export type Mark = 'pass' | 'fail' | 'known' | 'undetermined' | 'none'

export interface SectionDigest {
  /** `4` */
  section: string
  title: string
  mark: Mark
  total: number
  proved: number
  /** Contradictions of the section without accepted ones. */
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
  const causes = causesOf(contradictions)
  const facts = countsOf(result.facts)
  return {
    result,
    headline: headlineOf(result, causes, facts),
    facts,
    sections: result.traffic
      ? []
      : Object.keys(SECTION_TITLES).map((section) =>
          sectionDigest(section, result, contradictions),
        ),
    contradictions,
    causes,
    amount: countOf(contradictions, causes),
    undetermined: reasonsOf(result),
    ...(result.observations.length > 0 && { observations: observationsOf(result) }),
  }
}

function observationsOf({ observations }: RunResult): Digest['observations'] & object {
  const differing = observations.filter(({ differs }) => differs)
  const agreeing = observations.filter(({ differs }) => !differs)
  const all = count(observations.length, 'observation')
  return {
    differing,
    agreeing,
    summary: `${differing.length} of ${all} differ from our assumptions`,
  }
}

/** Facts proved, requests and time. */
export function figuresOf({ result, facts }: Digest): string[] {
  const { requests, durationMs, traffic } = result
  const proved = `${facts.proved} of ${count(facts.total, 'fact')} proved`
  if (traffic) {
    const { exchanges, unjudged } = traffic
    const rest = unjudged > 0 ? [`${unjudged} not judged`] : []
    return [count(exchanges, 'exchange'), ...rest, duration(durationMs)]
  }
  const { main, all, repeated } = budgetOf(requests)
  return [
    proved,
    `requests: main ${main}, all ${all}${repeated > 0 ? `, ${repeated} repeated` : ''}`,
    duration(durationMs),
  ]
}

/** `72 of 80`, without the requests that had to be sent again. */
export function budgetOf({ main, total, repeated, allowed }: RequestCounts) {
  return {
    main: `${main - repeated.main} of ${allowed.main}`,
    all: `${total - repeated.total} of ${allowed.total}`,
    repeated: repeated.total,
  }
}

/** `5` for `§5.7` and for `5`. */
export function sectionNumber(section: string): string {
  return /\d+/.exec(section)?.[0] ?? ''
}

/** Why a section is not proved: `1 contradicted`, `2 not tried`. */
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

/** Verdicts as single characters. */
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
    ...countsOf(facts),
    failed: distinct(broken.filter(({ known }) => !known)),
    known: distinct(broken.filter(({ known }) => known)),
  }
  return { section, title: SECTION_TITLES[section] ?? '', mark: markOf(counts), ...counts }
}

function countsOf(facts: FactResult[]): FactCounts {
  const of = (wanted: Verdict) => facts.filter(({ verdict }) => verdict === wanted).length
  const [proved, failed, undetermined] = [of('pass'), of('fail'), of('undetermined')]
  return { total: facts.length, proved, failed, undetermined }
}

function markOf(counts: Omit<SectionDigest, 'section' | 'title' | 'mark'>): Mark {
  if (counts.failed > 0) return 'fail'
  if (counts.known > 0) return 'known'
  if (counts.proved < counts.total) return 'undetermined'
  return counts.total > 0 ? 'pass' : 'none'
}

function reasonsOf(result: RunResult): Digest['undetermined'] {
  const untried = result.facts.filter(({ verdict }) => verdict === 'undetermined')
  return [...groupedBy(untried, ({ reason = 'no reason given' }) => reason)]
    .map(([reason, all]) => ({ reason, way: wayToTry({ reason }), facts: all.map(({ id }) => id) }))
    .sort((a, b) => b.facts.length - a.facts.length)
}

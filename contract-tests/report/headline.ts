import { type Contradiction, distinct } from './contradictions.ts'
import type { Digest } from './digest.ts'
import type { RunResult } from './result.ts'
import { count } from './wording.ts'

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

export function headlineOf(
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

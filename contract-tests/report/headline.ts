import { type Cause, distinct } from './causes.ts'
import { exitCodeOf, type Outcome, type RunResult } from './result.ts'
import { count, enumerate } from './wording.ts'

export interface FactCounts {
  total: number
  proved: number
  failed: number
  undetermined: number
}

/** The word and the tone of each ending. `good`: all proved. `bad`: the server broke a statement. `unsure`: neither. */
export const WORDS = {
  passed: { word: 'PASSED', tone: 'good' },
  incomplete: { word: 'INCOMPLETE', tone: 'unsure' },
  known_failures: { word: 'KNOWN FAILURES', tone: 'unsure' },
  failed: { word: 'FAILED', tone: 'bad' },
  cut_short: { word: 'CUT SHORT', tone: 'unsure' },
  interrupted: { word: 'INTERRUPTED', tone: 'unsure' },
  could_not_run: { word: 'COULD NOT RUN', tone: 'unsure' },
} as const

/** How a run ended. */
export interface Headline {
  word: (typeof WORDS)[Outcome]['word']
  tone: 'good' | 'bad' | 'unsure'
  sentence: string
}

export function headlineOf(result: RunResult, causes: Cause[], facts: FactCounts): Headline {
  const { outcome, unmet = [], traffic, reason = 'no reason given' } = result
  const open = causes.filter(({ mark }) => mark === 'fail')
  const known = countsOf(causes.filter(({ mark }) => mark === 'known')).all
  const broken = traffic ? blamingSentence(open) : brokenSentence(open)
  const left = untried(facts)
  const before =
    open.length > 0 ? `Before that, ${broken}` : 'No contradiction was found before that'
  const stopped = `${/[.!?]$/.test(reason) ? reason : `${reason}.`} ${before}`
  const sentences: Record<Outcome, string> = {
    could_not_run: reason,
    cut_short: stopped,
    interrupted: stopped,
    // A check may fail without naming a contradiction.
    failed: open.length > 0 ? broken : 'a check failed without naming a fact',
    passed: traffic
      ? 'no request and no response contradicts the specification'
      : 'every fact was tried and holds',
    incomplete: `no contradiction, but ${left || 'nothing was tried'}`,
    known_failures: `no new contradiction, but ${count(known, 'accepted failure')} ${known === 1 ? 'remains' : 'remain'}${left && `, and ${left}`}`,
  }
  const { word, tone } = WORDS[outcome]
  const sentence = sentences[outcome]
  if (unmet.length > 0 && exitCodeOf(result) !== exitCodeOf({ outcome })) {
    const flags = [...new Set(unmet.flatMap((each) => /^--\w+/.exec(each) ?? []))]
    const denied = `${enumerate(flags)} ${flags.length === 1 ? 'does' : 'do'} not allow that`
    return { word, tone: 'bad', sentence: `${sentence}; ${denied}` }
  }
  return { word, tone: sentence === stopped && open.length > 0 ? 'bad' : tone, sentence }
}

/** Assumptions are ours: a difference from one is not a contradiction. */
function brokenSentence(causes: Cause[]): string {
  const { statements, assumptions, all } = countsOf(causes)
  return [
    statements > 0 &&
      `${count(statements, 'statement')} of the specification ${statements === 1 ? 'is' : 'are'} contradicted`,
    assumptions > 0 &&
      `${count(assumptions, 'assumption')} ${assumptions === 1 ? 'differs' : 'differ'}`,
  ]
    .filter(Boolean)
    .join(', ')
    .concat(causes.length < all ? ` (${count(causes.length, 'cause')})` : '')
}

/** Who broke the contract: the app by its requests, or the server by its responses. */
function blamingSentence(causes: Cause[]): string {
  const ofApp = causes.filter(({ lead }) => lead.by === 'app')
  const ofServer = causes.filter(({ lead }) => lead.by !== 'app')
  return `the app's requests ${blame(ofApp)}; the server's responses ${blame(ofServer)}`
}

function blame(causes: Cause[]): string {
  const { statements, assumptions } = countsOf(causes)
  const parts = [
    statements > 0 && `contradict ${count(statements, 'statement')} of the specification`,
    assumptions > 0 && `differ from ${count(assumptions, 'assumption')}`,
  ]
  return parts.filter(Boolean).join(' and ') || 'contradict nothing'
}

function countsOf(causes: Cause[]) {
  const open = causes.flatMap(({ lead, others }) => [lead, ...others])
  return {
    statements: distinct(open.filter(({ fact }) => fact !== undefined)),
    assumptions: distinct(open.filter(({ fact }) => fact === undefined)),
    all: distinct(open),
  }
}

function untried({ undetermined, total }: FactCounts): string {
  return undetermined > 0 ? `${undetermined} of ${count(total, 'fact')} could not be tried` : ''
}

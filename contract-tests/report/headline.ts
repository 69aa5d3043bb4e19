import { type Cause, distinct } from './causes.ts'
import { exitCodeOf, type RunResult } from './result.ts'
import { count, enumerate } from './wording.ts'

export interface FactCounts {
  total: number
  proved: number
  failed: number
  undetermined: number
}

/** How a run ended, with a distinct word for each kind of ending. */
export interface Headline {
  word:
    | 'PASSED'
    | 'INCOMPLETE'
    | 'KNOWN FAILURES'
    | 'FAILED'
    | 'CUT SHORT'
    | 'INTERRUPTED'
    | 'COULD NOT RUN'
  /** `good`: all proved. `bad`: the server broke a statement. `unsure`: neither. */
  tone: 'good' | 'bad' | 'unsure'
  sentence: string
}

export function headlineOf(result: RunResult, causes: Cause[], facts: FactCounts): Headline {
  const headline = headlineOfOutcome(result, causes, facts)
  const { unmet = [], outcome } = result
  if (unmet.length === 0 || exitCodeOf(result) === exitCodeOf({ outcome })) return headline
  const flags = [...new Set(unmet.flatMap((each) => /^--\w+/.exec(each) ?? []))]
  return {
    ...headline,
    tone: 'bad',
    sentence: `${headline.sentence}; ${enumerate(flags)} ${flags.length === 1 ? 'does' : 'do'} not allow that`,
  }
}

function headlineOfOutcome(result: RunResult, causes: Cause[], facts: FactCounts): Headline {
  const open = causes.filter(({ mark }) => mark === 'fail')
  const failed = distinct(open.flatMap(contradictionsOfCause))
  const accepted = causes.filter(({ mark }) => mark === 'known')
  const known = distinct(accepted.flatMap(contradictionsOfCause))
  const broken = result.traffic ? blamingSentence(open) : brokenSentence(open)
  const reason = result.reason ?? 'no reason given'

  switch (result.outcome) {
    case 'could_not_run':
      return { word: 'COULD NOT RUN', tone: 'unsure', sentence: reason }
    case 'cut_short':
    case 'interrupted':
      return {
        word: result.outcome === 'cut_short' ? 'CUT SHORT' : 'INTERRUPTED',
        tone: failed > 0 ? 'bad' : 'unsure',
        sentence: `${stop(reason)} ${failed > 0 ? `Before that, ${broken}` : 'No contradiction was found before that'}`,
      }
    case 'failed':
      return {
        word: 'FAILED',
        tone: 'bad',
        // A check may fail without naming a contradiction.
        sentence: failed > 0 ? broken : 'a check failed without naming a fact',
      }
    case 'passed':
      return {
        word: 'PASSED',
        tone: 'good',
        sentence: result.traffic
          ? 'no request and no response contradicts the specification'
          : 'every fact was tried and holds',
      }
    case 'incomplete':
      return {
        word: 'INCOMPLETE',
        tone: 'unsure',
        sentence: `no contradiction, but ${untried(facts) || 'nothing was tried'}`,
      }
    case 'known_failures':
      return { word: 'KNOWN FAILURES', tone: 'unsure', sentence: knownSentence(known, facts) }
  }
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
  const open = causes.flatMap(contradictionsOfCause)
  return {
    statements: distinct(open.filter(({ fact }) => fact !== undefined)),
    assumptions: distinct(open.filter(({ fact }) => fact === undefined)),
    all: distinct(open),
  }
}

function contradictionsOfCause({ lead, others }: Cause) {
  return [lead, ...others]
}

function knownSentence(known: number, facts: FactCounts): string {
  const sentence = `no new contradiction, but ${count(known, 'accepted failure')} ${known === 1 ? 'remains' : 'remain'}`
  return facts.undetermined > 0 ? `${sentence}, and ${untried(facts)}` : sentence
}

function untried({ undetermined, total }: FactCounts): string {
  return undetermined > 0 ? `${undetermined} of ${count(total, 'fact')} could not be tried` : ''
}

function stop(sentence: string): string {
  return /[.!?]$/.test(sentence) ? sentence : `${sentence}.`
}

import type { Contradiction } from './contradictions.ts'
import { knownUntil, seen } from './contradictions.ts'
import { digest } from './digest.ts'
import type { Locate } from './locate.ts'
import type { RunResult } from './result.ts'
import { DOCUMENT } from './sarif.ts'
import { count } from './wording.ts'

export interface GithubOptions {
  locate: Locate
}

/** GitHub shows ten annotations of a level and drops the others of a step without a word. */
const MOST = 10

/** Workflow commands to print in GitHub Actions: failures, known failures, what was not tried. */
export function githubAnnotations(result: RunResult, { locate }: GithubOptions): string {
  const { contradictions, headline, facts, undetermined } = digest(result)
  const complete = result.outcome === 'passed' || result.outcome === 'failed'
  const ending = complete ? [] : [command('error', { title: headline.word }, headline.sentence)]
  const open = contradictions.filter(({ known }) => !known)
  const known = contradictions.filter((each) => each.known)
  const notTried =
    facts.undetermined > 0 && result.outcome !== 'could_not_run'
      ? [
          command(
            'notice',
            { title: `${count(facts.undetermined, 'fact')} could not be tried` },
            undetermined.map(({ reason, facts }) => `${reason}: ${facts.join(', ')}`).join('\n'),
          ),
        ]
      : []
  return [
    ...ending,
    ...annotations('error', open, MOST - ending.length, locate),
    ...annotations('warning', known, MOST, locate),
    ...notTried,
  ]
    .map((line) => `${line}\n`)
    .join('')
}

function annotations(
  level: 'error' | 'warning',
  contradictions: Contradiction[],
  most: number,
  locate: Locate,
): string[] {
  const shown = contradictions.length > most ? contradictions.slice(0, most - 1) : contradictions
  const rest = contradictions.slice(shown.length)
  return [
    ...shown.map((each) => annotation(level, each, locate)),
    ...(rest.length > 0
      ? [
          command(
            level,
            { title: `and ${count(rest.length, 'more contradiction')}` },
            rest.map(({ fact, statement }) => `${fact ?? 'assumption'}: ${statement}`).join('\n'),
          ),
        ]
      : []),
  ]
}

function annotation(
  level: 'error' | 'warning',
  contradiction: Contradiction,
  locate: Locate,
): string {
  const { fact, section, statement, expected, actual, known, operations, exchange } = contradiction
  const line = locate({ fact, section, operation: operations[0] })
  const lines = [
    `expected: ${expected}`,
    `actual: ${actual}`,
    `seen: ${seen(contradiction)}`,
    known && `known: ${knownUntil(known)}`,
    exchange?.curl,
  ]
  return command(
    level,
    { file: DOCUMENT, line, title: `${fact ?? 'assumption'} (${section}) ${statement}` },
    lines.filter(Boolean).join('\n'),
  )
}

function command(
  name: 'error' | 'warning' | 'notice',
  properties: Record<string, string | number>,
  message: string,
): string {
  const listed = Object.entries(properties)
    .map(([key, value]) => `${key}=${escapeProperty(String(value))}`)
    .join(',')
  return `::${name} ${listed}::${escapeMessage(message)}`
}

function escapeMessage(text: string): string {
  return text.replaceAll('%', '%25').replaceAll('\r', '%0D').replaceAll('\n', '%0A')
}

function escapeProperty(text: string): string {
  return escapeMessage(text).replaceAll(':', '%3A').replaceAll(',', '%2C')
}

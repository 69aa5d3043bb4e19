import { alsoOf, type Cause } from './causes.ts'
import type { Digest } from './digest.ts'
import { commandsOf, detailsOf } from './explanation.ts'
import type { Locate } from './locate.ts'
import { openWarnings } from './requirements.ts'
import { isFinished } from './result.ts'
import { DOCUMENT } from './sarif.ts'
import { count } from './wording.ts'
import { command } from './workflow-command.ts'

/** GitHub shows ten annotations of a level for each step and silently drops the others. */
const MOST = 10

/** Workflow commands for GitHub Actions: failures, known failures, and facts that were not tried. */
export function githubAnnotations(found: Digest, { locate }: { locate: Locate }): string {
  const { result, causes, headline, facts, undetermined } = found
  const lines = isFinished(result)
    ? []
    : [command('error', { title: headline.word }, headline.sentence)]
  const { unmet = [] } = result
  if (unmet.length > 0) lines.push(command('error', { title: headline.word }, unmet.join('\n')))
  const warnings = openWarnings(result)
  if (warnings.length > 0) lines.push(command('warning', { title: 'Keys' }, warnings.join('\n')))
  const open = causes.filter(({ mark }) => mark === 'fail')
  const known = causes.filter(({ mark }) => mark === 'known')
  lines.push(...annotations('error', open, MOST - lines.length, locate))
  lines.push(...annotations('warning', known, MOST, locate))
  if (facts.undetermined > 0 && result.outcome !== 'could_not_run') {
    const title = `${count(facts.undetermined, 'fact')} could not be tried`
    const reasons = undetermined.map(
      ({ reason, way, facts }) => `${reason}: ${facts.join(', ')}. To try: ${way}.`,
    )
    lines.push(command('notice', { title }, reasons.join('\n')))
  }
  return lines.map((line) => `${line}\n`).join('')
}

function annotations(level: Level, causes: Cause[], most: number, locate: Locate): string[] {
  const shown = causes.length > most ? causes.slice(0, most - 1) : causes
  const rest = causes.slice(shown.length)
  const lines = shown.map((each) => annotation(level, each, locate))
  if (rest.length === 0) return lines
  const title = `and ${count(rest.length, 'more cause')}`
  const names = rest.map(({ lead }) => `${lead.name}: ${lead.statement}`)
  return [...lines, command(level, { title }, names.join('\n'))]
}

type Level = 'error' | 'warning'

function annotation(level: Level, cause: Cause, locate: Locate): string {
  const { lead } = cause
  const { name, fact, section, statement, operations, exchange } = lead
  const line = locate({ fact, section, operation: operations[0] })
  const lines = [
    ...detailsOf(cause, { brief: true }).map(([label, text]) => `${label}: ${text}`),
    exchange && commandsOf(exchange),
  ]
  return command(
    level,
    { file: DOCUMENT, line, title: `${name} (${section}) ${statement}${alsoOf(cause)}` },
    lines.filter(Boolean).join('\n'),
  )
}

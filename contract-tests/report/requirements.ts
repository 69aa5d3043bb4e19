import { groupedBy } from '../grouped.ts'
import { wayToTry } from './explanation.ts'
import { type FactResult, isFinished, type RunResult } from './result.ts'
import { count, enumerate } from './wording.ts'

/** The proof that is needed for exit 0, in addition to no failure. */
export interface Requirements {
  /** Every fact, with keys that are what their options need, in a run that reached its end. */
  strict?: boolean
  /** So many facts, or these. */
  require?: number | string[]
}

const MOST_SHOWN = 12

/** Warnings that `unmet` does not repeat. */
export function openWarnings({ unmet = [], warnings = [] }: Partial<RunResult>): string[] {
  return warnings.filter((warning) => !unmet.some((each) => each.endsWith(warning)))
}

/** The unmet requirements, in sentences that begin with the flag and end with the way out. */
export function unmetOf(
  { facts, outcome, warnings = [] }: Pick<RunResult, 'facts' | 'outcome' | 'warnings'>,
  { strict = false, require }: Requirements,
): string[] {
  // Nothing was tried, or the user stopped it.
  if (outcome === 'could_not_run' || outcome === 'interrupted') return []
  const unproved = facts.filter(({ verdict }) => verdict !== 'pass')
  const proved = facts.length - unproved.length
  const unmet: string[] = []
  if (strict) {
    if (!isFinished({ outcome })) unmet.push('--strict: the run did not reach its end.')
    unmet.push(...warnings.map((warning) => `--strict: ${warning}`))
    unmet.push(...lines('--strict', unproved.filter(isUntried)))
  }
  if (typeof require === 'number' && proved < require) {
    const flag = `--require ${require}`
    unmet.push(`${flag}: only ${count(proved, 'fact')} ${proved === 1 ? 'is' : 'are'} proved.`)
    unmet.push(...lines(flag, unproved))
  }
  if (Array.isArray(require)) {
    unmet.push(
      ...lines(
        '--require',
        unproved.filter(({ id }) => require.includes(id)),
      ),
    )
  }
  return unmet
}

function isUntried({ verdict }: FactResult): boolean {
  return verdict === 'undetermined'
}

/** A line for each reason, with its facts and the flag that would prove them. */
function lines(flag: string, unproved: FactResult[]): string[] {
  const reasons = groupedBy(unproved, (fact) =>
    fact.verdict === 'fail'
      ? 'the server contradicts it'
      : `${fact.reason ?? 'no reason given'}; ${wayToTry(fact)}`,
  )
  return [...reasons].map(([why, all]) => {
    const ids = all.map(({ id }) => id)
    const facts = `${enumerate(ids, MOST_SHOWN)} ${ids.length === 1 ? 'is' : 'are'}`
    return `${flag}: ${facts} not proved: ${why}.`
  })
}

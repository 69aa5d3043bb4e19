import type { Assumptions } from '../observations/assumed.ts'
import type { CheckResult } from '../report/result.ts'
import type { Evidence } from '../support/evidence.ts'
import type { Json } from '../support/reading.ts'
import { learnAnswers } from './answers.ts'
import { learnHabits } from './habits.ts'
import { harOf } from './har.ts'
import { learnIdentifiers } from './identifiers.ts'
import { type NotLearned, together } from './lesson.ts'
import { type LearnedOverlay, overlayOf } from './overlay.ts'
import { learnPaging } from './paging.ts'
import { learnRefusals } from './refusals.ts'
import { Seen } from './seen.ts'

/** What a run with `--learn` brings home beside its result. */
export interface Findings {
  /** How the server differs from the document it was compared with. */
  overlay: LearnedOverlay
  /** What differs, a sentence each. */
  sentences: string[]
  notLearned: NotLearned[]
  /** All exchanges, as HTTP Archive 1.2. */
  har: Json
}

/**
 * Turns what was seen of a server into an overlay, where at least two samples agree. What contradicts a
 * stated fact is a failure, and nothing is learned of the operation that it was seen on.
 */
export function learn(
  evidence: Evidence,
  compared: { document: Json; assumptions: Assumptions },
  checks: CheckResult[],
  startedAt: string,
): Findings {
  const { settings, exchanges } = evidence
  const failures = checks.flatMap((check) => check.failures)
  const stated = failures.filter(({ fact }) => fact !== undefined)
  const contradicted = new Set(stated.flatMap(({ operation }) => operation ?? []))
  const seen = new Seen(evidence, compared, contradicted)
  const { lessons, notLearned } = together([
    learnRefusals(seen),
    learnHabits(seen),
    learnAnswers(seen),
    learnIdentifiers(seen),
    learnPaging(seen),
  ])
  const day = startedAt.slice(0, 10)
  return {
    overlay: overlayOf(lessons, { baseUrl: settings.baseUrl, day, exchanges }),
    sentences: lessons.map((lesson) => lesson.seen),
    notLearned: [
      ...notLearned,
      ...[...contradicted].sort().map((operation) => ({
        what: operation,
        why: 'it contradicts what the specification states; nothing of it is learned',
      })),
    ],
    har: harOf(exchanges, settings, startedAt),
  }
}

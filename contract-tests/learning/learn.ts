import type { Har } from 'har-format'
import type { Evidence } from '../evidence/evidence.ts'
import type { Json } from '../http/reading.ts'
import type { Assumptions } from '../observations/assumed.ts'
import type { CheckResult } from '../report/result.ts'
import { learnAnswers } from './answers.ts'
import { gapsOf } from './gaps.ts'
import { type Learned, type Lesson, type NotLearned, Seen } from './lesson.ts'
import { learnPoints } from './lessons.ts'
import { type LearnedOverlay, overlayOf } from './overlay.ts'
import { learnPaging } from './paging/learn-paging.ts'
import { learnRefusals } from './refusals.ts'
import { learnIdentifiers, learnValues } from './values.ts'

/** The output of `learn`, next to the result of the run. */
export interface Findings {
  /** The differences from the document that the server was compared with. */
  overlay: LearnedOverlay
  /** A sentence for each difference. */
  sentences: string[]
  notLearned: NotLearned[]
  /** All exchanges, as HTTP Archive 1.2, made when it is read. */
  readonly har: Har
}

/** The document that a server is compared with. */
export interface Compared {
  document: Json
  assumptions: Assumptions
  /** Subjects that the document does not know, because they could not be learned when it was made. */
  unknown?: readonly string[]
}

/**
 * Turns evidence into an overlay, where at least two samples agree. An operation that contradicts a stated fact
 * teaches nothing.
 */
export function learn(
  evidence: Evidence,
  compared: Compared,
  checks: CheckResult[],
  startedAt: string,
): Omit<Findings, 'har'> {
  const { settings, exchanges } = evidence
  const failures = checks.flatMap((check) => check.failures)
  const stated = failures.filter(({ fact }) => fact !== undefined)
  const contradicted = new Set(stated.flatMap(({ operation }) => operation ?? []))
  const seen = new Seen(evidence, compared, contradicted)
  const found: Learned = [
    ...learnRefusals(seen),
    ...learnPoints(seen),
    ...learnValues(seen),
    ...learnAnswers(seen),
    ...learnIdentifiers(seen),
    ...learnPaging(seen),
    ...gapsOf(seen),
  ]
  const isUnknown = ({ what = '' }: Lesson) => compared.unknown?.includes(what) === true
  const believed = found.filter((each) => 'seen' in each)
  const lessons = believed.filter((lesson) => !isUnknown(lesson))
  const day = startedAt.slice(0, 10)
  const notLearned = [
    ...found.filter((each) => 'why' in each),
    ...believed.filter(isUnknown).map(({ what = '' }) => ({ what, why: FIRST_TIME })),
    ...[...contradicted].sort().map((operation) => ({
      what: operation,
      why: 'it contradicts the specification, so nothing was learned from it',
    })),
  ]
  return {
    overlay: overlayOf(lessons, notLearned, { baseUrl: settings.baseUrl, day, exchanges }),
    sentences: lessons.map((lesson) => lesson.seen),
    notLearned,
  }
}

const FIRST_TIME = 'the document that it would be compared with does not know it'

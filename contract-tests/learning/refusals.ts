import {
  answerTo,
  bySituation,
  quoted,
  statusAndCode,
  usualAnswer,
} from '../observations/situations.ts'
import { operations } from '../support/documents.ts'
import type { Exchange } from '../support/exchange.ts'
import { FEWEST, type Learned, type Lesson, ONCE, operationPath } from './lesson.ts'
import type { Seen } from './seen.ts'

interface Answer {
  status: number
  code: string
}

/**
 * Status and code of each situation that fails: what most operations answer, and those that do otherwise.
 * §7 shows no status, and leaves open which code of the family of authentication an endpoint returns.
 */
export function learnRefusals(seen: Seen): Learned {
  const found: Learned = { lessons: [], notLearned: [] }
  for (const [situation, exchanges] of bySituation(seen.evidence, seen.refusals())) {
    const usual = usualAnswer(exchanges)
    const learned = learnSituation(seen, situation, usual, exchanges)
    found.lessons.push(...learned.lessons)
    found.notLearned.push(...learned.notLearned)
  }
  return found
}

function learnSituation(
  { assumptions }: Seen,
  situation: string,
  usual: string,
  exchanges: Exchange[],
): Learned {
  const learned: Learned = { lessons: [], notLearned: [] }
  const same = exchanges.filter((each) => answerTo(each) === usual)
  const general = lessonFor(situation, usual, same, exchanges.length)
  const assumed = assumptions.failure(situation, undefined)
  if (!isSame(assumed, usual)) {
    if (same.length >= FEWEST) {
      const target = `$['x-failures']['${situation}']`
      learned.lessons.push({ ...general, changes: [{ target, update: JSON.parse(usual) }] })
    } else learned.notLearned.push({ what: general.seen, why: ONCE })
  }
  for (const place of operations) {
    const own = exchanges.filter(({ operation }) => operation === place.operation)
    const answers = new Set(own.map(answerTo))
    const [answer] = answers
    // Where the rule is new, so is that an operation keeps to what we assumed.
    if (answer === undefined || (answers.size === 1 && answer === usual)) continue
    const lesson = lessonFor(situation, answer, own, own.length, place.operation)
    if (answers.size > 1) {
      const why = `samples disagree: ${[...answers].map(wording).join(', ')}`
      learned.notLearned.push({ what: `${quoted(situation)} on ${place.operation}`, why })
    } else if (own.length < FEWEST) learned.notLearned.push({ what: lesson.seen, why: ONCE })
    else {
      const update = { 'x-failures': { [situation]: JSON.parse(answer) } }
      learned.lessons.push({ ...lesson, changes: [{ target: operationPath(place), update }] })
    }
  }
  return learned
}

function lessonFor(
  situation: string,
  answer: string,
  samples: Exchange[],
  of: number,
  operation?: string,
): Lesson {
  const where = operation === undefined ? '' : ` on ${operation}`
  return {
    open: '§7 shows neither the status of an error nor which code of a family an endpoint returns.',
    seen: `${quoted(situation)} is answered with ${wording(answer)}${where}`,
    changes: [],
    samples,
    of,
  }
}

function isSame(assumed: object | undefined, answer: string): boolean {
  const { status, code } = (assumed ?? {}) as Partial<Answer>
  return JSON.stringify({ status, code }) === answer
}

function wording(answer: string): string {
  return statusAndCode(JSON.parse(answer))
}

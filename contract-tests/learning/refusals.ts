import type { Exchange } from '../http/exchange.ts'
import {
  answerTo,
  bySituation,
  quoted,
  statusAndCode,
  usualAnswer,
} from '../observations/situations.ts'
import { operations } from '../specification/documents.ts'
import {
  FEWEST,
  type Learned,
  type Lesson,
  nothing,
  ONCE,
  operationPath,
  together,
} from './lesson.ts'
import type { Seen } from './seen.ts'

interface Answer {
  status: number
  code: string
}

/**
 * Status and code of each kind of failure: the answer of most operations, and of those that differ. §7 shows no
 * status, and leaves open which code of the authentication family an endpoint returns.
 */
export function learnRefusals(seen: Seen): Learned {
  const situations = [...bySituation(seen.evidence, seen.refusals())]
  return together(
    situations.map(([situation, exchanges]) =>
      learnSituation(seen, situation, usualAnswer(exchanges), exchanges),
    ),
  )
}

function learnSituation(
  { assumptions }: Seen,
  situation: string,
  usual: string,
  exchanges: Exchange[],
): Learned {
  const learned = nothing()
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
    // If the general answer is new, an operation that still answers as we assume is an exception.
    if (answer === undefined || (answers.size === 1 && answer === usual)) continue
    const lesson = lessonFor(situation, answer, own, own.length, place.operation)
    if (answers.size > 1) {
      const why = `the samples differ: ${[...answers].map(wording).join(', ')}`
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
    open: '§7 defines neither the status of an error nor which code of a family an endpoint returns.',
    seen: `${quoted(situation)} returns ${wording(answer)}${where}`,
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

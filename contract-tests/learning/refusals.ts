import type { Exchange } from '../http/exchange.ts'
import { errorCode, isObject, type Json } from '../http/reading.ts'
import {
  answerTo,
  bySituation,
  quoted,
  statusAndCode,
  usualAnswer,
} from '../observations/situations.ts'
import { operations } from '../specification/documents.ts'
import { type Context, contextOf } from './context.ts'
import { type FailureParts, failureParts } from './failure-parts.ts'
import {
  FEWEST,
  type Learned,
  type Lesson,
  ONCE,
  operationPath,
  type Seen,
  unlearned,
} from './lesson.ts'

interface Answer {
  status: number
  code: string
}

/**
 * Status and code of each kind of failure: the answer of most operations, and of those that differ. §7 shows no
 * status, and leaves open which code of the authentication family an endpoint returns.
 */
export function learnRefusals(seen: Seen): Learned {
  const situations = bySituation(seen.evidence, seen.refusals())
  const context = contextOf(seen)
  const known = new Set([...situations.values()].flat())
  const invalid = seen
    .refusals()
    .filter((each) => each.credential === 'main' && errorCode(each) === 'invalid_request')
    .filter((each) => !known.has(each))
  const unknown = situations.get('unknown_resource')
  const likeUnknown = unknown
    ? (JSON.parse(usualAnswer(unknown)) as Json)
    : seen.assumptions.failure('unknown_resource', undefined)
  const all = [...situations].flatMap(([situation, exchanges]) => {
    // Ids that cannot be one count as unknown, unless the document words them in another way.
    const assumed =
      seen.assumptions.failure(situation, undefined) ??
      (situation === 'malformed_id' ? likeUnknown : undefined)
    // Other invalid requests, such as those of lists, may have other details.
    const others = situation === 'invalid_input' ? invalid : []
    return learnSituation(seen, situation, exchanges, { ...context, assumed, others })
  })
  return [...all, ...untried(situations)]
}

/** Kinds of failures that a client may meet, and what shows them. */
const EXPECTED: Record<string, string> = {
  permission_denied: 'the refusal of a restricted key',
  invalid_input: 'the refusal of invalid input',
  malformed_body: 'the refusal of a body that is no JSON',
  wrong_method: 'the refusal of a wrong method',
  unsupported_media_type: 'the refusal of a content type',
}

function untried(situations: Map<string, Exchange[]>): Learned {
  return Object.entries(EXPECTED).flatMap(([situation, what]) =>
    situations.has(situation) ? [] : unlearned(what, 'no response showed it'),
  )
}

function learnSituation(
  { assumptions }: Seen,
  situation: string,
  exchanges: Exchange[],
  { assumed, others, ...context }: Context & { assumed: Json | undefined; others: Exchange[] },
): Learned {
  const learned: Learned = []
  const usual = usualAnswer(exchanges)
  const same = exchanges.filter((each) => answerTo(each) === usual)
  const general = lessonFor(situation, usual, same, exchanges.length)
  const { parts, notLearned } = failureParts(situation, same, { ...context, others })
  learned.push(...notLearned)
  const partsAreNews = !isKnown(assumed, parts)
  if (!isSame(assumed, usual) || partsAreNews) {
    if (same.length >= FEWEST) {
      const target = `$['x-failures']['${situation}']`
      const more = partsAreNews ? `, ${partsWording(parts)}` : ''
      const removals = Object.keys(parts)
        .filter((name) => isObject(assumed) && assumed[name] !== undefined)
        .map((name) => ({ target: `${target}.${name}`, remove: true as const }))
      const whole =
        situation === 'malformed_id' && assumptions.failure(situation, undefined) === undefined
      const update = { ...JSON.parse(usual), ...parts }
      learned.push({
        ...general,
        seen: general.seen + more,
        changes: [
          ...removals,
          whole
            ? { target: "$['x-failures']", update: { [situation]: update } }
            : { target, update },
        ],
      })
    } else learned.push({ what: general.seen, why: ONCE })
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
      learned.push({ what: `${quoted(situation)} on ${place.operation}`, why })
    } else if (own.length < FEWEST) {
      learned.push({ what: lesson.seen, why: ONCE })
    } else {
      const update = { 'x-failures': { [situation]: { ...JSON.parse(answer), ...parts } } }
      learned.push({ ...lesson, changes: [{ target: operationPath(place), update }] })
    }
  }
  return learned
}

function isKnown(assumed: Json | undefined, parts: FailureParts): boolean {
  return Object.entries(parts).every(
    ([name, value]) => JSON.stringify(assumed?.[name]) === JSON.stringify(value),
  )
}

function partsWording({ details, headers }: FailureParts): string {
  const about = [
    ...(details === undefined ? [] : [details === false ? 'without details' : 'with own details']),
    ...Object.entries(headers ?? {}).map(([name, value]) =>
      value === false ? `without ${name}` : `with ${name}: ${value}`,
    ),
  ]
  return about.join(', ')
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

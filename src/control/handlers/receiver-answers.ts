import type { components } from '../../../spec/generated/sandbox.ts'
import { type Issue, invalidInput } from '../../errors.ts'
import type { Answers, ReceiverAnswer } from '../../runtime/receivers.ts'

type Input = components['schemas']['ReceiverAnswerInput']
type Step = components['schemas']['ReceiverStep']

/**
 * Headers that a response may have. All others are refused: browsers store some for the origin, which the console shares, and
 * proxies in front obey some, such as `X-Accel-Redirect` of nginx and `X-Sendfile`, which send internal files.
 */
const HEADERS = [
  'Retry-After',
  'Content-Type',
  'Content-Encoding',
  'Content-Language',
  'Server',
  'X-Request-Id',
  'X-RateLimit-Limit',
  'X-RateLimit-Remaining',
  'X-RateLimit-Reset',
]
const ALLOWED = new Set(HEADERS.map((name) => name.toLowerCase()))

/** The allowed headers among those of a stored response, which may be of an earlier release. */
export function allowedHeaders(headers: ReceiverAnswer['headers'] = {}): Record<string, string> {
  return Object.fromEntries(
    Object.entries(headers).filter(([name]) => ALLOWED.has(name.toLowerCase())),
  )
}

/** The responses that a change asks for. Throws ApiError. */
export function answersFrom(input: Input, [current, ...others]: Answers): Answers {
  const { sequence, ...single } = input
  if (sequence === undefined) {
    refuse(issuesOf(single, ''))
    return [answerOf(single, others.length === 0 ? current : DEFAULT)]
  }
  const [other] = Object.keys(single)
  if (other !== undefined) {
    refuse([
      { in: 'body', path: `/${other}`, message: 'must be inside the sequence, if there is one' },
    ])
  }
  refuse(sequence.flatMap((step, index) => issuesOf(step, `/sequence/${index}`)))
  return sequence.map((step, index) => {
    const { count = 1, ...answer } = step
    const isLast = index === sequence.length - 1
    return { ...answerOf(answer, DEFAULT), ...(count > 1 && !isLast ? { count } : {}) }
  }) as [ReceiverAnswer, ...ReceiverAnswer[]]
}

const DEFAULT: ReceiverAnswer = { status: 204, delay_ms: 0 }
/** Responses with these statuses have no body (RFC 9110 §6.4.1). */
const WITHOUT_BODY = [204, 205, 304]

function answerOf(step: Step, { status, delay_ms }: ReceiverAnswer): ReceiverAnswer {
  return {
    status: hasBody(step) && WITHOUT_BODY.includes(status) ? 200 : status,
    delay_ms,
    ...step,
  }
}

function hasBody({ body = '', connection }: Step): boolean {
  return body !== '' || connection === 'truncated'
}

function refuse(issues: Issue[]): void {
  if (issues.length > 0) throw invalidInput(issues)
}

function issuesOf(step: Step, path: string): Issue[] {
  const { status = 200, headers = {} } = step
  const issues = Object.entries(headers).flatMap(
    ([name, value]) => headerProblem(name, value) ?? [],
  )
  const found: Issue[] = issues.map((message) => ({ in: 'body', path: `${path}/headers`, message }))
  if (!hasBody(step) || !WITHOUT_BODY.includes(status)) return found
  const message = `must be one that allows a body, because the response has one; found ${status}`
  return [...found, { in: 'body', path: `${path}/status`, message, value: status }]
}

function headerProblem(name: string, value: string): string | undefined {
  if (!ALLOWED.has(name.toLowerCase())) {
    return `must be among ${HEADERS.join(', ')}; found ${JSON.stringify(name)}`
  }
  if (/^[\t\x20-\x7e]*$/.test(value)) return undefined
  return `must have values of printable ASCII characters; found ${JSON.stringify(value)}`
}

import type { Control } from '../../client/session.ts'
import { Field } from '../../ui/fields.tsx'

export type Answer = Control['ReceiverAnswer']

/** Chooses what the receiver responds. `sequence`: its present responses; the last one stays. */
export function AnswerChoice({
  sequence,
  busy,
  onChoose,
}: {
  sequence: readonly Answer[]
  busy: boolean
  onChoose: (answer: Answer) => void
}) {
  const [answer, ...later] = sequence as [Answer, ...Answer[]]
  const isSingle = later.length === 0 && isPlain(answer)
  const key = isSingle ? answerKey(answer) : SCRIPT
  const known = ANSWERS.find((each) => answerKey(each) === key)
  const options: [string, string][] = ANSWERS.map((each) => [answerKey(each), wordsOf(each)])
  if (known === undefined) options.push([key, sequence.map(wordsOf).join(', then ')])
  const choose = (wanted: string) => {
    const chosen = ANSWERS.find((each) => answerKey(each) === wanted)
    if (chosen) onChoose({ status: chosen.status, delay_ms: chosen.delay_ms })
  }
  return (
    <Field
      label="Response"
      value={key}
      onValue={choose}
      options={options}
      hint={known?.means ?? 'Set through the API. The last response stays.'}
      attributes={{ disabled: busy }}
    />
  )
}

/** The key of responses that are no choice. */
const SCRIPT = 'script'

function isPlain({ headers, body, connection }: Answer) {
  return headers === undefined && body === undefined && connection === undefined
}

const TRIED_AGAIN = 'Events fail and are tried again on the clock of the account.'

/** The responses to choose from, with their effect. */
const ANSWERS: (Answer & { name: string; means: string })[] = [
  answer(204, 'No Content', 'Events are delivered.'),
  answer(200, 'OK', 'Events are delivered.'),
  answer(500, 'Internal Server Error', TRIED_AGAIN),
  answer(503, 'Service Unavailable', TRIED_AGAIN),
  answer(410, 'Gone', 'The webhook is disabled at once.'),
  answer(301, 'Moved Permanently', 'Redirects are not followed. Events fail and are tried again.'),
  answer(
    204,
    'No Content',
    'Too slow: each attempt ends with a timeout and is tried again.',
    20_000,
  ),
]

function answer(status: number, name: string, means: string, delay_ms = 0) {
  return { status, delay_ms, name, means }
}

/** Identifies a response. */
const answerKey = ({ status, delay_ms }: Answer) => `${status} ${delay_ms}`

function wordsOf({
  status,
  delay_ms,
  name,
  headers = {},
  connection,
  count,
}: Answer & { name?: string }) {
  const delay = delay_ms >= 1000 ? `${delay_ms / 1000} s` : `${delay_ms} ms`
  const isAnswered = connection === undefined || connection === 'truncated'
  const parts = [
    isAnswered && status,
    connection,
    name,
    ...Object.entries(headers).map(([header, value]) => `${header}: ${value}`),
    delay_ms > 0 && `after ${delay}`,
    count !== undefined && `${count} times`,
  ]
  return parts.filter(Boolean).join(' ')
}

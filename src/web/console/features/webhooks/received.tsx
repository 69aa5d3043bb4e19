import type { Control } from '../../client/session.ts'
import { Body, Headers } from '../../ui/message.tsx'
import type { FactList } from '../../ui/page.tsx'
import { Facts } from '../../ui/page.tsx'
import { Badge, Time } from '../../ui/values.tsx'
import { Fold } from './attempts.tsx'

const TONES = {
  valid: 'good',
  invalid: 'bad',
  missing: 'bad',
  unknown: 'plain',
} as const

/** A request that the built-in receiver got, and whether its signature is right. */
export function Received({ request }: { request: Control['ReceivedRequest'] }) {
  const { id, received_at, event_id, type, headers, body, truncated } = request
  const { signature, reason, signature_details: details, answered_status } = request
  const head = (
    <>
      <strong>{type ?? 'No event'}</strong>
      <Badge tone={TONES[signature]}>signature {signature}</Badge>
      <span class="faint">
        <Time at={received_at} precision="moment" />
        {answered_status === null ? ', not answered' : `, answered ${answered_status}`}
      </span>
    </>
  )
  return (
    <li>
      <Fold head={head}>
        <p>{reason}</p>
        {details !== null && details.cause !== null && <Wrong details={details} />}
        {event_id !== null && (
          <p>
            Event <code>{event_id}</code>
          </p>
        )}
        <Body message={{ headers, body, truncated }} label={`Body of ${id}`} />
        <Headers headers={headers} />
      </Fold>
    </li>
  )
}

/** The signed content, next to the content that must be signed. */
function Wrong({
  details: { received, expected, content, signed_content, cause },
}: {
  details: Control['SignatureDetails']
}) {
  const facts: FactList = [
    ['Received signature', code(received)],
    [
      expected.length === 1 ? 'Expected signature' : 'Expected one of',
      expected.map(({ secret, hint, signature }) => (
        <>
          {code(signature)}{' '}
          <span class="note">
            with {secret}, <code>{hint}</code>
          </span>
        </>
      )),
    ],
    ['Content to sign', code(content ?? '')],
  ]
  if (signed_content !== null) facts.push(['Content that was signed', code(signed_content)])
  return (
    <>
      <p class="problem">{cause}</p>
      <Facts class="facts" facts={facts} />
    </>
  )
}

/** Text that users compare; long texts scroll. */
function code(text: string) {
  return (
    <code class="signed" tabindex={text.length > LONG_TEXT ? 0 : undefined}>
      {text}
    </code>
  )
}

/** Characters of which a few lines can be scrolled. */
const LONG_TEXT = 200

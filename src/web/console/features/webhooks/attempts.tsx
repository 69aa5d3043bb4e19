import type { ComponentChildren } from 'preact'
import { useState } from 'preact/hooks'
import { counted } from '../../client/format.ts'
import type { Control } from '../../client/session.ts'
import { Body, Headers } from '../../ui/message.tsx'
import { Panel } from '../../ui/page.tsx'
import { Badge, StatusBadge, Time } from '../../ui/values.tsx'

export type Attempt = Control['Attempt']

/** The attempts of a delivery, the last one first. */
export function Attempts({ attempts }: { attempts: readonly Attempt[] }) {
  const rows = attempts.map((attempt, index) => ({ attempt, number: index + 1 })).toReversed()
  return (
    <Panel title={counted(attempts.length, 'attempt')}>
      {attempts.length === 0 && <p class="faint">No attempts yet.</p>}
      <ol class="entries" reversed>
        {rows.map(({ attempt, number }) => (
          <AttemptRow
            key={`${number} ${attempt.at}`}
            attempt={attempt}
            number={number}
            isLast={number === attempts.length}
          />
        ))}
      </ol>
    </Panel>
  )
}

function AttemptRow({
  attempt,
  number,
  isLast,
}: {
  attempt: Attempt
  number: number
  isLast: boolean
}) {
  const { at, url, manual, duration_ms, status, error } = attempt
  const { request_headers, response_headers, response_body } = attempt
  const head = (
    <>
      <strong>Attempt {number}</strong>
      <StatusBadge status={status} />
      {error === null ? <Badge tone="good">delivered</Badge> : <Badge tone="bad">failed</Badge>}
      {manual && <Badge>resent manually</Badge>}
      <span class="faint">
        <Time at={at} precision="moment" />
      </span>
      <span class="faint">{Math.round(duration_ms)} ms</span>
    </>
  )
  return (
    <li>
      <Fold head={head} isOpen={isLast}>
        {error !== null && <p class="problem">{error}</p>}
        <p>
          POST <code class="webhooks-url">{url}</code>
        </p>
        <Headers headers={request_headers} of="request" open />
        {status === null ? (
          <p class="faint">No response.</p>
        ) : (
          <>
            <Headers headers={response_headers} of="response" />
            <h3>Response</h3>
            <Body
              message={{ headers: response_headers, body: response_body, truncated: false }}
              label={`Response to attempt ${number}`}
            />
          </>
        )}
      </Fold>
    </li>
  )
}

/** A foldable row that renders its body when it is open. */
export function Fold({
  head,
  isOpen = false,
  children,
}: {
  head: ComponentChildren
  isOpen?: boolean
  children?: ComponentChildren
}) {
  const [open, setOpen] = useState(isOpen)
  return (
    <details
      open={open}
      onToggle={(event: { currentTarget: HTMLDetailsElement }) => setOpen(event.currentTarget.open)}
    >
      <summary>
        <span class="row fold-head">{head}</span>
      </summary>
      {open && <div class="stack fold-body">{children}</div>}
    </details>
  )
}

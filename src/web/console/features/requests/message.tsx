import type { ComponentChildren } from 'preact'
import type { statedOf } from '../../client/stated.ts'
import { CopyButton } from '../../ui/copy.tsx'
import { Body, Headers } from '../../ui/message.tsx'
import type { LoggedRequest } from './request-rows.ts'

export type LoggedMessage = LoggedRequest['request']

/** Body and headers of a request or a response. `isSent`: false if there was no response. */
export function Message({
  title,
  message,
  isSent = true,
  stated,
  children,
}: {
  title: string
  message: LoggedMessage
  isSent?: boolean
  stated?: ReturnType<typeof statedOf>
  children?: ComponentChildren
}) {
  const { headers, body } = message
  const id = `${title.toLowerCase()}-title`
  return (
    <section class="request-message" aria-labelledby={id}>
      <div class="panel-header">
        <h3 id={id}>{title}</h3>
        {body !== null && <CopyButton text={body} label="Copy body" class="quiet" />}
      </div>
      {children}
      {isSent ? (
        <>
          <Body
            message={message}
            label={`Body of the ${title.toLowerCase()}`}
            origins={stated?.members}
          />
          <Headers headers={headers} stated={stated?.headers} />
        </>
      ) : (
        <p class="faint">No response was sent.</p>
      )}
    </section>
  )
}

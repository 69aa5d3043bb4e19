import type { Origins } from '../../client/stated.ts'
import { Assumed } from '../../ui/assumed.tsx'
import { CopyButton } from '../../ui/copy.tsx'
import { Body, Headers } from '../../ui/message.tsx'
import { responsePlace, statusPlaces } from '../explorer/response-place.ts'
import type { LoggedRequest } from './request-rows.ts'

type Issue = NonNullable<LoggedRequest['validation']>['issues'][number]
/** What the marks of a response are about. */
type Answered = Pick<LoggedRequest, 'operation' | 'status'>

const PARTS = { body: 'Body', query: 'Query', path: 'Path', header: 'Header', cookie: 'Cookie' }

/** Body and headers of a request or a response. `isSent`: false if there was no response. */
export function Message({
  title,
  message,
  isSent = true,
  issues = [],
  stated,
  of,
}: {
  title: string
  message: LoggedRequest['request']
  isSent?: boolean
  /** Those of a member of the body are shown there, the others above it. */
  issues?: readonly Issue[]
  stated?: { members: Origins; headers: readonly string[] } | undefined
  of?: Answered
}) {
  const { headers, body } = message
  const id = `${title.toLowerCase()}-title`
  const inBody = body === null ? [] : issues.filter((issue) => issue.in === 'body')
  const others = issues.filter((issue) => !inBody.includes(issue))
  return (
    <section class="request-message" aria-labelledby={id}>
      <div class="panel-header">
        <h3 id={id}>{title}</h3>
        {body !== null && <CopyButton text={body} label="Copy body" class="quiet" />}
      </div>
      {others.length > 0 && (
        <ul class="request-issues">
          {others.map((issue) => (
            <li key={`${issue.in} ${issue.path}`}>
              {PARTS[issue.in] ?? issue.in} <code>{issue.path}</code> {issue.message}
            </li>
          ))}
        </ul>
      )}
      {isSent ? (
        <>
          <Body
            message={message}
            label={`Body of the ${title.toLowerCase()}`}
            origins={stated?.members}
            placeOf={of && ((path) => responsePlace(of, path))}
            issues={inBody}
          />
          <Headers
            headers={headers}
            stated={stated?.headers}
            placeOf={of && ((name) => responsePlace(of, [], name))}
          />
        </>
      ) : (
        <p class="faint">No response was sent.</p>
      )}
    </section>
  )
}

/** The mark on a status code, which the provider never states. `isKnown`: false while it is not known. */
export function StatusMark({ of, isKnown }: { of: LoggedRequest; isKnown: boolean }) {
  if (!isKnown || of.status === null) return null
  return <Assumed quiet place={() => statusPlaces(of)} about={`status ${of.status}`} />
}

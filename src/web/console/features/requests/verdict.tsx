import { counted } from '../../client/format.ts'
import { Badge } from '../../ui/values.tsx'
import type { LoggedRequest } from './request-rows.ts'

const PARTS = { body: 'Body', query: 'Query', path: 'Path', header: 'Header', cookie: 'Cookie' }

/** Whether the request conforms to the document. */
export function Verdict({ validation }: { validation: LoggedRequest['validation'] }) {
  const issues = validation?.issues ?? []
  return (
    <section class="request-verdict" aria-labelledby="verdict-title">
      <h3 id="verdict-title">Validation</h3>
      <p>
        {validation === null ? (
          <>
            <Badge>not validated</Badge> The request failed before, because of its key, its quota or
            its address.
          </>
        ) : validation.valid ? (
          <>
            <Badge tone="good">valid</Badge> The request conforms to the document.
          </>
        ) : (
          <>
            <Badge tone="bad">invalid</Badge>{' '}
            {issues.length === 0
              ? 'The request does not conform to the document.'
              : `${counted(issues.length, 'issue')}:`}
          </>
        )}
      </p>
      {issues.length > 0 && (
        <ul class="request-issues">
          {issues.map((issue) => (
            <li>
              <span>
                <strong>{PARTS[issue.in] ?? issue.in}</strong> <code>{issue.path || '/'}</code>
              </span>
              <span>{issue.message}</span>
              {'value' in issue && (
                <span class="faint">
                  Found: <code>{JSON.stringify(issue.value)}</code>
                </span>
              )}
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}

import { useEffect, useMemo, useState } from 'preact/hooks'
import type { OverlayAction } from '../../client/assumed/overlay-actions.ts'
import {
  firstRequest,
  operationsFor,
  type PreviewRequest,
  situationOf,
} from '../../client/assumed/preview-request.ts'
import { apiDocument } from '../../client/document.ts'
import { type ApiModel, apiModelOf, type Operation } from '../../client/explorer/api-model.ts'
import { collectionsIn, type Row, type Rows } from '../../client/explorer/first-press.ts'
import { messageOf } from '../../client/problems.ts'
import type { Control } from '../../client/session.ts'
import { useLoaded, useSandbox } from '../../hooks/sandbox.ts'
import { useDebounced } from '../../hooks/timing.ts'
import { Field } from '../fields.tsx'
import { Pending } from '../states.tsx'
import { AnswerDifference } from './answer-difference.tsx'

/** The answer to a request now, and with the change. */
export function Preview({
  place,
  actions,
  isComplete,
}: {
  place: Control['DocumentPlace']
  actions: OverlayAction[]
  isComplete: boolean
}) {
  const model = useLoaded(async () => apiModelOf(await apiDocument()), [])
  return (
    <section class="assumed-preview" aria-label="Preview">
      <h3>Preview</h3>
      <Pending of={model} title="The document could not be loaded">
        Loading the document…
      </Pending>
      {model.data && (
        <Comparison api={model.data} place={place} actions={actions} isComplete={isComplete} />
      )}
    </section>
  )
}

function Comparison({
  api,
  place,
  actions,
  isComplete,
}: {
  api: ApiModel
  place: Control['DocumentPlace']
  actions: OverlayAction[]
  isComplete: boolean
}) {
  const { control } = useSandbox()
  const situation = situationOf(place.pointer)
  const operations = useMemo(() => operationsFor(api, place.operations), [api, place.operations])
  const [id, setId] = useState<string>()
  const operation = operations.find((each) => each.id === id) ?? operations[0]
  const first = useFirstRequest(operation)
  const [edited, setEdited] = useState<{ path: string; body: string }>()
  useEffect(() => setEdited(undefined), [operation?.id])
  const request = useDebounced(
    JSON.stringify(requestOf(first.data, edited, situation)) as string | undefined,
  )
  const wanted = useDebounced(JSON.stringify(actions))
  const loaded = useLoaded(
    async (signal) => {
      if (request === undefined) return undefined
      const body = { actions: JSON.parse(wanted), request: JSON.parse(request) }
      return (await control('POST', '/live-changes/preview', { body, signal })).data
    },
    [control, wanted, request],
  )
  const shown = requestOf(first.data, edited, situation)
  return (
    <>
      <div class="assumed-request">
        <div class="field">
          <label for="preview-operation">Request</label>
          <select
            id="preview-operation"
            value={operation?.id}
            onInput={(event) => setId(event.currentTarget.value)}
          >
            {operations.map(({ id, method, path }) => (
              <option key={id} value={id} selected={id === operation?.id}>
                {method} {path}
              </option>
            ))}
          </select>
        </div>
        {first.data && (
          <details>
            <summary>Edit the request</summary>
            <RequestEditor
              key={operation?.id}
              request={first.data}
              onEdit={(path, body) => setEdited({ path, body })}
            />
          </details>
        )}
      </div>
      {situation !== undefined && (
        <p class="faint">The answer of this request if it fails with {situation}.</p>
      )}
      {!isComplete && <p class="faint">The preview follows once this is a value.</p>}
      {first.data && shown === undefined && <p class="problem">The body is not JSON yet.</p>}
      {loaded.error !== undefined && (
        <p class="problem" role="alert">
          {messageOf(loaded.error)}
        </p>
      )}
      {loaded.data && loaded.error === undefined && (
        <AnswerDifference preview={loaded.data} hasChange={actions.length > 0} />
      )}
      {loaded.data === undefined && loaded.error === undefined && (
        <p class="faint" role="status">
          Computing the answers…
        </p>
      )}
    </>
  )
}

/** The request with the edits of the user; undefined while it cannot be sent. */
function requestOf(
  first: PreviewRequest | undefined,
  edited: { path: string; body: string } | undefined,
  failure: string | undefined,
): PreviewRequest | undefined {
  if (first === undefined) return undefined
  const failing = failure === undefined ? {} : { failure }
  if (edited === undefined) return { ...first, ...failing }
  const { body: _, ...request } = { ...first, path: edited.path, ...failing }
  if (edited.body.trim() === '') return request
  try {
    return { ...request, body: JSON.parse(edited.body) }
  } catch {
    return undefined
  }
}

function RequestEditor({
  request,
  onEdit,
}: {
  request: PreviewRequest
  onEdit: (path: string, body: string) => void
}) {
  const [path, setPath] = useState(request.path)
  const [body, setBody] = useState(
    request.body === undefined ? '' : JSON.stringify(request.body, null, 2),
  )
  const put = (nextPath: string, nextBody: string) => {
    setPath(nextPath)
    setBody(nextBody)
    onEdit(nextPath, nextBody)
  }
  return (
    <>
      <Field label="Path and query" value={path} onValue={(next) => put(next, body)} />
      {request.body !== undefined && (
        <Field
          label="Body"
          as="textarea"
          value={body}
          onValue={(next) => put(path, next)}
          attributes={{ rows: 8, spellcheck: false, class: 'mono' }}
        />
      )}
    </>
  )
}

/** A request of the operation that succeeds, with ids of the account. */
function useFirstRequest(operation: Operation | undefined) {
  const { observe } = useSandbox()
  return useLoaded(
    async (signal) => {
      if (operation === undefined) return undefined
      const rows: Rows = Object.fromEntries(
        await Promise.all(
          collectionsIn(operation).map(async ({ path }) => [
            path,
            await entriesOf(() => observe('GET', path.slice(1), { signal })),
          ]),
        ),
      )
      return firstRequest(operation, rows)
    },
    [operation, observe],
  )
}

/** The entries of a list; undefined if it cannot be read, for example because a change broke it. */
async function entriesOf(read: () => Promise<{ data?: unknown }>): Promise<Row[] | undefined> {
  const { data } = await read().catch(() => ({ data: undefined }))
  if (!Array.isArray(data)) return undefined
  return data.map((record) => ({ id: String(record.id), name: String(record.name), record }))
}

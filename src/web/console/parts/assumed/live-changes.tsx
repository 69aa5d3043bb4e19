import { meet } from '../../../../schema/pointer.ts'
import { placeName } from '../../client/assumed/place-name.ts'
import { forgetDocument } from '../../client/document.ts'
import { reach } from '../../client/http.ts'
import type { Control } from '../../client/session.ts'
import { useOperator } from '../../hooks/operator.ts'
import { useAction, useLoaded, useSandbox } from '../../hooks/sandbox.ts'

type LiveChange = Control['LiveChange']

/**
 * The changes of assumptions since the start, to undo and to download. `about`: only those that change this place are listed;
 * without it, all.
 */
export function LiveChangeList({ about }: { about?: string }) {
  const { refresh } = useSandbox()
  const operator = useOperator()
  const { data = [] } = useLoaded(
    async (signal) => (await operator('GET', '/live-changes', { signal })).data,
    [operator],
  )
  const listed =
    about === undefined
      ? data
      : data.filter(({ changes }) => changes.some(({ pointer }) => meet(pointer, about)))
  const undo = useAction(async (id: string) => {
    const { message } = await operator('DELETE', '/live-changes/{id}', { params: { id } })
    forgetDocument()
    refresh()
    return message
  })
  const undoAll = useAction(async () => {
    const { message } = await operator('DELETE', '/live-changes')
    forgetDocument()
    refresh()
    return message
  })
  const download = useDownload()
  if (data.length === 0) return null
  const elsewhere = data.length - listed.length
  return (
    <section class="live-changes" aria-label="Live changes">
      <h3>Changed since the start</h3>
      <ul>
        {listed.map((change) => (
          <li key={change.id}>
            <Effect change={change} />
            <button
              type="button"
              disabled={undo.busy}
              aria-label={`Undo ${change.id}`}
              onClick={() => undo.run(change.id)}
            >
              Undo
            </button>
          </li>
        ))}
      </ul>
      {elsewhere > 0 && (
        <p class="faint">
          {elsewhere === 1 ? '1 change elsewhere' : `${elsewhere} changes elsewhere`}.
        </p>
      )}
      <div class="actions">
        <button type="button" disabled={download.busy} onClick={() => download.run()}>
          Download overlay
        </button>
        {data.length > 1 && (
          <button type="button" disabled={undoAll.busy} onClick={() => undoAll.run()}>
            Undo all {data.length} changes
          </button>
        )}
        <span class="faint">
          Changes last until the sandbox stops. To keep them, start it with the overlay.
        </span>
      </div>
    </section>
  )
}

function Effect({ change: { changes, more_changes, description } }: { change: LiveChange }) {
  const [first] = changes
  const more = changes.length - 1 + more_changes
  return (
    <div>
      {first ? (
        <p>
          {placeName(first.pointer)}: <code>{shortOf(first, 'before')}</code> →{' '}
          <code>{shortOf(first, 'after')}</code>
          {more > 0 && ` and ${more} more`}
        </p>
      ) : (
        <p>No effect</p>
      )}
      {description && <p class="faint">{description}</p>}
    </div>
  )
}

function shortOf(change: LiveChange['changes'][number], name: 'before' | 'after'): string {
  if (!(name in change)) return 'none'
  const text = JSON.stringify(change[name]) ?? 'none'
  return text.length > 50 ? `${text.slice(0, 49)}…` : text
}

function useDownload() {
  const { session } = useSandbox()
  return useAction(async () => {
    const options = session.token === undefined ? {} : { token: session.token }
    const response = await reach('GET', '_sandbox/live-changes/overlay', {}, options)
    if (!response.ok) throw new Error(`The sandbox answered ${response.status}.`)
    const address = URL.createObjectURL(await response.blob())
    const link = document.createElement('a')
    link.href = address
    link.download = 'live-changes.yaml'
    link.click()
    setTimeout(() => URL.revokeObjectURL(address), 60_000)
    return 'Downloaded live-changes.yaml.'
  })
}

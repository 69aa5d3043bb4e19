import type { ComponentChildren } from 'preact'
import { useEffect, useRef, useState } from 'preact/hooks'
import { type Operation, operationOf } from '../../client/explorer/api-model.ts'
import { PASTED } from '../../client/explorer/keys.ts'
import { Empty } from '../../parts/page.tsx'
import { ApiOverview } from './api-overview.tsx'
import { ExplorerContext, type ExplorerParts } from './context.ts'
import { EventPage } from './event-page.tsx'
import { chosenKey, KeyChooser, type KeyState } from './key-chooser.tsx'
import { Navigation } from './navigation.tsx'
import { type Draft, OperationPage } from './operation-page.tsx'

const UNCHANGED: Draft = { values: {} }

/** The API explorer: the same on the page /docs and on the console's screen. */
export function Explorer({
  parts,
  id,
  at,
  about,
}: {
  parts: ExplorerParts
  /** The operation or event of the address; undefined for the overview. */
  id: string | undefined
  at: string | undefined
  /** More about an operation, below its reference. */
  about?: (operation: Operation) => ComponentChildren
}) {
  const { api, keys, link } = parts
  const [keyState, setKeyState] = useState<KeyState>({ id: keys[0]?.id ?? PASTED, pasted: '' })
  // Kept while the user looks at other operations.
  const [drafts, setDrafts] = useState<Record<string, Draft>>({})
  const operation = id === undefined ? undefined : operationOf(api, id)
  const event = api.events.find(({ name }) => name === id)
  const choice = chosenKey(keys, keyState)
  useFocusOnNavigation(id)
  return (
    <ExplorerContext.Provider value={parts}>
      <div class="explorer">
        <Navigation current={id} />
        <div class="explorer-main">
          <KeyChooser state={keyState} onState={setKeyState} />
          {operation && (
            <OperationPage
              key={operation.id}
              operation={operation}
              choice={choice}
              at={at}
              draft={drafts[operation.id] ?? UNCHANGED}
              onDraft={(draft) => setDrafts((all) => ({ ...all, [operation.id]: draft }))}
            >
              {about?.(operation)}
            </OperationPage>
          )}
          {event && <EventPage event={event} />}
          {id === undefined && <ApiOverview />}
          {id !== undefined && !operation && !event && (
            <Empty title={`The API has no operation ${id}`}>
              <p>
                <a href={link()}>Show all operations.</a>
              </p>
            </Empty>
          )}
        </div>
      </div>
    </ExplorerContext.Provider>
  )
}

/** Moves the focus to the heading after a navigation, but not when the page opens. */
function useFocusOnNavigation(id: string | undefined) {
  const shown = useRef(id)
  useEffect(() => {
    if (id === shown.current) return
    shown.current = id
    scrollTo(0, 0)
    document.getElementById('operation-title')?.focus({ preventScroll: true })
  }, [id])
}

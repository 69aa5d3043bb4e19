import type { ComponentChildren } from 'preact'
import { useState } from 'preact/hooks'
import type { FormDraft } from '../../client/form-request.ts'
import { chosenKey } from '../../client/keys.ts'
import { useKeyState } from '../../hooks/send-key.ts'
import { KeyChooser } from '../../ui/key-chooser.tsx'
import { Empty } from '../../ui/page.tsx'
import { type Operation, operationOf } from './api-model.ts'
import { ApiOverview } from './api-overview.tsx'
import { ExplorerContext, type ExplorerParts } from './context.ts'
import { EventPage } from './event-page.tsx'
import { Navigation } from './navigation.tsx'
import { OperationPage } from './operation-page.tsx'

const UNCHANGED: FormDraft = {}

/** Initial content of an operation's form, if it is not the example. */
export interface Beginning {
  /** Identifies it. */
  id: string
  draftOf: (operation: Operation) => FormDraft
  note: ComponentChildren
}

/** The API explorer: the same on the page /docs and on the console's screen. */
export function Explorer({
  parts,
  id,
  at,
  from,
  about,
}: {
  parts: ExplorerParts
  /** The operation or event of the address; undefined for the overview. */
  id: string | undefined
  at: string | undefined
  from?: Beginning | undefined
  /** More about an operation, below its reference. */
  about?: (operation: Operation) => ComponentChildren
}) {
  const { api, keys, link } = parts
  const [keyState, setKeyState] = useKeyState(keys)
  // Kept while the user looks at other operations.
  const [drafts, setDrafts] = useState<Record<string, FormDraft>>({})
  const operation = id === undefined ? undefined : operationOf(api, id)
  const place = `${id} ${from?.id ?? ''}`
  const event = api.events.find(({ name }) => name === id)
  const choice = chosenKey(keys, keyState)
  return (
    <ExplorerContext.Provider value={parts}>
      <div class="explorer">
        <Navigation current={id} />
        <div>
          <KeyChooser keys={keys} state={keyState} onState={setKeyState} page={parts.keyPage} />
          {operation && (
            <OperationPage
              key={place}
              operation={operation}
              choice={choice}
              at={at}
              draft={drafts[place] ?? from?.draftOf(operation) ?? UNCHANGED}
              note={from?.note}
              onDraft={(draft) => setDrafts((all) => ({ ...all, [place]: draft }))}
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

import { useId } from 'preact/hooks'
import { type KeyChoice, PASTED, WITHOUT } from '../../client/keys.ts'
import { problemOfToken } from '../../client/token.ts'
import { optionsOf, valueTo } from '../../ui/controls.tsx'
import { useExplorer } from './context.ts'

/** The chosen key, and the token of one that the user enters. */
export interface KeyState {
  id: string
  pasted: string
}

/** The choice that a state means, or undefined if the state lacks a usable token. */
export function chosenKey(
  keys: readonly KeyChoice[],
  { id, pasted }: KeyState,
): KeyChoice | undefined {
  if (id === WITHOUT) return { id, label: 'No key', token: undefined, hint: '' }
  if (id !== PASTED) return keys.find((each) => each.id === id)
  const token = pasted.trim()
  if (token === '' || problemOfToken(token) !== undefined) return undefined
  return { id, label: 'Another key', token, hint: '' }
}

/** Chooses the key that requests are sent with. */
export function KeyChooser({
  state,
  onState,
}: {
  state: KeyState
  onState: (state: KeyState) => void
}) {
  const { keys, keyPage } = useExplorer()
  const id = useId()
  const { pasted } = state
  const problem = pasted.trim() === '' ? undefined : problemOfToken(pasted.trim())
  const hint = keys.find((each) => each.id === state.id)?.hint
  return (
    <div class="key-chooser">
      <div class="key-chooser-inputs">
        <label for={id}>Key</label>
        <select
          id={id}
          aria-describedby={`${id}-hint`}
          value={state.id}
          onInput={valueTo((next) => onState({ ...state, id: next }))}
        >
          {optionsOf(
            [
              ...keys.map((each) => [each.id, each.label]),
              [PASTED, 'Another key…'],
              [WITHOUT, 'No key'],
            ],
            state.id,
          )}
        </select>
        {state.id === PASTED && (
          <input
            type="text"
            aria-label="API key"
            placeholder="svc_test_…"
            autocomplete="off"
            autocapitalize="none"
            spellcheck={false}
            aria-invalid={problem === undefined ? undefined : true}
            aria-describedby={`${id}-problem`}
            value={pasted}
            onInput={valueTo((token) => onState({ ...state, pasted: token }))}
          />
        )}
      </div>
      <p class="problem" id={`${id}-problem`} role="alert">
        {state.id === PASTED && problem}
      </p>
      <p class="hint" id={`${id}-hint`}>
        {state.id === PASTED && 'Only this page keeps it. '}
        {state.id === WITHOUT && 'Requests are sent without an Authorization header. '}
        {hint} {keyPage && <a href={keyPage.href}>{keyPage.text}</a>}
      </p>
    </div>
  )
}

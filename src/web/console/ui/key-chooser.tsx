import { useId } from 'preact/hooks'
import { type KeyChoice, type KeyState, PASTED, problemOfToken, WITHOUT } from '../client/keys.ts'
import { optionsOf, valueTo } from './controls.tsx'

/** Chooses the key that requests are sent with. `page` is where the user creates keys, if there is such a page. */
export function KeyChooser({
  keys,
  state: { id: chosen, pasted },
  onState,
  page,
}: {
  keys: readonly KeyChoice[]
  state: KeyState
  onState: (state: KeyState) => void
  page?: { href: string; text: string } | undefined
}) {
  const id = useId()
  const problem = pasted.trim() === '' ? undefined : problemOfToken(pasted.trim())
  const hint = keys.find((each) => each.id === chosen)?.hint
  return (
    <div class="key-chooser">
      <div class="row">
        <label for={id}>Key</label>
        <select
          id={id}
          aria-describedby={`${id}-hint`}
          value={chosen}
          onInput={valueTo((next) => onState({ id: next, pasted }))}
        >
          {optionsOf(
            [
              ...keys.map((each) => [each.id, each.label]),
              [PASTED, 'Another key…'],
              [WITHOUT, 'No key'],
            ],
            chosen,
          )}
        </select>
        {chosen === PASTED && (
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
            onInput={valueTo((token) => onState({ id: chosen, pasted: token }))}
          />
        )}
      </div>
      <p class="problem" id={`${id}-problem`} role="alert">
        {chosen === PASTED && problem}
      </p>
      <p class="hint" id={`${id}-hint`}>
        {chosen === PASTED && 'Only this page keeps it. '}
        {chosen === WITHOUT && 'Requests are sent without an Authorization header. '}
        {hint} {page && <a href={page.href}>{page.text}</a>}
      </p>
    </div>
  )
}

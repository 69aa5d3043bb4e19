import { useId } from 'preact/hooks'
import { valueTo } from '../../ui/controls.tsx'
import type { Body } from './api-model.ts'
import { IdInput } from './field-input.tsx'
import { memberOf, type Rows, withMember } from './first-press.ts'

const MOST_LINES = 24

/** The body as JSON, with a choice for each id in it. */
export function BodyInput({
  body,
  text,
  rows,
  isChanged,
  onText,
  onReset,
}: {
  body: Body
  text: string
  rows: Rows
  isChanged: boolean
  onText: (text: string) => void
  onReset: () => void
}) {
  const id = useId()
  const problem = problemOf(text)
  const ids = body.ids.flatMap(({ name, required, collection }) => {
    const value = memberOf(text, name)
    const entries = rows[collection.path]
    return value === undefined || entries === undefined
      ? []
      : [{ name, required, collection, value, entries }]
  })
  return (
    <div class="parameter">
      <p class="parameter-head row">
        <label for={id}>Body</label>
        <span class="faint">{body.mediaType}</span>
        {body.required && <span class="required">required</span>}
        {isChanged && (
          <button type="button" class="link" onClick={onReset}>
            Back to the example
          </button>
        )}
      </p>
      {ids.map((each) => (
        <div key={each.name} class="body-id">
          <label for={`${id}-${each.name}`}>{each.name}</label>
          <IdInput
            {...each}
            required
            shared={{ id: `${id}-${each.name}` }}
            onValue={(value) => onText(withMember(text, each.name, value) ?? text)}
          />
        </div>
      ))}
      <textarea
        id={id}
        class="body-text"
        rows={Math.min(MOST_LINES, text.split('\n').length + 1)}
        spellcheck={false}
        aria-describedby={problem && `${id}-problem`}
        value={text}
        onInput={valueTo(onText)}
      />
      {problem && (
        <p class="hint" id={`${id}-problem`}>
          {problem}
        </p>
      )}
    </div>
  )
}

/** The error in the JSON. It can be sent all the same, to see how the API responds. */
function problemOf(text: string): string | undefined {
  if (text.trim() === '') return undefined
  try {
    JSON.parse(text)
    return undefined
  } catch (error) {
    return `This is no valid JSON: ${(error as Error).message}`
  }
}

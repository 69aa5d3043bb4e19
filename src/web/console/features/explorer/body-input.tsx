import type { FormDraft } from '../../client/form-request.ts'
import { Field } from '../../ui/fields.tsx'
import type { useForm } from '../../ui/form.tsx'
import type { Body } from './api-model.ts'
import { IdInput } from './field-input.tsx'
import { memberOf, type Rows, withMember } from './first-press.ts'

const MOST_LINES = 24

/** The body as JSON, with a choice for each id in it. */
export function BodyInput({
  body,
  form,
  text,
  rows,
  onReset,
}: {
  body: Body
  form: ReturnType<typeof useForm<FormDraft>>
  text: string
  rows: Rows
  /** Brings the example back; undefined while it is unchanged. */
  onReset: (() => void) | undefined
}) {
  return (
    <div class="parameter">
      {body.ids.map(({ name, collection }) => {
        const value = memberOf(text, name)
        const entries = rows[collection.path]
        if (value === undefined || entries === undefined) return null
        const onValue = (id: string) => form.put({ body: withMember(text, name, id) ?? text })
        return (
          <Field
            key={name}
            label={name}
            value={value}
            onValue={onValue}
            control={(attributes) => (
              <IdInput {...{ attributes, value, required: true, collection, entries, onValue }} />
            )}
          />
        )
      })}
      {form.field('body', 'Body', {
        as: 'textarea',
        class: 'body-text',
        rows: Math.min(MOST_LINES, text.split('\n').length + 1),
        spellcheck: false,
        hint: problemOf(text),
        aside: (
          <>
            <span class="faint">{body.mediaType}</span>
            {body.required && <span class="required">required</span>}
            {onReset && (
              <button type="button" class="link" onClick={onReset}>
                Back to the example
              </button>
            )}
          </>
        ),
      })}
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

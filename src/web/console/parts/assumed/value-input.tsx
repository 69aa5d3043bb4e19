import { useState } from 'preact/hooks'
import type { Json } from '../../../../schema/json.ts'
import { Field } from '../fields.tsx'

/**
 * An input for a value by its type: a choice, a number, a switch between true and false, a text, or JSON for all else.
 * @param props `value`: the present one. `onValue` takes the new one, or undefined while the input is none.
 */
export function ValueInput({
  label,
  value,
  choices,
  onValue,
}: {
  label: string
  value: Json
  choices?: readonly unknown[] | undefined
  onValue: (value: Json | undefined) => void
}) {
  const kind = kindOf(value, choices)
  const [text, setText] = useState(() => textOf(kind, value))
  const put = (next: string) => {
    setText(next)
    onValue(parsedAs(kind, next))
  }
  const isWrong = parsedAs(kind, text) === undefined
  return (
    <Field
      label={label}
      value={text}
      onValue={put}
      problems={isWrong ? [PROBLEMS[kind]] : undefined}
      as={kind === 'json' ? 'textarea' : 'input'}
      {...optionsOf(kind, choices)}
      attributes={attributesOf(kind, text)}
    />
  )
}

type Kind = 'choice' | 'number' | 'boolean' | 'text' | 'json'

const PROBLEMS: Record<Kind, string> = {
  choice: 'Choose a value.',
  number: 'Enter a number.',
  boolean: 'Choose true or false.',
  text: '',
  json: 'This is not JSON yet.',
}

function kindOf(value: Json, choices: readonly unknown[] | undefined): Kind {
  if (choices) return 'choice'
  if (typeof value === 'number') return 'number'
  if (typeof value === 'boolean') return 'boolean'
  return typeof value === 'string' ? 'text' : 'json'
}

function textOf(kind: Kind, value: Json): string {
  return kind === 'json' ? JSON.stringify(value, null, 2) : String(value)
}

function parsedAs(kind: Kind, text: string): Json | undefined {
  if (kind === 'number') {
    return text.trim() === '' || !Number.isFinite(Number(text)) ? undefined : Number(text)
  }
  if (kind === 'boolean') return text === 'true'
  if (kind !== 'json') return text
  try {
    return JSON.parse(text) as Json
  } catch {
    return undefined
  }
}

function optionsOf(kind: Kind, choices: readonly unknown[] | undefined) {
  const values = kind === 'boolean' ? [true, false] : choices
  return values && { options: values.map((each) => [String(each), String(each)]) }
}

function attributesOf(kind: Kind, text: string): Record<string, unknown> {
  if (kind === 'number') return { inputMode: 'decimal' }
  if (kind !== 'json') return {}
  return { rows: Math.min(14, text.split('\n').length + 1), spellcheck: false, class: 'mono' }
}

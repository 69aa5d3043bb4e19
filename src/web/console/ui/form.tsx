import { useLayoutEffect, useRef, useState } from 'preact/hooks'
import type { Problems } from '../client/problems.ts'
import { NO_PROBLEMS, problemsOf } from '../client/problems.ts'
import { useTurn } from '../hooks/timing.ts'
import { Field } from './fields.tsx'

/** The members with a text, which a field can edit. */
type TextIn<D> = { [K in keyof D]: D[K] extends string ? K : never }[keyof D] & string

/**
 * A form that the server validates: a problem is shown at its field, which gets the focus, and the input stays. `send` resolves
 * with the problems that it found without the server, if any.
 */
export function useForm<D extends object>(
  [draft, setDraft]: [draft: D, setDraft: (draft: D) => void],
  // biome-ignore lint/suspicious/noConfusingVoidType: most senders return nothing.
  send: () => Promise<Problems | void>,
) {
  const [problems, setProblems] = useState(NO_PROBLEMS)
  const [turn, next] = useTurn()
  const [busy, setBusy] = useState(false)
  const form = useRef<HTMLFormElement>(null)
  useLayoutEffect(() => {
    const place = form.current?.querySelector(PROBLEM)
    if (place instanceof HTMLElement) place.focus()
  }, [turn])
  /** The members of the draft that the form shows, and their names in the request. */
  const shown: Map<string, string[]> = new Map()

  /** @param names In the request. */
  const problemsOfMember = (member: keyof D & string, ...names: string[]) => {
    shown.set(member, names.length === 0 ? [member] : names)
    const found = shown.get(member)?.flatMap((name) => problems.fields[name] ?? [])
    return found?.length === 0 ? undefined : found
  }
  const put = (change: Partial<D>) => {
    setDraft({ ...draft, ...change })
    // The problem was about the former value.
    const changed = Object.keys(change).flatMap((member) => shown.get(member) ?? [])
    setProblems(({ fields, rest }) => {
      const others = Object.entries(fields).filter(([name]) => !changed.includes(name))
      return { fields: Object.fromEntries(others), rest }
    })
  }
  /** A field for a member of the draft. `of`: its name in the request. The rest are attributes of the input. */
  const field = (
    member: TextIn<D>,
    label: string,
    {
      hint,
      options,
      as,
      date,
      button,
      aside,
      control,
      of = member,
      ...attributes
    }: Pick<
      Parameters<typeof Field>[0],
      'hint' | 'options' | 'as' | 'date' | 'button' | 'aside' | 'control'
    > & {
      of?: string
    } & Record<string, unknown> = {},
  ) => (
    <Field
      label={label}
      value={(draft[member] ?? '') as string}
      onValue={(value) => put({ [member]: value } as unknown as Partial<D>)}
      problems={problemsOfMember(member, of)}
      hint={hint}
      options={options}
      as={as}
      date={date}
      button={button}
      aside={aside}
      control={control}
      attributes={{ autocomplete: 'off', ...attributes }}
    />
  )

  const onSubmit = async (event: Event) => {
    event.preventDefault()
    setBusy(true)
    try {
      setProblems((await send()) ?? NO_PROBLEMS)
    } catch (error) {
      setProblems(problemsOf(error, [...shown.values()].flat()))
    }
    next()
    setBusy(false)
  }
  return {
    /** For the form element. */
    attributes: { ref: form, noValidate: true, onSubmit },
    busy,
    put,
    field,
    problemsOf: problemsOfMember,
    hasFieldProblems: Object.keys(problems.fields).length > 0,
    /** A problem with no field in particular. */
    problem: problems.rest,
  }
}

/** Finds the first problem in a form. */
const PROBLEM =
  '[aria-invalid="true"], .invalid :is(input, select, textarea):enabled, .form-problem'

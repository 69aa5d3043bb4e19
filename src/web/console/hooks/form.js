import { useLayoutEffect, useRef, useState } from 'preact/hooks'
import { NO_PROBLEMS, problemsOf } from '../client/problems.js'
import { html } from '../html.js'
import { Field } from '../parts/controls.js'
import { useTurn } from './timing.js'

/**
 * A form that the server validates: a problem is shown at its field, which gets the focus, and the input stays. `send` resolves
 * with the problems that it found without the server, if any.
 * @template {Record<string, any>} D @param {[draft: D, setDraft: (draft: D) => void]} state
 * @param {() => Promise<import('../client/problems.js').Problems | void>} send
 */
export function useForm([draft, setDraft], send) {
  const [problems, setProblems] = useState(NO_PROBLEMS)
  const [turn, next] = useTurn()
  const [busy, setBusy] = useState(false)
  const form = useRef(/** @type {HTMLFormElement | null} */ (null))
  useLayoutEffect(() => {
    const place = form.current?.querySelector(PROBLEM)
    if (place instanceof HTMLElement) place.focus()
  }, [turn])
  /** The members of the draft that the form shows, and their names in the request. @type {Map<string, string[]>} */
  const shown = new Map()

  /** @param {keyof D & string} member @param {string[]} names In the request. */
  const problemsOfMember = (member, ...names) => {
    shown.set(member, names.length === 0 ? [member] : names)
    const found = shown.get(member)?.flatMap((name) => problems.fields[name] ?? [])
    return found?.length === 0 ? undefined : found
  }
  const put = (/** @type {Partial<D>} */ change) => {
    setDraft({ ...draft, ...change })
    // The problem was about the former value.
    const changed = Object.keys(change).flatMap((member) => shown.get(member) ?? [])
    setProblems(({ fields, rest }) => {
      const others = Object.entries(fields).filter(([name]) => !changed.includes(name))
      return { fields: Object.fromEntries(others), rest }
    })
  }
  /**
   * A field for a member of the draft. `of`: its name in the request. The rest are attributes of the input.
   * @param {keyof D & string} member @param {string} label @param {Partial<Pick<Parameters<typeof Field>[0],
   *   'hint' | 'options' | 'as' | 'button'>> & { of?: string } & Record<string, unknown>} [more]
   */
  const field = (member, label, { hint, options, as, button, of = member, ...attributes } = {}) =>
    html`<${Field}
      label=${label}
      value=${draft[member]}
      onValue=${(/** @type {any} */ value) => put({ .../** @type {Partial<D>} */ ({ [member]: value }) })}
      problems=${problemsOfMember(member, of)}
      hint=${hint}
      options=${options}
      as=${as}
      button=${button}
      attributes=${{ autocomplete: 'off', ...attributes }}
    />`

  const onSubmit = async (/** @type {Event} */ event) => {
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
    clear: () => setProblems(NO_PROBLEMS),
  }
}

/** Finds the first problem in a form. */
const PROBLEM =
  '[aria-invalid="true"], .invalid :is(input, select, textarea):enabled, .form-problem'

import { useLayoutEffect, useRef, useState } from 'preact/hooks'
import { NO_PROBLEMS, problemsOf } from '../client/problems.js'

/**
 * A form that the server judges: what it refuses is shown at its field, which gets the focus, and what was typed stays.
 *
 * @param {readonly string[]} shown Names of its fields, as `problemsOf` takes them.
 * @param {() => Promise<import('../client/problems.js').Problems | void>} send
 *   Sends what was typed. Resolves with what can be told to be wrong without the server, if anything.
 */
export function useForm(shown, send) {
  const [problems, setProblems] = useState(NO_PROBLEMS)
  const [turn, setTurn] = useState(0)
  const [busy, setBusy] = useState(false)
  const form = useRef(/** @type {HTMLFormElement | null} */ (null))
  useLayoutEffect(() => focusProblem(form.current), [turn])

  const onSubmit = async (/** @type {Event} */ event) => {
    event.preventDefault()
    setBusy(true)
    try {
      setProblems((await send()) ?? NO_PROBLEMS)
    } catch (error) {
      setProblems(problemsOf(error, shown))
    }
    setTurn((before) => before + 1)
    setBusy(false)
  }
  return {
    /** For the form element. */
    attributes: { ref: form, noValidate: true, onSubmit },
    problems,
    busy,
    clear: () => setProblems(NO_PROBLEMS),
    /** For a field whose value changes: what was refused of it is not there any more. @param {readonly string[]} names */
    forget: (names) =>
      setProblems(({ fields, rest }) => ({
        fields: Object.fromEntries(
          Object.entries(fields).filter(([name]) => !names.includes(name)),
        ),
        rest,
      })),
  }
}

/** The first place that is to be mended. */
const PLACES = '[aria-invalid="true"], .invalid :is(input, select, textarea):enabled, .form-problem'

/** @param {HTMLFormElement | null} form */
function focusProblem(form) {
  const place = form?.querySelector(PLACES)
  if (place instanceof HTMLElement) place.focus()
}

import { useMemo } from 'preact/hooks'
import { apiDocument, operationsOf } from '../../client/document.js'
import { useLoaded, useSandbox } from '../../hooks/sandbox.js'
import { html } from '../../html.js'
import { Check, Problems, toggled } from '../../parts/controls.js'
import { isolated } from '../../parts/values.js'

/** @typedef {import('../../client/document.js').Operation} Operation */
/** @typedef {{ id: string, name: string | null, prefix: string }} Key */

/**
 * @typedef {{ operations: Operation[], keys: Key[], codes: string[], keyName: (id: string) => string, error: unknown }} Choices
 *   What a rule can name; `codes` are error codes. `error`: why something is missing.
 */

/** @returns {Choices} */
export function useChoices() {
  const { control } = useSandbox()
  const known = useLoaded(
    async (signal) => {
      const [api, controlDocument, keys] = await Promise.all([
        apiDocument(),
        // The document of the control API lists the errors that rules can return.
        control('GET', '/openapi.json', { signal }),
        control('GET', '/keys', { signal }),
      ])
      const input = /** @type {any} */ (controlDocument).components?.schemas?.FaultInput?.properties
      return {
        operations: operationsOf(api),
        codes: /** @type {string[]} */ (input?.error?.enum ?? []),
        keys: /** @type {Key[]} */ (keys.data),
      }
    },
    [control],
  )
  return useMemo(() => {
    const { operations = [], codes = [], keys = [] } = known.data ?? {}
    const keyName = (/** @type {string} */ id) =>
      isolated(keys.find((key) => key.id === id)?.name ?? id)
    return { operations, codes, keys, keyName, error: known.error }
  }, [known.data, known.error])
}

/**
 * All operations, or the `picked` ones.
 * @param {{ operations: Operation[], picked: readonly string[] | undefined, onPick: (picked: string[] | undefined) => void,
 *   problems: readonly string[] | undefined }} props
 */
export function OperationPicker({ operations, picked, onPick, problems }) {
  const radio = { type: 'radio', name: 'which-operations' }
  return html`<fieldset>
    <legend>Operations</legend>
    <${Check} checked=${picked === undefined} onChange=${() => onPick(undefined)} attributes=${radio}>All operations</${Check}>
    <${Check}
      checked=${picked !== undefined}
      onChange=${() => onPick([])}
      attributes=${{
        ...radio,
        'aria-invalid': problems ? 'true' : undefined,
        'aria-describedby': problems ? 'operations-problem' : undefined,
      }}
    >Only these${picked === undefined ? '' : ` (${picked.length})`}</${Check}>
    ${
      picked !== undefined &&
      html`<div class="operation-list" role="group" aria-label="Operations to pick" tabindex="0">
        ${operations.map(
          ({ id, method, path }) => html`
            <${Check} key=${id} checked=${picked.includes(id)} onChange=${() => onPick(toggled(picked, id))}>
              <span><code>${method} ${path}</code> <span class="faint">${id}</span></span>
            </${Check}>
          `,
        )}
      </div>`
    }
    <${Problems} id="operations-problem" problems=${problems} />
  </fieldset>`
}

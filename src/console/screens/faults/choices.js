import { useMemo } from 'preact/hooks'
import { apiDocument, operationsOf } from '../../client/document.js'
import { useLoaded } from '../../hooks/loaded.js'
import { useSandbox } from '../../hooks/sandbox.js'
import { isolated } from '../../parts/isolated.js'

/** @typedef {import('../../client/document.js').Operation} Operation */
/** @typedef {{ id: string, name: string | null, prefix: string }} Key */

/**
 * @typedef {object} Choices What a rule can name, as the server tells it.
 * @property {Operation[]} operations
 * @property {Key[]} keys
 * @property {string[]} codes Of errors.
 * @property {(id: string) => string} keyName
 * @property {unknown} error Why something of it is missing.
 */

/** @returns {Choices} */
export function useChoices() {
  const { control } = useSandbox()
  const known = useLoaded(
    async (signal) => {
      const [api, steering, keys] = await Promise.all([
        apiDocument(),
        // The control plane's own document: it names the errors that rules can ask for.
        control('GET', 'openapi.json', { signal }),
        control('GET', 'keys', { signal }),
      ])
      const input = /** @type {any} */ (steering).components?.schemas?.FaultInput?.properties
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

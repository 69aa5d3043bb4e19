import { useMemo } from 'preact/hooks'
import { useLoaded } from '../../hooks/loaded.js'
import { useSandbox } from '../../hooks/sandbox.js'

/** @typedef {{ id: string, method: string, path: string }} Operation */
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
      const [specification, document, keys] = await Promise.all([
        control('GET', 'specification', { signal }),
        control('GET', 'openapi.json', { signal }),
        control('GET', 'keys', { signal }),
      ])
      const input = /** @type {any} */ (document).components?.schemas?.FaultInput?.properties
      return {
        operations: /** @type {Operation[]} */ (specification.data.operations),
        codes: /** @type {string[]} */ (input?.error?.enum ?? []),
        keys: /** @type {Key[]} */ (keys.data),
      }
    },
    [control],
  )
  return useMemo(() => {
    const { operations = [], codes = [], keys = [] } = known.data ?? {}
    const keyName = (/** @type {string} */ id) => keys.find((key) => key.id === id)?.name ?? id
    return { operations, codes, keys, keyName, error: known.error }
  }, [known.data, known.error])
}

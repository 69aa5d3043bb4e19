import { useMemo } from 'preact/hooks'
import type { Operation } from '../../client/document.ts'
import { apiDocument, operationsOf } from '../../client/document.ts'
import { isolated } from '../../client/format.ts'
import { useLoaded, useSandbox } from '../../hooks/sandbox.ts'

export type Key = { id: string; name: string | null; prefix: string }

/** The values that a rule can name. `error`: why some are missing. */
export type Choices = {
  operations: Operation[]
  keys: Key[]
  keyName: (id: string) => string
  error: unknown
}

export function useChoices(): Choices {
  const { control } = useSandbox()
  const known = useLoaded(
    async (signal) => {
      const [api, keys] = await Promise.all([apiDocument(), control('GET', '/keys', { signal })])
      return {
        operations: operationsOf(api),
        keys: keys.data,
      }
    },
    [control],
  )
  return useMemo(() => {
    const { operations = [], keys = [] } = known.data ?? {}
    const keyName = (id: string) => isolated(keys.find((key) => key.id === id)?.name ?? id)
    return { operations, keys, keyName, error: known.error }
  }, [known.data, known.error])
}

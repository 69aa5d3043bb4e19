import { useEffect, useRef, useState } from 'preact/hooks'
import { isObject } from '../../../../schema/json.ts'
import type { KeyChoice } from '../../client/keys.ts'
import type { Collection } from './collections.ts'
import { useExplorer } from './context.ts'
import type { Row, Rows } from './first-press.ts'

/** The entries of the lists that forms choose from. */
export interface KnownRows {
  rows: Rows
  loading: boolean
  /** Reads all lists again, after a request that may have changed them. */
  reload: () => void
}

/** Reads these lists with a key. A list that cannot be read stays unknown, and its ids are entered as text. */
export function useRows(collections: readonly Collection[], key: KeyChoice | undefined): KnownRows {
  const { readList, revision } = useExplorer()
  const [state, setState] = useState<{ rows: Rows; of: string }>({ rows: {}, of: '' })
  const [turn, setTurn] = useState(0)
  const read = useRef(readList)
  read.current = readList
  const paths = collections.map(({ path }) => path).join()
  // A key that is made when it is first sent cannot read yet.
  const token = typeof key?.token === 'string' ? key.token : undefined
  const wanted = `${key?.id} ${token} ${paths} ${turn} ${revision}`

  useEffect(() => {
    const stop = new AbortController()
    const all = paths === '' || key === undefined ? [] : paths.split(',')
    const readOne = async (path: string): Promise<[string, Row[] | undefined]> => {
      const rows = await read.current(path, key as KeyChoice, stop.signal).catch(() => undefined)
      return [path, rows?.flatMap(rowOf)]
    }
    Promise.all(all.map(readOne)).then(
      (entries) =>
        stop.signal.aborted || setState({ rows: Object.fromEntries(entries), of: wanted }),
    )
    return () => stop.abort()
  }, [wanted])

  return {
    rows: state.rows,
    loading: state.of !== wanted,
    reload: () => setTurn((before) => before + 1),
  }
}

function rowOf(record: unknown): Row[] {
  if (!isObject(record) || typeof record.id !== 'string') return []
  const name = [record.name, record.url].find((each) => typeof each === 'string') ?? record.id
  return [{ id: record.id, name: String(name), record }]
}

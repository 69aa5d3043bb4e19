import { useEffect, useMemo, useRef, useState } from 'preact/hooks'
import { isObject, type JsonObject } from '../../../../schema/json.ts'
import type { FormDraft } from '../../client/form-request.ts'
import { call, type Envelope } from '../../client/http.ts'
import { type KeyChoice, type PageTerms, tokenOf } from '../../client/keys.ts'
import { listPage, rowsOf } from '../../client/lists.ts'
import { type ApiModel, apiModelOf, modelOf, type Operation } from './api-model.ts'
import type { Collection } from './collections.ts'
import { useExplorer } from './context.ts'
import type { Row, Rows } from './first-press.ts'
import { press, requestOf, type Step } from './request.ts'
import { type ShownAnswer, sendToApi } from './send.ts'

const PLACE = 'docs/openapi.json'

export interface LoadedApi {
  api: ApiModel
  /** The root of the API, absolute. */
  base: string
  terms: PageTerms
}

/**
 * Loads the document of this server, again when `version` grows. `sawTime` takes a time of the account's clock: examples take place on its day, so that a
 * period of an example has data, and a time in the future is in the future.
 */
export function useApiModel(version = 0) {
  const [day, setDay] = useState<string>()
  const [document_, setDocument] = useState<JsonObject>()
  const [error, setError] = useState<unknown>()
  const [turn, setTurn] = useState(0)
  useEffect(() => {
    const stop = new AbortController()
    call('GET', PLACE, { query: { day }, signal: stop.signal }).then(
      (loaded) => {
        if (stop.signal.aborted) return
        setDocument(loaded as unknown as JsonObject)
        setError(undefined)
      },
      (reason) => stop.signal.aborted || setError(reason),
    )
    return () => stop.abort()
  }, [day, turn, version])
  const loaded = useMemo(
    () => (document_ === undefined ? undefined : loadedApi(document_)),
    [document_],
  )
  const shown = loaded?.terms.day
  return {
    loaded,
    error,
    retry: () => setTurn((before) => before + 1),
    sawTime: (time: string) => {
      const seen = time.slice(0, 10)
      if (/^\d{4}-\d{2}-\d{2}$/.test(seen) && shown !== undefined && seen !== shown) setDay(seen)
    },
  }
}

function loadedApi(document_: JsonObject): LoadedApi {
  const [server] = document_.servers as { url: string }[]
  const { 'x-page': terms, ...document } = document_
  return {
    api: apiModelOf(document),
    // Relative to the document, so that it works behind a proxy.
    base: new URL(server?.url ?? '../api', new URL(PLACE, globalThis.document.baseURI)).href,
    terms: terms as unknown as PageTerms,
  }
}

/** The entries of the lists that forms choose from. */
interface KnownRows {
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

/** Sends the form of an operation with a key, and keeps the answers of the last press. */
export function usePress(operation: Operation, key: KeyChoice | undefined, known: KnownRows) {
  const { api, base, sawTime } = useExplorer()
  const [steps, setSteps] = useState<Step<ShownAnswer>[]>([])

  /** Resolves with whether the request succeeded. */
  const send = async (form: FormDraft) => {
    const token = key && (await tokenOf(key))
    const sent = await press(operation, form, {
      rows: known.rows,
      creates: ({ create }) => create && modelOf(api, create),
      request: (of, filled) => requestOf(of, filled, { base, token }),
      send: sendToApi,
    }).catch((error) => {
      setSteps([])
      throw error
    })
    setSteps(sent)
    const last = sent.at(-1)?.answer
    const time = last?.headers['x-sandbox-clock']
    if (time !== undefined) sawTime(time)
    if (last?.status === 401) key?.forget?.()
    if (sent.some(({ request }) => request.method !== 'GET')) known.reload()
    return last?.ok === true
  }
  return { steps, send }
}

/** More than an account has of webhooks or campaigns. */
const MANY = 1000

/** Reads the entries of a list of the API, and the time of the account's clock if the answer says it (§4). */
export async function readEntries(
  document: JsonObject,
  path: string,
  send: (path: string, query: Record<string, number>) => Promise<Envelope>,
): Promise<{ entries: unknown[]; time: string | undefined }> {
  const { query } = listPage(document, path, { page: 0, size: MANY })
  const { data, meta } = await send(path.slice(1), query)
  const { timestamp } = (meta ?? {}) as { timestamp?: unknown }
  return { entries: rowsOf(data), time: typeof timestamp === 'string' ? timestamp : undefined }
}

import { useEffect, useMemo, useState } from 'preact/hooks'
import type { JsonObject } from '../../../../schema/json.ts'
import { call } from '../../client/http.ts'
import type { PageTerms } from '../../client/keys.ts'
import { type ApiModel, apiModelOf } from './api-model.ts'

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

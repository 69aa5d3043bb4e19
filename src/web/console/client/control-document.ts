import type { ApiDocument } from './document.ts'
import { controlOf } from './http.ts'

let loading: Promise<ApiDocument> | undefined

/** The document of the control API, loaded once. */
export function controlDocument(): Promise<ApiDocument> {
  loading ??= (controlOf({})('GET', '/openapi.json') as Promise<ApiDocument>).catch((error) => {
    loading = undefined
    throw error
  })
  return loading
}

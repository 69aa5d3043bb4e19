import type { paths } from '../../../../spec/generated/api.ts'
import type { DocumentCall } from '../../../control-client/operations.ts'
import type { CallOptions, Envelope } from './http.ts'

/** Calls one operation of the API with the types of its document: `api('GET', '/campaigns/{id}', { params: { id } })`. */
export type ServiceCall = DocumentCall<paths>

/** `send` calls an address below the API's root, without types. A list in the query is sent as `name[]`, because values may have commas. */
export function serviceOf(
  send: (method: string, path: string, options?: CallOptions) => Promise<Envelope>,
): ServiceCall {
  const service = (
    method: string,
    path: string,
    { params = {}, query = {}, ...options }: CallInput = {},
  ) => {
    const place = path
      .slice(1)
      .replace(/\{(\w+)\}/g, (_, name) => encodeURIComponent(params[name] ?? ''))
    const asked = Object.entries(query).map(([name, value]) =>
      Array.isArray(value) ? [`${name}[]`, value] : [name, value],
    )
    return send(method, place, { ...options, query: Object.fromEntries(asked) })
  }
  return service as ServiceCall
}

type CallInput = CallOptions & { params?: Record<string, string> }

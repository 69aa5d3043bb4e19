import { type JsonObject, listOf, objectOf } from '../../../schema/json.ts'
import * as nodes from '../../../schema/operations.ts'
import { SchemaReader } from '../../../schema/schema-reader.ts'
import { call } from './http.ts'

/** The document of the docs page: requests for it are not logged. */
const PLACE = 'docs/openapi.json'

/** Any place of an OpenAPI document. Overlays may change each, so it has no type of its own. */
// biome-ignore lint/suspicious/noExplicitAny: see above.
export type DocumentNode = any

export type ApiDocument = Record<string, DocumentNode>

/** `method` is in capitals, `path` below the API's root, `needs` names the required query parameters. */
export type Operation = {
  id: string
  method: string
  path: string
  permissions: string[]
  needs: string[]
}

export type EventKind = { name: string; description: string | undefined }

export type TokenType = { type: string; prefixes: string[]; use: string }

let loading: Promise<ApiDocument> | undefined

/** The document of the API, with all overlays, loaded once. */
export function apiDocument(): Promise<ApiDocument> {
  loading ??= call('GET', PLACE).catch((error) => {
    loading = undefined
    throw error
  })
  return loading
}

let version = 0

/** The document has changed: the next caller loads it again. */
export function forgetDocument() {
  loading = undefined
  version += 1
}

/** Grows when the document has changed. */
export const documentVersion = () => version

export function operationsOf(api: ApiDocument): Operation[] {
  return nodes.operationsOf(api).map((operation) => ({
    id: String(operation.id),
    method: operation.method,
    path: operation.path,
    permissions: permissionsOf(api, operation.node),
    needs: nodes
      .parametersOf(api, operation)
      .filter(({ value }) => value.in === 'query' && value.required)
      .map(({ value }) => String(value.name)),
  }))
}

/** The permissions that an operation needs, such as `campaigns:read`. */
export function permissionsOf(api: ApiDocument, { security = api.security }: JsonObject): string[] {
  const schemes = listOf(security).flatMap((each) => Object.values(objectOf(each)))
  return [...new Set(schemes.flatMap(listOf).map(String))]
}

/** The events that webhooks can subscribe to. */
export function eventKindsOf(api: ApiDocument): EventKind[] {
  const { events } = api.components.schemas.WebhookInput.properties
  const kind: DocumentNode = new SchemaReader(api).resolve(events.items)
  return kind.enum.map((name: string, index: number) => ({
    name,
    description: kind['x-enum-descriptions']?.[index],
  }))
}

export function tokenTypesOf(api: ApiDocument): TokenType[] {
  return Object.entries<DocumentNode>(api['x-token-types'] ?? {}).map(
    ([type, { prefixes, use }]) => ({
      type,
      prefixes,
      use,
    }),
  )
}

/** The root of the API. */
export function baseUrlOf(api: ApiDocument) {
  // Relative to the document, so that it works behind a proxy.
  return new URL(api.servers?.[0]?.url ?? '../api', new URL(PLACE, document.baseURI)).href
}

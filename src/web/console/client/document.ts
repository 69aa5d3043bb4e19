import { call } from './http.ts'

/** The document of the docs page: requests for it are not logged. */
const PLACE = 'docs/openapi.json'

const METHODS = ['get', 'post', 'put', 'patch', 'delete', 'head', 'options']

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
  return Object.entries<DocumentNode>(api.paths ?? {}).flatMap(([path, item]) =>
    METHODS.filter((method) => item[method] !== undefined).map((method) => {
      const { operationId, security = api.security ?? [], parameters = [] } = item[method]
      return {
        id: operationId,
        method: method.toUpperCase(),
        path,
        permissions: [
          ...new Set<string>(security.flatMap((scheme: object) => Object.values(scheme).flat())),
        ],
        needs: [...(item.parameters ?? []), ...parameters]
          .map((parameter) => resolved(api, parameter))
          .filter((parameter) => parameter?.in === 'query' && parameter.required)
          .map(({ name }) => name),
      }
    }),
  )
}

/** All permissions that operations need. */
export function permissionsOf(api: ApiDocument): string[] {
  return [...new Set(operationsOf(api).flatMap(({ permissions }) => permissions))]
}

/** The events that webhooks can subscribe to. */
export function eventKindsOf(api: ApiDocument): EventKind[] {
  const kind = resolved(api, api.components.schemas.WebhookInput.properties.events.items)
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

/** A node of the document, or the component that it refers to. */
export function resolved(api: ApiDocument, node: DocumentNode) {
  const reference: string | undefined = node?.$ref
  if (reference === undefined) return node
  return reference
    .split('/')
    .slice(1)
    .reduce((place: DocumentNode, name) => place?.[name], api)
}

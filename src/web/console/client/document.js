import { call } from './http.js'

/** The document of the docs page: requests for it are not logged. */
const PLACE = 'docs/openapi.json'

const METHODS = ['get', 'post', 'put', 'patch', 'delete', 'head', 'options']

/** @typedef {Record<string, any>} ApiDocument OpenAPI. */

/**
 * @typedef {{ id: string, method: string, path: string, permissions: string[], needs: string[] }} Operation `method` is in
 *   capitals, `path` below the API's root, `needs` names the required query parameters.
 */

/** @typedef {{ name: string, description: string | undefined }} EventKind */
/** @typedef {{ type: string, prefixes: string[], use: string }} TokenType */

/** @type {Promise<ApiDocument> | undefined} */
let loading

/** The document of the API, with all overlays, loaded once. @returns {Promise<ApiDocument>} */
export function apiDocument() {
  loading ??= call('GET', PLACE).catch((error) => {
    loading = undefined
    throw error
  })
  return loading
}

/** @param {ApiDocument} api @returns {Operation[]} */
export function operationsOf(api) {
  return Object.entries(api.paths ?? {}).flatMap(([path, item]) =>
    METHODS.filter((method) => item[method] !== undefined).map((method) => {
      const { operationId, security = api.security ?? [], parameters = [] } = item[method]
      return {
        id: operationId,
        method: method.toUpperCase(),
        path,
        permissions: [
          ...new Set(
            security.flatMap((/** @type {object} */ scheme) => Object.values(scheme).flat()),
          ),
        ],
        needs: [...(item.parameters ?? []), ...parameters]
          .map((parameter) => resolved(api, parameter))
          .filter((parameter) => parameter?.in === 'query' && parameter.required)
          .map(({ name }) => name),
      }
    }),
  )
}

/** All permissions that operations need. @param {ApiDocument} api @returns {string[]} */
export function permissionsOf(api) {
  return [...new Set(operationsOf(api).flatMap(({ permissions }) => permissions))]
}

/** The events that webhooks can subscribe to. @param {ApiDocument} api @returns {EventKind[]} */
export function eventKindsOf(api) {
  const kind = resolved(api, api.components.schemas.WebhookInput.properties.events.items)
  return kind.enum.map((/** @type {string} */ name) => ({
    name,
    description: kind['x-enum-descriptions']?.[name],
  }))
}

/** @param {ApiDocument} api @returns {TokenType[]} */
export function tokenTypesOf(api) {
  return Object.entries(api['x-token-types'] ?? {}).map(([type, { prefixes, use }]) => ({
    type,
    prefixes,
    use,
  }))
}

/** The root of the API. @param {ApiDocument} api */
export function baseUrlOf(api) {
  // Relative to the document, so that it works behind a proxy.
  return new URL(api.servers?.[0]?.url ?? '../api', new URL(PLACE, document.baseURI)).href
}

/** A node of the document, or the component that it refers to. @param {ApiDocument} api @param {any} node */
export function resolved(api, node) {
  /** @type {string | undefined} */
  const reference = node?.$ref
  if (reference === undefined) return node
  return reference
    .split('/')
    .slice(1)
    .reduce((/** @type {any} */ place, name) => place?.[name], api)
}

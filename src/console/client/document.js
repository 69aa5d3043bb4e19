import { call } from './http.js'

/** Where the document is. That of /docs is the one that is served, and asking for it leaves no line in the request log. */
const PLACE = 'docs/openapi.json'

const METHODS = ['get', 'post', 'put', 'patch', 'delete', 'head', 'options']

/** @typedef {Record<string, any>} ApiDocument OpenAPI. */

/**
 * @typedef {object} Operation
 * @property {string} id
 * @property {string} method In capitals.
 * @property {string} path Below the API's root, such as `/campaigns/{id}`.
 * @property {string[]} permissions Those that a key needs for it.
 * @property {string[]} needs Names of the query's inputs without which it is refused.
 */

/** @typedef {{ name: string, description: string | undefined }} EventKind */
/** @typedef {{ type: string, prefixes: string[], use: string }} TokenType */

/** @type {Promise<ApiDocument> | undefined} */
let loading

/**
 * The document of the API, with all overlays. It stays what it is as long as the sandbox runs, so it is loaded once.
 *
 * @returns {Promise<ApiDocument>}
 */
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
        permissions: rolesOf(security),
        needs: [...(item.parameters ?? []), ...parameters]
          .map((parameter) => resolved(api, parameter))
          .filter((parameter) => parameter?.in === 'query' && parameter.required)
          .map(({ name }) => name),
      }
    }),
  )
}

/** All that operations ask of a key. @param {ApiDocument} api @returns {string[]} */
export function permissionsOf(api) {
  return [...new Set(operationsOf(api).flatMap(({ permissions }) => permissions))]
}

/** What webhooks can subscribe to. @param {ApiDocument} api @returns {EventKind[]} */
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
  // Relative to the document, by which a proxy in front of the sandbox makes no difference.
  return new URL(api.servers?.[0]?.url ?? '../api', new URL(PLACE, document.baseURI)).href
}

/** @param {Record<string, string[]>[]} security */
function rolesOf(security) {
  return [...new Set(security.flatMap((scheme) => Object.values(scheme).flat()))]
}

/** What a node of the document means, which may stand among the components. @param {ApiDocument} api @param {any} node */
export function resolved(api, node) {
  /** @type {string | undefined} */
  const reference = node?.$ref
  if (reference === undefined) return node
  return reference
    .split('/')
    .slice(1)
    .reduce((/** @type {any} */ place, name) => place?.[name], api)
}

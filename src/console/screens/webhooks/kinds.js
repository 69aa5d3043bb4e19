import { call } from '../../client/http.js'
import { useLoaded } from '../../hooks/loaded.js'

/** @typedef {{ name: string, description: string | undefined }} EventKind */

/**
 * The kinds of event that webhooks can subscribe to, as the document of the API names them.
 *
 * @returns {import('../../hooks/loaded.js').Loaded<EventKind[]>}
 */
export function useEventKinds() {
  return useLoaded(async (signal) => {
    const document = /** @type {any} */ (await call('GET', 'openapi.json', { signal }))
    const { WebhookInput, ...schemas } = document.components.schemas
    const items = WebhookInput.properties.events.items
    const kind = items.$ref === undefined ? items : schemas[items.$ref.split('/').at(-1)]
    return kind.enum.map((/** @type {string} */ name) => ({
      name,
      description: kind['x-enum-descriptions']?.[name],
    }))
  }, [])
}

import { DocumentError } from './document-error.ts'
import type { JsonObject } from './json.ts'
import { isObject } from './json.ts'
import { METHODS } from './methods.ts'

/**
 * Returns the document as of release `version` (§9): without the operations and events that came
 * later (`x-since`) or are not served yet (`x-planned`), and with `info.version` set to it.
 */
export function atVersion(document: JsonObject, version: string | undefined): JsonObject {
  const releases = (document['x-releases'] as { version: string }[]).map((entry) => entry.version)
  const wanted = version ?? (document.info as { version: string }).version
  if (!releases.includes(wanted)) {
    throw new DocumentError(
      `There is no release ${JSON.stringify(wanted)} of the API. Choose one of ${releases.join(', ')} (--api-version).`,
    )
  }

  const served = (operation: JsonObject) =>
    operation['x-planned'] !== true &&
    releases.indexOf(String(operation['x-since'] ?? releases[0])) <= releases.indexOf(wanted)
  return {
    ...document,
    info: { ...(document.info as JsonObject), version: wanted },
    paths: keepOperations(document.paths as JsonObject, served),
    webhooks: keepOperations(document.webhooks as JsonObject, served),
  }
}

function keepOperations(items: JsonObject, keep: (operation: JsonObject) => boolean): JsonObject {
  const kept: JsonObject = {}
  for (const [name, item] of Object.entries(items)) {
    const entries = Object.entries(item as JsonObject).filter(
      ([key, value]) => !METHODS.includes(key) || (isObject(value) && keep(value)),
    )
    // A path without any operation is as unknown as one that was never written down.
    if (entries.some(([key]) => METHODS.includes(key))) kept[name] = Object.fromEntries(entries)
  }
  return kept
}

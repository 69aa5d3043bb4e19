import { DocumentError } from './document-error.ts'
import type { JsonObject } from './json.ts'
import { isObject } from './json.ts'
import { METHODS } from './methods.ts'
import { readReleases, refusal } from './sections.ts'

/**
 * Returns the document as of release `version` (§9): without the operations and events that came
 * later (`x-since`), and with `info.version` set to it.
 */
export function atVersion(document: JsonObject, version: string | undefined): JsonObject {
  const releases = readReleases(document)
  const newest = isObject(document.info) ? document.info.version : undefined
  if (!releases.includes(newest as string)) {
    throw refusal('info.version', `one of ${releases.join(', ')}`, newest)
  }
  const wanted = version ?? (newest as string)
  if (!releases.includes(wanted)) {
    throw new DocumentError(
      `There is no release ${JSON.stringify(wanted)} of the API. Choose one of ${releases.join(', ')} (--api-version).`,
    )
  }

  const served = (operation: JsonObject, name: string) => {
    const since = operation['x-since'] ?? releases[0]
    if (!releases.includes(since as string)) {
      throw refusal(`x-since of ${name}`, `one of ${releases.join(', ')}`, since)
    }
    return releases.indexOf(since as string) <= releases.indexOf(wanted)
  }
  return {
    ...document,
    info: { ...(document.info as JsonObject), version: wanted },
    paths: keepOperations(requireObject(document, 'paths'), served),
    webhooks: keepOperations(requireObject(document, 'webhooks'), served),
  }
}

function requireObject(document: JsonObject, name: string): JsonObject {
  const value = document[name] ?? {}
  if (!isObject(value)) throw refusal(name, 'an object', value)
  return value
}

function keepOperations(
  items: JsonObject,
  keep: (operation: JsonObject, name: string) => boolean,
): JsonObject {
  const kept: JsonObject = {}
  for (const [name, item] of Object.entries(items)) {
    const entries = Object.entries(item ?? {}).filter(
      ([key, value]) =>
        !METHODS.includes(key) || (isObject(value) && keep(value, `${key.toUpperCase()} ${name}`)),
    )
    // A path without any operation is as unknown as one that was never written down.
    if (entries.some(([key]) => METHODS.includes(key))) kept[name] = Object.fromEntries(entries)
  }
  return kept
}

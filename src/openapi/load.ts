import packagedDocument from '../../spec/documents/openapi.ts'
import { isObject, type JsonObject } from '../schema/json.ts'
import { METHODS } from '../schema/operations.ts'
import { systemReason } from '../text/system-reason.ts'
import { readTextFile } from '../text/text-file.ts'
import { DocumentError } from './document-error.ts'
import type { Overlay } from './overlay.ts'
import { readReleases, refusal } from './provenance/sections.ts'

interface DocumentOptions {
  /** Overlay files to apply on top of the merged document, in this order. */
  overlays: string[]
  /** Serve the API as of this release (§9); the newest when absent. */
  apiVersion: string | undefined
}

export { packagedDocument }

/** An overlay as it was read at the start; later changes of its file have no effect. */
export interface OverlayFile {
  /** The path that the user gave. */
  file: string
  overlay: Overlay
}

/** The OpenAPI document that the sandbox serves, with its overlay files. */
export async function loadDocument({ overlays, apiVersion }: DocumentOptions): Promise<JsonObject> {
  return mergedDocument(await readOverlays(overlays), apiVersion)
}

/**
 * Returns the OpenAPI document that the sandbox serves: the packaged document, which is merged at build
 * time because parsing YAML would take as long as the rest of the start, with the user's overlays, and
 * limited to the chosen release.
 */
export async function mergedDocument(
  overlays: readonly OverlayFile[],
  apiVersion: string | undefined,
): Promise<JsonObject> {
  if (overlays.length === 0) return packagedRelease(apiVersion)
  let document = packagedDocument
  for (const each of overlays) document = await applyOverlayFile(document, each)
  return atVersion(document, apiVersion)
}

/** Returns the same object each time: test suites start hundreds of sandboxes, which share what is derived from it. */
function packagedRelease(apiVersion: string | undefined): JsonObject {
  const known = packagedReleases.get(apiVersion) ?? atVersion(packagedDocument, apiVersion)
  packagedReleases.set(apiVersion, known)
  return known
}

const packagedReleases = new Map<string | undefined, JsonObject>()

export async function readOverlays(files: readonly string[]): Promise<OverlayFile[]> {
  if (files.length === 0) return []
  // Loaded on demand, because few sandboxes need the YAML parser.
  const { parseYaml } = await import('./yaml.ts')
  return files.map((file) =>
    naming(file, () => ({ file, overlay: parseYaml(textOf(file)) as Overlay })),
  )
}

function textOf(file: string): string {
  try {
    return readTextFile(file)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') {
      throw new Error(`it cannot be read: ${systemReason(error)}.`)
    }
    throw new Error(
      `there is no such file in ${process.cwd()}. Correct the name, or create the overlay with svc-sandbox learn --to ${file}.`,
    )
  }
}

async function applyOverlayFile(document: JsonObject, { file, overlay }: OverlayFile) {
  const { applyOverlay } = await import('./overlay.ts')
  return naming(file, () => applyOverlay(document, overlay))
}

/** Adds the name of the file to the errors of `step`. */
function naming<T>(file: string, step: () => T): T {
  try {
    return step()
  } catch (error) {
    throw new DocumentError(`--overlay ${file}: ${(error as Error).message}`, { cause: error })
  }
}

/**
 * Returns the document as of release `version` (§9): without operations and events of later releases
 * (`x-since`), and with this version in `info.version`.
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
    // A path without operations does not exist.
    if (entries.some(([key]) => METHODS.includes(key))) kept[name] = Object.fromEntries(entries)
  }
  return kept
}

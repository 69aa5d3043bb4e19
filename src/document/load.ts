import { readFileSync } from 'node:fs'
import generated from '../../spec/generated/openapi.json' with { type: 'json' }
import { DocumentError } from './document-error.ts'
import type { JsonObject } from './json.ts'
import type { Overlay } from './overlay.ts'
import { atVersion } from './version.ts'

export interface DocumentOptions {
  /** Overlay files to apply on top of the merged document, in this order. */
  overlays: string[]
  /** Serve the API as of this release (§9); the newest when absent. */
  apiVersion: string | undefined
}

/** Statements and assumptions, merged: what the sandbox is written against. */
export const packagedDocument = generated as unknown as JsonObject

/** An overlay as it was read at the start, whatever becomes of its file. */
export interface OverlayFile {
  /** Its path as it was given. */
  file: string
  overlay: Overlay
}

/** The OpenAPI document that the sandbox serves, from the files of its overlays. */
export async function loadDocument({ overlays, apiVersion }: DocumentOptions): Promise<JsonObject> {
  return mergedDocument(await readOverlays(overlays), apiVersion)
}

/**
 * Returns the OpenAPI document that the sandbox serves: statements and assumptions, merged ahead of
 * time because parsing YAML would double the start-up, then the user's overlays, then only what the
 * chosen release had.
 */
export async function mergedDocument(
  overlays: readonly OverlayFile[],
  apiVersion: string | undefined,
): Promise<JsonObject> {
  let document = packagedDocument
  for (const each of overlays) document = await applyOverlayFile(document, each)
  return atVersion(document, apiVersion)
}

export async function readOverlays(files: readonly string[]): Promise<OverlayFile[]> {
  if (files.length === 0) return []
  // Only callers with an overlay pay for the YAML parser and the JSONPath engine.
  const { parseYaml } = await import('./yaml.ts')
  return files.map((file) =>
    naming(file, () => ({ file, overlay: parseYaml(readFileSync(file, 'utf8')) as Overlay })),
  )
}

async function applyOverlayFile(document: JsonObject, { file, overlay }: OverlayFile) {
  const { applyOverlay } = await import('./overlay.ts')
  return naming(file, () => applyOverlay(document, overlay))
}

/** Has the errors of `step` name the file. */
function naming<T>(file: string, step: () => T): T {
  try {
    return step()
  } catch (error) {
    throw new DocumentError(`--overlay ${file}: ${(error as Error).message}`, { cause: error })
  }
}

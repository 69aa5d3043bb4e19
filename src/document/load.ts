import { readFileSync } from 'node:fs'
import generated from '../../spec/generated/openapi.json' with { type: 'json' }
import { DocumentError } from './document-error.ts'
import type { JsonObject } from './json.ts'
import { atVersion } from './version.ts'

export interface DocumentOptions {
  /** Overlay files to apply on top of the merged document, in this order. */
  overlays: string[]
  /** Serve the API as of this release (§9); the newest when absent. */
  apiVersion: string | undefined
}

/** Statements and assumptions, merged: what the sandbox is written against. */
export const packagedDocument = generated as unknown as JsonObject

/**
 * Returns the OpenAPI document that the sandbox serves: statements and assumptions, merged ahead of
 * time because parsing YAML would double the start-up, then the user's overlays, then only what the
 * chosen release had.
 */
export async function loadDocument({ overlays, apiVersion }: DocumentOptions): Promise<JsonObject> {
  let document = packagedDocument
  for (const file of overlays) document = await applyOverlayFile(document, file)
  return atVersion(document, apiVersion)
}

async function applyOverlayFile(document: JsonObject, file: string): Promise<JsonObject> {
  // Only callers with an overlay pay for the YAML parser and the JSONPath engine.
  const [{ parseYaml }, { applyOverlay }] = await Promise.all([
    import('./yaml.ts'),
    import('./overlay.ts'),
  ])
  try {
    return applyOverlay(document, parseYaml(readFileSync(file, 'utf8')) as never)
  } catch (error) {
    throw new DocumentError(`--overlay ${file}: ${(error as Error).message}`, { cause: error })
  }
}

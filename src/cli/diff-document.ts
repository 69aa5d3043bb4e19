import { statSync } from 'node:fs'
import { basename } from 'node:path'
import { DocumentError } from '../openapi/document-error.ts'
import { packagedDocument } from '../openapi/load.ts'
import { applyOverlay, type Overlay } from '../openapi/overlay.ts'
import { parseYaml } from '../openapi/yaml.ts'
import { isObject, type JsonObject, listOf } from '../schema/json.ts'
import { systemReason } from '../text/system-reason.ts'
import { readTextFile } from '../text/text-file.ts'

/** The document that the sandbox serves without overlays. */
export const PACKAGED = 'packaged'

/**
 * The document of one side: an OpenAPI document and its overlays, separated by commas. Overlays without a document apply to
 * the document of the sandbox, which is also called `packaged`.
 *
 * @throws DocumentError that names the file, the problem and the way out.
 */
export function readSide(side: string): JsonObject {
  const names = namesOf(side)
  if (names.includes('')) {
    throw new DocumentError(
      `${JSON.stringify(side)} has an empty name. Give a file, several separated by commas, or ${PACKAGED}.`,
    )
  }
  const [first = '', ...rest] = names
  if (first === PACKAGED) return rest.reduce(applyFile, packagedDocument)
  const value = readFile(first)
  return isOverlay(value)
    ? names.reduce(applyFile, packagedDocument)
    : rest.reduce(applyFile, documentOf(value, first))
}

/** The subjects of `x-not-learned` in the overlays of a side, which `learn` wrote. */
export function notLearnedIn(side: string): string[] {
  const overlays = namesOf(side).filter((name) => name !== PACKAGED)
  const entries = overlays.flatMap((file) => listOf(readFile(file)['x-not-learned']))
  return entries.map((entry) => String(entry).split(': ')[0] as string)
}

function namesOf(side: string): string[] {
  return side.split(',').map((name) => name.trim())
}

/** The title of a side: its names without their folders. */
export function titleOf(side: string): string {
  return namesOf(side)
    .map((name) => basename(name))
    .join(' + ')
}

function applyFile(document: JsonObject, file: string): JsonObject {
  if (file === PACKAGED) {
    throw new DocumentError(`${PACKAGED} is a document. Put it before its overlays.`)
  }
  const value = readFile(file)
  if (!isOverlay(value)) {
    throw new DocumentError(
      `${file} is not an overlay: it lacks "overlay: 1.0.0". Only overlays can follow a comma.`,
    )
  }
  try {
    return applyOverlay(document, value as unknown as Overlay)
  } catch (error) {
    throw new DocumentError(`${file}: ${(error as Error).message}`, { cause: error })
  }
}

function readFile(file: string): JsonObject {
  let text: string
  try {
    if (statSync(file).isDirectory())
      throw new DocumentError(`${file} is a folder. Name a file in it.`)
    text = readTextFile(file)
  } catch (error) {
    if (error instanceof DocumentError) throw error
    const { code } = error as NodeJS.ErrnoException
    const reason = code === 'ENOENT' ? 'there is no such file' : systemReason(error as Error)
    throw new DocumentError(
      `${file} cannot be read: ${reason}. Name an OpenAPI document, an overlay, or ${PACKAGED}.`,
    )
  }
  let value: unknown
  try {
    value = parseYaml(text)
  } catch (error) {
    throw new DocumentError(`${file} is neither YAML nor JSON: ${(error as Error).message}`)
  }
  if (!isObject(value)) throw new DocumentError(`${file} ${FOREIGN}`)
  return value
}

const FOREIGN =
  'is neither an OpenAPI 3 document ("openapi: 3.1.0" and "paths") nor an overlay ("overlay: 1.0.0").'

function isOverlay({ overlay }: JsonObject): boolean {
  return overlay !== undefined
}

function documentOf(value: JsonObject, file: string): JsonObject {
  const { openapi, paths, webhooks } = value
  if (typeof openapi !== 'string') throw new DocumentError(`${file} ${FOREIGN}`)
  if (!/^3\.[01](\.|$)/.test(openapi)) {
    throw new DocumentError(
      `${file} uses OpenAPI ${openapi}. Give a document of OpenAPI 3.0 or 3.1.`,
    )
  }
  const hasParts = [paths, webhooks].some(isObject)
  if (!hasParts || [paths, webhooks].some((part) => part !== undefined && !isObject(part))) {
    throw new DocumentError(`${file} has no operations: "paths" must be an object.`)
  }
  return value
}

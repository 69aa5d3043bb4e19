import type { Entry, Log } from 'har-format'
import { ConfigError } from '../../config.ts'
import { isObject, type JsonObject, listOf, objectOf } from '../../schema/json.ts'

/** A larger file would take the memory of the process. */
export const MAX_BYTES = 64 * 1024 * 1024
export const MAX_ENTRIES = 20_000

/** A HAR file: its entries, and what else it has. */
export interface Archive {
  log: Omit<Log, 'entries'>
  entries: Entry[]
}

const WAY_OUT =
  'Give a file that was recorded with --mode record, or exported as HAR from the network panel of a browser'

/**
 * Reads HAR 1.2 (http://www.softwareishard.com/blog/har-12-spec/) as browsers write it: members may be missing, and others may
 * be there. Throws ConfigError for anything else; `file` is its name.
 */
export function readHar(text: string, file: string): Archive {
  const refuse = (problem: string) =>
    new ConfigError(`The cassette ${file} ${problem}. ${WAY_OUT}.`)
  if (text.startsWith('PK')) {
    throw refuse('is a ZIP file. Unpack it, or record with a name that ends with .har')
  }
  const parsed = parse(text, refuse)
  if (!isObject(parsed) || !isObject(parsed.log))
    throw refuse('has no member "log", so it is no HAR')
  const { entries, ...log } = parsed.log
  if (!Array.isArray(entries)) throw refuse('has no list "log.entries", so it is no HAR')
  if (entries.length > MAX_ENTRIES) {
    throw refuse(`has ${entries.length} entries; ${MAX_ENTRIES} are possible`)
  }
  try {
    return { log: log as unknown as Archive['log'], entries: entries.map(readEntry) }
  } catch (error) {
    if (error instanceof HarProblem) throw refuse(error.message)
    throw error
  }
}

function parse(text: string, refuse: (problem: string) => ConfigError): unknown {
  try {
    const parsed: unknown = JSON.parse(text)
    // Fails for what is nested too deeply for any function that follows.
    JSON.stringify(parsed)
    return parsed
  } catch (error) {
    if (error instanceof RangeError) throw refuse('is nested too deeply')
    // Not the whole message, which shows a part of a file that may be any.
    const place = /position \d+|end of JSON/.exec((error as Error).message)?.[0] ?? 'position 0'
    throw refuse(`is not JSON (${place})`)
  }
}

class HarProblem extends Error {}

function readEntry(entry: unknown, index: number): Entry {
  const place = `log.entries[${index}]`
  const fields = requireObject(entry, place)
  const request = requireObject(fields.request, `${place}.request`)
  // Some tools have none for a request that was blocked.
  const response = objectOf(fields.response)
  const content = objectOf(response.content)
  if (typeof content._file === 'string') {
    throw new HarProblem(
      `has its bodies in other files (${place}.response.content._file). Record it with the option content: 'embed' of Playwright`,
    )
  }
  return {
    ...fields,
    startedDateTime: text(fields.startedDateTime) || new Date(0).toISOString(),
    request: {
      ...request,
      method: requireText(request.method, `${place}.request.method`),
      url: requireText(request.url, `${place}.request.url`),
      headers: named(request.headers),
      bodySize: number(request.bodySize),
      postData: readPostData(request.postData),
    },
    response: {
      ...response,
      status: number(response.status, 0),
      statusText: text(response.statusText),
      headers: named(response.headers),
      content: readContent(content),
      bodySize: number(response.bodySize),
    },
  } as unknown as Entry
}

function readContent(content: JsonObject): JsonObject {
  const mimeType = text(content.mimeType)
  const encoding = text(content.encoding).toLowerCase()
  // HAR names this one only. A text of another kind could have secrets that no one sees.
  if (!['', 'base64', 'utf-8', 'utf8'].includes(encoding)) {
    return { size: -1, mimeType, comment: `its encoding ${encoding} is unknown` }
  }
  return {
    ...content,
    size: number(content.size),
    mimeType,
    text: optionalText(content.text),
    encoding: encoding === 'base64' ? encoding : undefined,
  }
}

/** Firefox and Safari write null, or an object without text. */
function readPostData(value: unknown): JsonObject | undefined {
  if (!isObject(value)) return undefined
  const params = Array.isArray(value.params) ? named(value.params) : undefined
  return { ...value, mimeType: text(value.mimeType), text: optionalText(value.text), params }
}

/** A list of names and values; other entries are left out. */
function named(value: unknown): JsonObject[] {
  return listOf(value)
    .filter(isObject)
    .filter(({ name }) => typeof name === 'string')
    .map((each) => ({ ...each, value: text(each.value) }))
}

function requireObject(value: unknown, place: string): JsonObject {
  if (!isObject(value)) throw new HarProblem(`has no object ${place}`)
  return value
}

function requireText(value: unknown, place: string): string {
  if (typeof value !== 'string') throw new HarProblem(`has no text ${place}`)
  return value
}

const text = (value: unknown) => (typeof value === 'string' ? value : '')
const optionalText = (value: unknown) => (typeof value === 'string' ? value : undefined)
/** HAR has -1 for a size that nobody knows. */
const number = (value: unknown, otherwise = -1) =>
  typeof value === 'number' && Number.isFinite(value) ? value : otherwise

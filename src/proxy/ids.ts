import { LRUCache } from 'lru-cache'
import { isObject } from '../schema/json.ts'
import { peekBody } from './captured.ts'
import { hasBody } from './headers.ts'
import { continueRequest, type Passage } from './passage.ts'

/** Who an id belongs to. */
export type Owner = 'upstream' | 'sandbox'

/** The ids that are remembered; the least recently seen is forgotten first. */
export const MOST_IDS = 20_000

/** A member `id` of a JSON text, and a link to a file of the sandbox. */
const ID = /"id"\s*:\s*(?:"((?:[^"\\]|\\.){1,300})"|(\d{1,20}))/g
const FILE = /\/files\/[^"?\s]{1,300}/g

/** Remembers who showed an id first. */
export class IdOwners {
  readonly #owners = new LRUCache<string, Owner>({ max: MOST_IDS })
  /** Whether the sandbox ever showed an id. */
  madeAny = false

  ownerOf(id: string): Owner | undefined {
    return this.#owners.peek(id)
  }

  note(id: string, owner: Owner): void {
    if (owner === 'sandbox') this.madeAny = true
    this.#owners.set(id, this.#owners.peek(id) ?? owner)
  }

  /** Notes all ids of an answer. `text` is JSON; anything else has none. */
  noteAll(text: string, owner: Owner): void {
    for (const [, word, number] of text.matchAll(ID)) {
      this.note(number ?? unescaped(word as string), owner)
    }
    if (owner === 'upstream') return
    for (const [path] of text.matchAll(FILE)) this.note(path, owner)
  }
}

function unescaped(word: string): string {
  if (!word.includes('\\')) return word
  try {
    return JSON.parse(`"${word}"`)
  } catch {
    return word
  }
}

/** Operations whose body names campaigns or alerts. Other bodies are not read before they are forwarded. */
const NAMING = new Set(['createAlert', 'updateAlert', 'createWebhook', 'updateWebhook'])

/** The ids of resources that a request names: in its path, then in its query, then in its body. */
export async function namedIds(
  passage: Passage,
  { operation, params }: { operation: string; params: Record<string, string> },
): Promise<string[]> {
  const { req } = passage
  const query = new URLSearchParams(/\?.*$/s.exec(req.url)?.[0])
  const inQuery = [...query].filter(([name]) => isIdName(name)).map(([, value]) => value)
  const ids = [...Object.values(params), ...inQuery]
  if (ids.length > 0 || !NAMING.has(operation) || !hasBody(req)) return ids
  if (passage.peeked === undefined) {
    continueRequest(passage)
    passage.peeked = await peekBody(req)
  }
  return passage.peeked ? idsIn(passage.peeked) : []
}

function idsIn(body: Uint8Array): string[] {
  let value: unknown
  try {
    value = JSON.parse(Buffer.from(body).toString())
  } catch {
    return []
  }
  if (!isObject(value as never)) return []
  const { alerts, ...members } = value as Record<string, unknown>
  const named = Object.entries(members).filter(([name]) => isIdName(name))
  return [...named.map(([, id]) => id), ...(Array.isArray(alerts) ? alerts : [])].filter(
    (id) => typeof id === 'string',
  )
}

function isIdName(name: string): boolean {
  return /(?:^|_)id$/i.test(name)
}

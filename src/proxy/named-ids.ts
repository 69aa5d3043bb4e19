import { isObject } from '../schema/json.ts'
import { peekBody } from './captured.ts'
import { hasBody } from './headers.ts'
import { continueRequest, type Passage } from './passage.ts'

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

import type { JsonObject } from '../../../../schema/json.ts'
import type { Envelope } from '../../client/http.ts'
import { listPage, rowsOf } from '../../client/lists.ts'

/** More than an account has of webhooks or campaigns. */
const MANY = 1000

/** Reads the entries of a list of the API, and the time of the account's clock if the answer says it (§4). */
export async function readEntries(
  document: JsonObject,
  path: string,
  send: (path: string, query: Record<string, number>) => Promise<Envelope>,
): Promise<{ entries: unknown[]; time: string | undefined }> {
  const { query } = listPage(document, path, { page: 0, size: MANY })
  const { data, meta } = await send(path.slice(1), query)
  const { timestamp } = (meta ?? {}) as { timestamp?: unknown }
  return { entries: rowsOf(data), time: typeof timestamp === 'string' ? timestamp : undefined }
}

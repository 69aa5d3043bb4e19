import type { KeyChoice } from '../../client/keys.ts'
import { tokenOf } from '../../client/keys.ts'
import { type LoggedRequest, requestOf } from '../../client/snippets/request.ts'
import { sendToApi } from '../explorer/send.ts'

/**
 * Sends a logged request again as a client does, so it is logged and counted. Resolves with its status and its X-Request-Id;
 * the status is null if the connection ended without an answer, as a fault rule may cause.
 */
export async function replay(
  logged: LoggedRequest,
  key: KeyChoice,
): Promise<{ status: number | null; requestId: string }> {
  const token = await tokenOf(key)
  // The id finds the request in the log, even if no answer arrives.
  const requestId = `console-${crypto.getRandomValues(new Uint32Array(2)).join('-')}`
  const { method, url, headers, body } = requestOf(logged, new URL('.', document.baseURI).href)
  const { Authorization: _, ...others } = headers
  const sent = await sendToApi({
    method,
    url,
    headers: {
      ...others,
      'X-Request-Id': requestId,
      ...(token === undefined ? {} : { Authorization: `Bearer ${token}` }),
    },
    // fetch refuses a body with these methods.
    body: /^(GET|HEAD)$/i.test(method) ? undefined : body,
  }).catch(() => undefined)
  // After a reset, the next attempt makes a new key.
  if (sent?.status === 401) key.forget?.()
  return { status: sent?.status ?? null, requestId }
}

/** The logged request with an X-Request-Id: the answer may arrive before the log has it. Undefined if the log dropped it. */
export async function findLogged<Logged extends { request_id: string }>(
  requestId: string,
  list: () => Promise<readonly Logged[]>,
): Promise<Logged | undefined> {
  for (let tries = 0; tries < 5; tries++) {
    const found = (await list()).find(({ request_id }) => request_id === requestId)
    if (found !== undefined) return found
  }
  return undefined
}

import { requestOf, type Sent, STRUCK_OUT } from './snippets/request.ts'

/** A request as the user edits it: headers as lines `Name: value`, without the key. */
export interface Draft {
  method: string
  /** Path and query, such as `/api/campaigns?limit=1`. */
  url: string
  headers: string
  body: string
}

/** A draft that repeats a logged request. */
export function draftOf(logged: Sent): Draft {
  const { Authorization: _, ...headers } = requestOf(logged, 'http://sandbox').headers
  return {
    method: logged.method,
    url: logged.url,
    headers: Object.entries(headers)
      .map(([name, value]) => `${name}: ${value}`)
      .join('\n'),
    body: logged.request.body ?? '',
  }
}

/** Why a request cannot be repeated as it was, if it cannot. */
export function problemOfReplay({
  url,
  request,
}: Pick<Sent, 'url' | 'request'>): string | undefined {
  if (request.truncated) return 'The log keeps only the beginning of its body.'
  const { authorization: _, ...others } = request.headers
  const texts = [url, request.body ?? '', ...Object.values(others)]
  return texts.some((text) => text.includes(STRUCK_OUT))
    ? `The log has ${STRUCK_OUT} instead of a secret: fill it in.`
    : undefined
}

/** Names and values of header lines. Throws an Error that names the line. */
export function headersOf(lines: string): Record<string, string> {
  const headers: [string, string][] = []
  for (const line of lines.split('\n').filter((each) => each.trim() !== '')) {
    const [, name, value] = /^([\w!#$%&'*+.^`|~-]+):[ \t]*(.*?)[ \t]*$/.exec(line) ?? []
    if (name === undefined) throw new Error(`"${line}" is not a header such as "Accept: text/csv".`)
    headers.push([name, value ?? ''])
  }
  return Object.fromEntries(headers)
}

/**
 * Sends a request to the service as a client does, so it is logged and counted. Resolves with its status and its X-Request-Id;
 * the status is null if the connection ended without an answer, as a fault rule may cause. Throws an Error for a header that
 * cannot be sent.
 */
export async function send(
  { method, url, headers, body }: Draft,
  { base, token }: { base: string; token: string | undefined },
): Promise<{ status: number | null; requestId: string }> {
  // The id finds the request in the log, even if no answer arrives.
  const requestId = `console-${crypto.getRandomValues(new Uint32Array(2)).join('-')}`
  const all = new Headers({
    ...headersOf(headers),
    'X-Request-Id': requestId,
    ...(token === undefined ? {} : { Authorization: `Bearer ${token}` }),
  })
  // fetch refuses a body with these methods.
  const isSent = body !== '' && !/^(GET|HEAD)$/i.test(method)
  let response: Response
  try {
    response = await fetch(base.replace(/\/$/, '') + url, {
      method,
      headers: all,
      ...(isSent ? { body } : {}),
      credentials: 'omit',
      cache: 'no-store',
    })
  } catch (error) {
    if (!(error instanceof TypeError)) throw error
    return { status: null, requestId }
  }
  await response.arrayBuffer().catch(() => {})
  return { status: response.status, requestId }
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

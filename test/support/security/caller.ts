import { type IncomingHttpHeaders, request } from 'node:http'

export interface Answer {
  status: number
  headers: IncomingHttpHeaders
  /** What the caller can read: empty for a page that the browser keeps from reading it. */
  text: string
}

export interface Sending {
  /** Sent as JSON. */
  body?: unknown
  /** Sent as Authorization: Bearer. */
  token?: string | undefined
}

/** Sends a request as one actor can. Resolves with undefined if it cannot be sent or was not answered. */
export type Send = (method: string, path: string, sending?: Sending) => Promise<Answer | undefined>

/** An actor with its credentials. */
export interface Caller {
  send: Send
  /** Token for the API. */
  token?: string | undefined
  /** Token for the control API. */
  controlToken?: string | undefined
  /** What it was sent without having asked for it. */
  overheard?: string
  /** Its own account, if that is not the target. */
  account?: string
}

interface RawRequest {
  method: string
  path: string
  headers: Record<string, string>
  body?: string | undefined
  address?: string
}

function sendRaw(port: number, { address = '127.0.0.1', ...sent }: RawRequest) {
  return new Promise<Answer | undefined>((resolve) => {
    const { method, path, headers } = sent
    const call = request({ host: address, port, method, path, headers, agent: false })
    call.on('error', () => resolve(undefined))
    call.on('response', async (response) => {
      let text = ''
      for await (const chunk of response) text += chunk
      resolve({ status: response.statusCode ?? 0, headers: response.headers, text })
    })
    call.end(sent.body)
  })
}

function headersOf({ body, token }: Sending): Record<string, string> {
  return {
    ...(token === undefined ? {} : { Authorization: `Bearer ${token}` }),
    ...(body === undefined ? {} : { 'Content-Type': 'application/json' }),
  }
}

const textOf = ({ body }: Sending) => (body === undefined ? undefined : JSON.stringify(body))

/** A program, which sends whatever headers it wants. */
export function program(
  port: number,
  { address, ...headers }: Record<string, string> & { address?: string },
): Send {
  return (method, path, sending = {}) =>
    sendRaw(port, {
      method,
      path,
      headers: { ...headers, ...headersOf(sending) },
      body: textOf(sending),
      ...(address === undefined ? {} : { address }),
    })
}

interface PageContext {
  /** Where the page is from. */
  origin: string
  /** Host in the address that the page calls. */
  host: string
  /** What the browser sends as Sec-Fetch-Site. */
  site: 'same-origin' | 'same-site' | 'cross-site'
}

/**
 * A page in a browser, as the Fetch standard has it: a request with Authorization, JSON or another method is preceded by a
 * preflight, and only CORS headers let the page read the answer. If the preflight is refused, the page sends what needs none:
 * the same body as text, without a token.
 */
export function page(port: number, { origin, host, site }: PageContext): Send {
  const own = { Host: host, 'Sec-Fetch-Site': site }
  const isSame = site === 'same-origin'
  const mayRead = ({ headers }: Answer) =>
    isSame || ['*', origin].includes(headers['access-control-allow-origin'] ?? '')
  const readBy = (answer: Answer | undefined) =>
    answer && { ...answer, text: mayRead(answer) ? answer.text : '' }

  return async (method, path, sending = {}) => {
    const sent = headersOf(sending)
    const isSafe = method === 'GET' || method === 'HEAD'
    const withOrigin = isSame && isSafe ? own : { ...own, Origin: origin }
    const isSimple = Object.keys(sent).length === 0 && ['GET', 'HEAD', 'POST'].includes(method)
    const whole = { method, path, headers: { ...withOrigin, ...sent }, body: textOf(sending) }
    if (isSame || isSimple) return readBy(await sendRaw(port, whole))

    const asked = {
      ...own,
      Origin: origin,
      'Sec-Fetch-Mode': 'cors',
      'Access-Control-Request-Method': method,
      'Access-Control-Request-Headers': Object.keys(sent).join(',').toLowerCase(),
    }
    const preflight = await sendRaw(port, { method: 'OPTIONS', path, headers: asked })
    if (preflight && isAllowed(preflight, origin, method)) return readBy(await sendRaw(port, whole))

    const form = { ...withOrigin, 'Sec-Fetch-Mode': 'no-cors', 'Content-Type': 'text/plain' }
    await sendRaw(port, {
      method: isSafe ? method : 'POST',
      path,
      headers: form,
      body: isSafe ? undefined : textOf(sending),
    })
    return undefined
  }
}

function isAllowed({ status, headers }: Answer, origin: string, method: string): boolean {
  const methods = String(headers['access-control-allow-methods'] ?? '').split(/, */)
  return (
    status < 300 &&
    ['*', origin].includes(headers['access-control-allow-origin'] ?? '') &&
    (['GET', 'HEAD', 'POST'].includes(method) || methods.includes(method))
  )
}

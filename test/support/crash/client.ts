/** The answer to a request, or undefined when there was none: the server is gone. */
export interface Answer {
  status: number
  body: { data: never; meta?: { pagination?: { has_more: boolean } } }
}

/** A server under load: root and key of one of its accounts. */
export interface Target {
  /** Root, without the base path. */
  root: string
  accountId: string
  key: string
  /** Gets the status of each request, if there was an answer, and what happened in words. */
  note?(status: number | undefined, words: string): void
}

/** On a busy machine a request may come too late for the server, or on a connection that it closes at this moment. */
const TRIES = 5

/** A request that came too late is sent again, because nothing was done for it. */
export async function send(
  target: Target,
  method: string,
  path: string,
  body?: object,
): Promise<Answer | undefined> {
  let answer = await sendOnce(target, method, path, body)
  for (let tries = 1; tries < TRIES && answer?.status === 408; tries++) {
    answer = await sendOnce(target, method, path, body)
  }
  return answer
}

async function sendOnce(
  { root, key, note }: Target,
  method: string,
  path: string,
  body?: object,
): Promise<Answer | undefined> {
  try {
    const response = await fetch(root + path, {
      method,
      headers: {
        Authorization: `Bearer ${key}`,
        'Content-Type': 'application/json',
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    })
    const text = await response.text()
    // A proxy has pages of its own.
    const shown = text.startsWith('{') ? JSON.parse(text) : {}
    note?.(response.status, `${method} ${path} was answered with ${response.status} ${text}`)
    return { status: response.status, body: shown }
  } catch (error) {
    const { message, cause } = error as Error
    note?.(undefined, `${method} ${path} had no answer: ${message} (${cause})`)
    return undefined
  }
}

/**
 * The data of an answer to a request that may be repeated, and is when there was no answer. Throws unless it was a success.
 */
export async function demand<T>(
  target: Target,
  method: string,
  path: string,
  body?: object,
): Promise<T> {
  let answer = await send(target, method, path, body)
  for (let tries = 1; tries < TRIES && answer === undefined; tries++) {
    answer = await send(target, method, path, body)
  }
  if (answer === undefined || answer.status >= 300) {
    const found = answer === undefined ? 'no answer' : JSON.stringify(answer)
    throw new Error(`${method} ${path} of ${target.accountId} returned ${found}`)
  }
  return answer.body.data
}

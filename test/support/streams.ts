import { expect, onTestFinished } from 'vitest'

export interface Message {
  id: string | undefined
  event: string
  data: string
}

/**
 * Opens a stream of the control plane, or at the path of another address; `next` resolves with its next message. Closed when
 * the test ends.
 */
export async function openStream(
  at: { port: number } | string,
  path: string,
  headers: Record<string, string> = {},
) {
  const stop = new AbortController()
  onTestFinished(() => stop.abort())
  const root = typeof at === 'string' ? at : `http://127.0.0.1:${at.port}/_sandbox`
  const response = await fetch(root + path, { headers, signal: stop.signal })
  expect(response.status).toBe(200)
  const reader = (response.body as ReadableStream<Uint8Array>)
    .pipeThrough(new TextDecoderStream())
    .getReader()
  let text = ''
  const block = async () => {
    for (;;) {
      const [first = '', ...rest] = text.split('\n\n')
      if (rest.length > 0) {
        text = rest.join('\n\n')
        return first
      }
      const { value, done } = await reader.read()
      if (done) throw new Error('The stream ended.')
      text += value
    }
  }
  const next = async (): Promise<Message> => {
    for (;;) {
      const lines = (await block()).split('\n')
      const field = (name: string) =>
        lines.find((line) => line.startsWith(`${name}: `))?.slice(name.length + 2)
      const event = field('event')
      if (event !== undefined) return { id: field('id'), event, data: field('data') ?? '' }
    }
  }
  expect(await block()).toBe(': listening')
  return { next, close: () => stop.abort() }
}

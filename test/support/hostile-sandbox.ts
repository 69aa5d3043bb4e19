import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { onTestFinished } from 'vitest'
import controlDocument from '../../spec/documents/control.ts'
import { isObject, type Json, type JsonObject, objectOf } from '../../src/schema/json.ts'
import { METHODS } from '../../src/schema/operations.ts'

/** Takes over a terminal, a reader or a CI system where it is printed as it is. */
export const HOSTILE = [
  'FOREIGN\u001b[35;45m\u001b]0;title\u0007\u001b]8;;http://evil.example\u001b\\\u001b]52;c;eA==\u0007',
  '\u009b31m\u0090\u0000\b\u007f\r\u202e\u2066\u200f\u200b\u00ad\ufeff\u2028\u{e0041}\ud800\t##[error]FORGED',
  '\nFORGED\n::error::FORGED\r\nFORGED',
].join('')

/** The same for a command line, which can hold neither NUL nor half of a character. */
export const HOSTILE_ARGUMENT = HOSTILE.replace(/[\0\ud800]/g, '')

/** `answers`: right in its form, with hostile texts; `refusals`: the same for failures; `noise`: nothing of the kind. */
export type Manner = 'answers' | 'refusals' | 'noise'

/** A server that answers the control API, on loopback; closed with the test. */
export async function hostileSandbox(manner: Manner): Promise<string> {
  const streamed = new Set<string>()
  const server = createServer(async (req, res) => {
    let body = ''
    for await (const chunk of req) body += chunk
    const path = (req.url ?? '').split('?')[0]?.replace(/^\/_sandbox/, '') ?? ''
    const again = streamed.has(path)
    if (path.endsWith('/stream')) streamed.add(path)
    if (manner === 'noise' && !again) return noise(res, path)
    if (manner !== 'answers' || again) return refuse(res)
    if (path.endsWith('/stream')) return stream(res, path)
    const answer = answerTo(String(req.method).toLowerCase(), path)
    // The progress of an advance is then read from the stream.
    if (body.includes('"advance"') && isObject(answer.data)) delete answer.data.summary
    res.setHeader('Content-Type', 'application/json')
    res.end(JSON.stringify(answer))
  }).listen(0, '127.0.0.1')
  await new Promise((resolve) => server.once('listening', resolve))
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

function noise(res: ServerResponse, path: string): void {
  const isStream = path.endsWith('/stream')
  res.setHeader('X-Noise', '\u009b31m')
  res.setHeader('Content-Type', isStream ? 'text/event-stream' : 'application/json')
  res.end(isStream ? `event: request\ndata: {${HOSTILE}\n\n` : `{"success":true,${HOSTILE}`)
}

function refuse(res: ServerResponse): void {
  const issue = { path: `/${HOSTILE}`, message: HOSTILE }
  const error = { code: HOSTILE, message: HOSTILE, details: { issues: [issue, issue] } }
  res.statusCode = 400
  res.end(JSON.stringify({ success: false, error }))
}

function stream(res: ServerResponse, path: string): void {
  const send = (event: string, data: unknown) =>
    res.write(`event: ${event}\nid: 1\ndata: ${JSON.stringify(data)}\n\n`)
  if (path === '/clock/stream') {
    const clock = objectOf(answerTo('get', '/clock').data)
    const deliveries = { delivered: HOSTILE, failed_attempts: 2 }
    send('clock', { ...clock, advancing: { share: 0.5, now: HOSTILE, runs: 2, deliveries } })
    send('clock', { ...clock, advancing: null })
  } else if (path === '/events/stream') {
    send('ready', { account: HOSTILE, secret: HOSTILE })
    const event = { id: HOSTILE, type: HOSTILE, at: HOSTILE, campaign_id: HOSTILE }
    send('event', { ...event, body: `{"a":"${HOSTILE}"}` })
  } else {
    const [one] = [answerTo('get', path.replace('/stream', '')).data].flat() as JsonObject[]
    const received = Array.isArray(one?.received) ? one.received[0] : one
    send('request', received)
    send('missed', {})
  }
  res.end()
}

/** An answer of the form that the document describes, in which each text is hostile. */
function answerTo(method: string, path: string): JsonObject {
  for (const [template, item] of Object.entries(objectOf(controlDocument.paths))) {
    const pattern = new RegExp(`^${template.replace(/\{\w+\}/g, '[^/]+')}$`)
    const operation = METHODS.includes(method) ? (item as JsonObject)[method] : undefined
    if (!isObject(operation) || !pattern.test(path)) continue
    const responses = Object.entries(objectOf(operation.responses))
    const [, success] = responses.find(([status]) => status.startsWith('2')) ?? []
    const media = objectOf(objectOf(resolved(success).content)?.['application/json'])
    const answer = objectOf(sample(media?.schema as Json))
    return {
      ...answer,
      success: true,
      message: HOSTILE,
      meta: { pagination: { total: 99 } },
    } as JsonObject
  }
  return { success: true, data: HOSTILE }
}

function sample(schema: Json | undefined, depth = 0): Json {
  const { allOf, oneOf, anyOf, type, items, properties, additionalProperties } = resolved(schema)
  if (depth > 12) return null
  const within = (each: Json | undefined) => sample(each, depth + 1)
  if (Array.isArray(allOf)) return Object.assign({}, ...allOf.map((each) => within(each)))
  const [first] = [oneOf ?? anyOf ?? []].flat()
  if (first !== undefined) return within(first)
  const kind = [type].flat()[0]
  if (kind === 'array') return [within(items), within(items)]
  if (kind === 'integer' || kind === 'number') return 3
  if (kind === 'boolean') return true
  if (kind === 'object' || properties !== undefined) {
    const members = Object.entries(objectOf(properties)).map(([name, each]) => [
      name,
      within(each as Json),
    ])
    const others = isObject(additionalProperties) ? [[HOSTILE, within(additionalProperties)]] : []
    return Object.fromEntries([...members, ...others])
  }
  return HOSTILE
}

function resolved(value: unknown): JsonObject {
  const object = objectOf(value)
  if (typeof object.$ref !== 'string') return object
  const names = object.$ref.replace('#/', '').split('/')
  return resolved(
    names.reduce<Json>((at, name) => (at as JsonObject)[name] as Json, controlDocument),
  )
}

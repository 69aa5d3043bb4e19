import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { ATTACKER, OPERATED } from '../accounts.ts'
import type { Attempt, Idea } from '../idea.ts'
import { bearer, JSON_BODY } from '../request.ts'
import type { ProbedServer } from '../server.ts'
import { spellings } from '../spellings.ts'

const HOSTS = spellings()

let listening: Promise<{ port: number; redirect: number; received: string[] }> | undefined

/** A service of this machine that nobody may reach, and a receiver that redirects to it. */
function listeners() {
  listening ??= (async () => {
    const received: string[] = []
    const internal = createServer((_request, response) => response.end())
    // A handshake of TLS counts, too.
    internal.on('connection', ({ remoteAddress }) =>
      received.push(`a connection of ${remoteAddress}`),
    )
    const port = await listen(internal, '::')
    const redirecting = createServer((request, response) => {
      const status = Number(request.url?.slice(1)) || 302
      response
        .writeHead(status, {
          Location: `http://127.0.0.1:${port}/redirected`,
          Refresh: `0; url=http://127.0.0.1:${port}/`,
        })
        .end()
    })
    return { port, redirect: await listen(redirecting, '127.0.0.1'), received }
  })()
  return listening
}

async function listen(server: Server, host: string): Promise<number> {
  server.unref()
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject).listen(0, host, resolve)
  }).catch(() => new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve)))
  return (server.address() as AddressInfo).port
}

/** Webhooks and single events to addresses of the hosting machine. */
const ssrf: Idea = {
  name: 'ssrf',
  weight: 6,
  async run(attempt) {
    const { random, range } = attempt
    const { port, received } = await listeners()
    const scheme = random.pick([
      'http',
      'http',
      'https',
      'HTTP',
      'ftp',
      'file',
      'gopher',
      'http:/',
      'ws',
    ])
    const url = `${scheme}://${random.pick(HOSTS)}:${port}/${random.pick(['', 'internal', '..', '@app.example/'])}`
    await (random.chance(60) ? asWebhook : asTarget)(attempt, range.hosted, url)
    judge(attempt, range.hosted, received)
  },
  async finish(attempt) {
    const { received } = await listeners()
    await new Promise((resolve) => setTimeout(resolve, 500))
    judge(attempt, attempt.range.hosted, received)
  },
}

function judge(attempt: Attempt, server: ProbedServer, received: string[]): void {
  for (const request of received.splice(0))
    attempt.found('an internal service was reached', server, undefined, request)
}

const OWN = [bearer(ATTACKER.key), JSON_BODY]

async function asWebhook(attempt: Attempt, server: ProbedServer, url: string): Promise<void> {
  const { random } = attempt
  const body = JSON.stringify({ url, events: ['ranking.changed'] })
  const request = random.chance(70)
    ? { method: 'POST', target: '/api/webhooks', headers: OWN, body }
    : {
        method: 'PUT',
        target: `/api/webhooks/${ATTACKER.webhook}`,
        headers: OWN,
        body: JSON.stringify({ url, status: 'active' }),
      }
  const answer = await attempt.send(server, request)
  if (!answer || answer.status >= 400) return
  await attempt.send(server, {
    method: 'POST',
    target: '/_sandbox/events',
    headers: OWN,
    body: '{"type":"ranking.changed"}',
  })
  if (answer.status === 201) {
    const { id } = JSON.parse(answer.body.toString()).data
    await server.send({ method: 'DELETE', target: `/api/webhooks/${id}`, headers: OWN.slice(0, 1) })
  } else {
    await server.send({
      ...request,
      body: '{"status":"disabled","url":"https://attack.example/hook"}',
    })
  }
}

async function asTarget(attempt: Attempt, server: ProbedServer, url: string): Promise<void> {
  const body = JSON.stringify({ type: 'ranking.changed', to: url })
  await attempt.send(server, { method: 'POST', target: '/_sandbox/events', headers: OWN, body })
}

/** A receiver that the operator allowed redirects to a service that nobody named. */
const redirects: Idea = {
  name: 'redirects',
  weight: 1,
  async run(attempt) {
    const { random, range } = attempt
    const { redirect, received } = await listeners()
    const to = `http://127.0.0.1:${redirect}/${random.pick([300, 301, 302, 303, 305, 307, 308, 201, 401, 407])}`
    await attempt.send(range.loopback, {
      method: 'POST',
      target: `/_sandbox/events?account=${OPERATED.id}`,
      headers: [JSON_BODY],
      body: JSON.stringify({ type: 'ranking.changed', campaign_id: OPERATED.campaign, to }),
    })
    judge(attempt, range.loopback, received)
  },
}

export const SSRF: Idea[] = [ssrf, redirects]

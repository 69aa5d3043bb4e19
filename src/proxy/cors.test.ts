import { describe, expect, it } from 'vitest'
import { startHttp } from '../../test/support/listening.ts'
import { startProxy, UNJUDGED } from '../../test/support/proxy.ts'
import { temporaryFile } from '../../test/support/temporary.ts'
import { createSandbox } from '../sandbox.ts'

const PAGE = 'http://localhost:5173'
const ASKS = {
  Origin: PAGE,
  'Access-Control-Request-Method': 'GET',
  'Access-Control-Request-Headers': 'authorization,x-own',
}

const preflight = (url: string, more: Record<string, string> = {}) =>
  fetch(url, { method: 'OPTIONS', headers: { ...ASKS, ...more } })

/** The headers that a browser reads before a page may see anything. */
const corsOf = ({ headers }: Response) =>
  Object.fromEntries([...headers].filter(([name]) => /^access-control-|^vary$/.test(name)))

/** A cassette of one answer, which was recorded for another page. */
function recorded(method = 'GET', headers: [string, string][] = []): string {
  const own: [string, string][] = [
    ['Access-Control-Allow-Origin', 'https://app.example.com'],
    ['Vary', 'Accept'],
    ...headers,
  ]
  const entry = {
    request: { method, url: 'https://api.example.com/campaigns', headers: [], bodySize: 0 },
    response: {
      status: 200,
      headers: own.map(([name, value]) => ({ name, value })),
      content: { size: 2, mimeType: 'application/json', text: '{}' },
    },
  }
  return temporaryFile('cors.har', JSON.stringify({ log: { entries: [entry] } }))
}

async function replaying(cassette = recorded(), mode: 'replay' | 'update' = 'replay') {
  return startProxy('http://127.0.0.1:9/api', { mode, cassette })
}

describe('a replay', () => {
  it('answers preflights as the sandbox does', async () => {
    const sandbox = await createSandbox({ port: 0, log: 'errors' })
    const { url } = await replaying()

    const [own, found] = await Promise.all([
      preflight(`${sandbox.url}/campaigns`),
      preflight(`${url}/campaigns`),
    ])
    await sandbox.close()

    expect([found.status, corsOf(found)]).toEqual([204, corsOf(own)])
    expect(found.headers.get('access-control-allow-origin')).toBe(PAGE)
  })

  it.each([
    ['that are recorded', 'OPTIONS', 'replay'],
    ['while it updates', 'GET', 'update'],
  ] as const)('answers preflights %s', async (_, method, mode) => {
    const { url } = await replaying(recorded(method), mode)

    const answer = await preflight(`${url}/campaigns`)

    expect(answer.status).toBe(204)
    expect(answer.headers.get('access-control-allow-origin')).toBe(PAGE)
  })

  it('lets the page that asks read the answer, not the one of the recording', async () => {
    const { url } = await replaying(recorded('GET', [['Access-Control-Expose-Headers', 'X-Old']]))

    const answer = await fetch(`${url}/campaigns`, { headers: { Origin: PAGE } })

    expect(answer.status).toBe(200)
    expect(corsOf(answer)).toMatchObject({
      'access-control-allow-origin': PAGE,
      'access-control-allow-credentials': 'true',
      'access-control-expose-headers': expect.stringMatching(/^(?!X-Old).*X-Sandbox-Violations/),
      vary: 'Accept, Origin',
    })
  })

  it('lets no page of the web read an answer', async () => {
    const { url } = await replaying(recorded('GET', [['Access-Control-Allow-Origin', '*']]))

    const answer = await fetch(`${url}/campaigns`, { headers: { Origin: 'https://evil.example' } })

    expect(answer.headers.get('access-control-allow-origin')).toBe(null)
  })

  it('lets the page read that there is no recording', async () => {
    const { url } = await replaying()

    const answer = await fetch(`${url}/auth/me`, { headers: { Origin: PAGE } })

    expect([answer.status, answer.headers.get('access-control-allow-origin')]).toEqual([404, PAGE])
  })
})

describe('a page can read why the proxy has no answer', () => {
  it('502, after a preflight', async () => {
    const { url } = await startProxy('http://127.0.0.1:9/api')

    const asked = await preflight(`${url}/campaigns`)
    const answer = await fetch(`${url}/campaigns`, { headers: { Origin: PAGE } })

    expect([asked.status, answer.status]).toEqual([204, 502])
    expect(asked.headers.get('access-control-allow-headers')).toBe('authorization,x-own')
    for (const { headers } of [asked, answer]) {
      expect(headers.get('access-control-allow-origin')).toBe(PAGE)
    }
  })

  it('400 of a request that is refused', async () => {
    const finding = { kind: 'contradicts_stated', statement: 'A.', section: '§2' } as never
    const { url } = await startProxy(
      'http://127.0.0.1:9/api',
      { enforce: true },
      { judge: { ...UNJUDGED, judgeRequest: () => [finding] } },
    )

    const asked = await preflight(`${url}/campaigns`)
    const answer = await fetch(`${url}/campaigns`, { headers: { Origin: PAGE } })

    expect([asked.status, answer.status]).toEqual([204, 400])
    expect(answer.headers.get('access-control-allow-origin')).toBe(PAGE)
  })
})

it('leaves preflights to an upstream that answers', async () => {
  const upstream = await startHttp((_req, res) => res.writeHead(403).end())
  const { url } = await startProxy(upstream)

  const answer = await preflight(`${url}/campaigns`)

  expect([answer.status, answer.headers.get('access-control-allow-origin')]).toEqual([403, null])
})

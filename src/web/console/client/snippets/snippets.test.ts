import { execFile } from 'node:child_process'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { promisify } from 'node:util'
import axios from 'axios'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { axiosSnippet, fetchSnippet } from './javascript.ts'
import { pythonSnippet } from './python.ts'
import type { SnippetRequest } from './request.ts'

const run = promisify(execFile)
const TOKEN = 'svc_test_mine'
/** Code, if it stood in a template string. */
const PLACEHOLDER = ['$', '{process.exit(3)}'].join('')

/** The last request that the server received. */
let got: { method?: string; url?: string; headers: Record<string, unknown>; body: string }
let base = ''
const server = createServer(async (request, response) => {
  let body = ''
  for await (const chunk of request.setEncoding('utf8')) body += chunk
  const { method = '', url = '', headers } = request
  got = { method, url, headers, body }
  response.writeHead(429).end('{"code":"slow"}')
})
beforeAll(async () => {
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
})
afterAll(() => server.close())

/** Runs a module in this process, and resolves with what it prints. */
async function node(code: string): Promise<string> {
  const body = code.replace("import axios from 'axios'", '')
  const run = new Function('axios', 'process', 'console', `return (async () => {${body}})()`)
  const lines: unknown[] = []
  await run(axios, { env: { SVC_TOKEN: TOKEN } }, { log: (...line: unknown[]) => lines.push(line) })
  return JSON.stringify(lines)
}
const python = async (code: string) =>
  (await run('python3', ['-c', code], { env: { ...process.env, SVC_TOKEN: TOKEN } })).stdout
const hasPython = await run('python3', ['-c', 'import requests']).then(
  () => true,
  () => false,
)

const LANGUAGES = [
  ['fetch', fetchSnippet, node, true],
  ['axios', axiosSnippet, node, true],
  ['Python', pythonSnippet, python, hasPython],
] as const

describe.each(LANGUAGES)('a snippet for %s', (_language, snippetOf, execute, isAvailable) => {
  const send = (request: Partial<SnippetRequest>) =>
    execute(
      snippetOf({
        method: 'GET',
        headers: {},
        body: undefined,
        ...request,
        url: base + (request.url ?? '/'),
      }),
    )

  it.skipIf(!isAvailable)('sends the headers and the token, and prints any answer', async () => {
    const headers = { Authorization: 'Bearer …', 'X-Quote': `it's "1" \${HOME} \\` }
    const printed = await send({ url: '/api/campaigns?limit=1&search=a%20b', headers })

    expect(got).toMatchObject({ method: 'GET', url: '/api/campaigns?limit=1&search=a%20b' })
    expect(got.headers).toMatchObject({
      authorization: `Bearer ${TOKEN}`,
      'x-quote': headers['X-Quote'],
    })
    expect(printed).toContain('429')
    expect(printed).toContain('slow')
  })

  it.skipIf(!isAvailable).each([
    [
      'a campaign',
      JSON.stringify({
        name: `It's "quoted" $x \`y\``,
        keywords: ['a: true, b'],
        on: true,
        no: null,
      }),
    ],
    ['numbers of many digits', '{"id":12345678901234567890,"rate":1.50}'],
    ['a repeated name', '{"a":1,"a":2}'],
    ['__proto__', '{"__proto__":{"admin":true}}'],
    ['line breaks', '{"text":"one\\ntwo\u2028three"}'],
    ['broken JSON', '{"name": \'x\', \\'],
  ])('sends a body with %s', async (_what, body) => {
    await send({ method: 'POST', headers: { 'Content-Type': 'application/json' }, body })

    expect(got.headers['content-type']).toBe('application/json')
    const isJson = body !== '{"name": \'x\', \\'
    // Clients may write the same JSON with other white space.
    expect(isJson ? withoutSpace(got.body) : got.body).toBe(isJson ? withoutSpace(body) : body)
  })

  it.skipIf(!isAvailable)('runs no code that an address or a header contains', async () => {
    const url = `/api/x?q=');process.exit(3);//"+__import__('os').abort()+"`
    await send({ url, method: 'DELETE', headers: { 'X-Text': PLACEHOLDER } })

    expect(got.method).toBe('DELETE')
    expect(decodeURI(got.url ?? '')).toBe(url)
    expect(got.headers['x-text']).toBe(PLACEHOLDER)
  })
})

const withoutSpace = (json: string) =>
  json.replace(/("(?:[^"\\]|\\.)*")|\s+/g, (_, text = '') =>
    // Python escapes what is not ASCII.
    text === '' ? '' : JSON.stringify(JSON.parse(text)),
  )

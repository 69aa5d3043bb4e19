import { execFileSync } from 'node:child_process'
import { describe, expect, it } from 'vitest'
import { curlSnippet } from './curl.ts'
import { lackingIn, requestOf as snippetRequest } from './request.ts'

const BASE = 'http://localhost:4010/'

const curlOf = (logged: ReturnType<typeof requestOf>, base: string) =>
  curlSnippet(snippetRequest(logged, base))

describe('a logged request as a curl command', () => {
  it('has the address, and the token as a shell variable', () => {
    const logged = requestOf({ headers: { authorization: 'Bearer …', accept: '*/*' } })

    expect(wordsOf(curlOf(logged, BASE), 'svc_test_mine')).toEqual([
      'http://localhost:4010/api/campaigns?limit=1',
      '-H',
      'Authorization: Bearer svc_test_mine',
    ])
  })

  it('preserves quotes, dollars, newlines and backslashes of a body', () => {
    const body = `{"name":"It's $HOME \\\\ \`id\`",\n"x":"\\"!"}`
    const logged = requestOf({
      method: 'POST',
      headers: { 'content-type': 'application/json', 'content-length': '9' },
      body,
    })

    const words = wordsOf(curlOf(logged, BASE))

    expect(words.slice(0, 2)).toEqual(['-X', 'POST'])
    expect(words.slice(-4)).toEqual(['-H', 'Content-Type: application/json', '--data-raw', body])
  })

  it('leaves out headers of the connection and of the browser', () => {
    const logged = requestOf({
      headers: {
        host: 'localhost',
        connection: 'keep-alive',
        'user-agent': 'x',
        'accept-encoding': 'gzip',
        'sec-fetch-mode': 'cors',
        'x-trace': "it's 1",
        'x-empty': '',
      },
    })

    expect(wordsOf(curlOf(logged, BASE)).slice(1)).toEqual([
      '-H',
      "X-Trace: it's 1",
      '-H',
      'X-Empty;',
    ])
  })

  it('preserves brackets and dots of an address', () => {
    const logged = requestOf({ url: '/api/../x?keywords[]=a&q={b}' })

    expect(wordsOf(curlOf(logged, `${BASE}below/`))).toEqual([
      '--globoff',
      '--path-as-is',
      'http://localhost:4010/below/api/../x?keywords[]=a&q={b}',
    ])
  })

  it('sends no form header with a body that had none', () => {
    const logged = requestOf({ method: 'PUT', body: 'plain' })

    expect(wordsOf(curlOf(logged, BASE))).toContain('Content-Type:')
  })

  it('requests only the head for HEAD', () => {
    expect(wordsOf(curlOf(requestOf({ method: 'HEAD' }), BASE))[0]).toBe('--head')
  })
})

it('lists what the log lacks of a request', () => {
  expect(lackingIn(requestOf({}))).toEqual([])
  expect(lackingIn(requestOf({ headers: { authorization: 'Bearer …' } }))).toEqual([
    expect.stringContaining('SVC_TOKEN'),
  ])
  expect(lackingIn(requestOf({ body: '{"password":"…"}', truncated: true }))).toEqual([
    expect.stringContaining('removed secret'),
    expect.stringContaining('beginning'),
  ])
})

interface Sent {
  method?: string
  url?: string
  headers?: Record<string, string>
  body?: string | null
  truncated?: boolean
}

function requestOf({
  method = 'GET',
  url = '/api/campaigns?limit=1',
  headers = {},
  body = null,
  truncated = false,
}: Sent) {
  return { method, url, request: { headers, body, truncated } }
}

/** The arguments that a shell passes to curl. */
function wordsOf(command: string, token = ''): string[] {
  const script = `curl() { printf '%s\\0' "$@"; }\n${command}\n`
  const printed = execFileSync('sh', ['-c', script], {
    env: { ...process.env, SVC_TOKEN: token },
    encoding: 'utf8',
  })
  return printed.split('\0').slice(0, -1)
}

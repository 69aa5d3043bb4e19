import { curlSnippet } from '../../client/snippets/curl.ts'
import {
  axiosSnippet,
  fetchCall,
  fetchSnippet,
  indented,
  text,
} from '../../client/snippets/javascript.ts'
import { pythonSnippet } from '../../client/snippets/python.ts'
import { type SnippetRequest, STRUCK_OUT } from '../../client/snippets/request.ts'
import type { Operation } from './api-model.ts'
import type { ApiRequest } from './request.ts'

/** The languages of snippets, by the name of their tab. */
export const LANGUAGES = ['curl', 'fetch', 'axios', 'Python', 'vitest'] as const

export type Language = (typeof LANGUAGES)[number]

/**
 * The request of a form as code. The key is not in it: snippets are copied into files and chats, so they read it from the
 * environment variable SVC_TOKEN.
 */
export function codeOf(language: Language, request: ApiRequest, operation: Operation): string {
  const { method, url, headers, body } = request
  const { Authorization, Accept, ...others } = headers
  const sent: SnippetRequest = {
    method,
    url,
    headers: {
      ...(Accept === 'application/json' ? {} : { Accept: String(Accept) }),
      ...(Authorization === undefined ? {} : { Authorization: `Bearer ${STRUCK_OUT}` }),
      ...others,
    },
    body,
  }
  switch (language) {
    case 'curl':
      return curlSnippet(sent)
    case 'fetch':
      return fetchSnippet(sent)
    case 'axios':
      return axiosSnippet(sent)
    case 'Python':
      return pythonSnippet(sent)
    case 'vitest':
      return testOf(sent, operation)
  }
}

/** A test that starts a sandbox, sends the request to it, and expects the documented success. */
function testOf(request: SnippetRequest, { method, path, answers }: Operation): string {
  const status = answers.find((each) => /^2\d\d$/.test(each.status))?.status
  const { pathname, search } = new URL(request.url)
  const place = pathname.replace(/^.*?\/api(?=\/)/, '') + search
  const call = fetchCall(request, {
    address: `sandbox.url + ${text(place)}`,
    token: 'token',
    indent: '  ',
  })
  const expected =
    status === undefined
      ? 'expect(response.ok).toBe(true)'
      : `expect(response.status).toBe(${status})`
  const key =
    request.headers.Authorization === undefined
      ? []
      : ["const { token } = await sandbox.keys.create({ name: 'Test' })"]
  return `import { createSandbox } from 'svc-sandbox'
import { expect, onTestFinished, test } from 'vitest'

test(${text(`${method} ${path} answers ${status ?? 'with a success'}`)}, async () => {
${indented(['const sandbox = await createSandbox()', 'onTestFinished(() => sandbox.close())', ...key])}

  const response = await ${call}

  ${expected}
})
`
}

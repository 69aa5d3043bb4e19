import { codeOf } from '../../client/snippets/code.ts'
import { type Language, type SnippetRequest, STRUCK_OUT } from '../../client/snippets/request.ts'
import type { Operation } from './api-model.ts'
import type { ApiRequest } from './request.ts'

/** The request of a form as code, without its key. A test of it expects the documented success. */
export function formCode(
  language: Language,
  { method, url, headers, body }: ApiRequest,
  operation: Operation,
): string {
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
  const { pathname, search } = new URL(url)
  return codeOf(language, sent, {
    method,
    // Below the root of any sandbox, wherever this one is.
    url: pathname.replace(/^.*?(?=\/api\/)/, '') + search,
    key: Authorization === undefined ? null : {},
    status: Number(operation.answers.find(({ status }) => /^2\d\d$/.test(status))?.status ?? 200),
    request: { headers: sent.headers, body: body ?? null },
  })
}

import { curlSnippet } from './curl.ts'
import { axiosSnippet, fetchSnippet } from './javascript.ts'
import { pythonSnippet } from './python.ts'
import type { Language, SnippetRequest } from './request.ts'
import { type TestContext, type TestedRequest, vitestSnippet } from './vitest.ts'

const SNIPPETS = {
  curl: curlSnippet,
  fetch: fetchSnippet,
  axios: axiosSnippet,
  Python: pythonSnippet,
}

/**
 * A request as code. The key is not in it: snippets are copied into files and chats, so they read it from the environment
 * variable SVC_TOKEN. A test expects the answer of `tested`.
 */
export function codeOf(
  language: Language,
  request: SnippetRequest,
  tested: TestedRequest,
  context?: TestContext,
): string {
  return language === 'vitest' ? vitestSnippet(tested, context) : SNIPPETS[language](request)
}

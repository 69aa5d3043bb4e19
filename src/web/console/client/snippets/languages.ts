import { curlSnippet } from './curl.ts'
import { axiosSnippet, fetchSnippet } from './javascript.ts'
import { pythonSnippet } from './python.ts'
import { type LoggedRequest, requestOf } from './request.ts'
import { type TestContext, vitestSnippet } from './vitest.ts'

/** The languages of snippets, by the name on their button. */
export const LANGUAGES = ['curl', 'fetch', 'axios', 'Python', 'vitest'] as const
export type Language = (typeof LANGUAGES)[number]

/** The code that sends a logged request again. `base`: the address of the server. */
export function snippetOf(
  language: Language,
  logged: LoggedRequest,
  { base, ...context }: TestContext & { base: string },
): string {
  if (language === 'vitest') return vitestSnippet(logged, context)
  const snippet = {
    curl: curlSnippet,
    fetch: fetchSnippet,
    axios: axiosSnippet,
    Python: pythonSnippet,
  }
  return snippet[language](requestOf(logged, base))
}

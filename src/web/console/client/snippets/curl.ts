import { type SnippetRequest, schemeOf, TOKEN_VARIABLE } from './request.ts'

/** For a POSIX shell. */
export function curlSnippet({ method, url, headers, body }: SnippetRequest): string {
  const words = [
    'curl',
    ...methodOf(method, body !== undefined),
    // Otherwise curl expands brackets and resolves dots.
    ...(/[[\]{}]/.test(url) ? ['--globoff'] : []),
    ...(/\/\.{1,2}([/?]|$)/.test(url) ? ['--path-as-is'] : []),
    quoted(url),
  ]
  const lines = Object.entries(headers).map(([name, value]) => headerOf(name, value))
  if (body !== undefined) {
    // Otherwise curl adds the type of a form.
    if (!Object.keys(headers).some((name) => /^content-type$/i.test(name))) {
      lines.push("-H 'Content-Type:'")
    }
    lines.push(`--data-raw ${quoted(body)}`)
  }
  return [words.join(' '), ...lines].join(' \\\n  ')
}

function methodOf(method: string, hasBody: boolean): string[] {
  if (method === 'HEAD') return ['--head']
  return method === 'GET' && !hasBody ? [] : ['-X', method]
}

function headerOf(name: string, value: string): string {
  const scheme = schemeOf(name, value)
  // The shell replaces the variable only in double quotes.
  if (scheme !== undefined) return `-H "${name}: ${scheme}$${TOKEN_VARIABLE}"`
  // curl drops a header with a colon but without a value.
  return `-H ${quoted(value === '' ? `${name};` : `${name}: ${value}`)}`
}

/** One word of a POSIX shell, in single quotes (§2.2.2). */
function quoted(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`
}

import type { Exchange } from './exchange.ts'

/** A command that repeats a request. Keys are shell variables, which need double quotes. */
export function curlOf(
  request: Pick<Exchange, 'method' | 'url' | 'requestHeaders' | 'requestBody'>,
): string {
  const parts = ['curl -i']
  if (request.method !== 'GET') parts.push(`-X ${request.method}`)
  parts.push(quoted(request.url))
  for (const [name, value] of Object.entries(request.requestHeaders)) {
    if (name === 'accept') continue
    if (name === 'content-type' && request.requestBody === undefined) continue
    const header = `${HEADER_NAMES[name] ?? name}: ${value}`
    parts.push(`-H ${value.includes('$') ? `"${header}"` : quoted(header)}`)
  }
  if (request.requestBody !== undefined) parts.push(`--data-raw ${quoted(request.requestBody)}`)
  return parts.join(' ')
}

const HEADER_NAMES: Record<string, string> = {
  authorization: 'Authorization',
  'content-type': 'Content-Type',
}

function quoted(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`
}

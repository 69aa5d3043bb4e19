/** How an answer is shown. */
export type AnswerKind = 'json' | 'text' | 'csv' | 'pdf' | 'other' | 'empty'

/** The kind of a body by its `Content-Type`. */
export function kindOf(contentType: string | undefined, size: number): AnswerKind {
  if (size === 0) return 'empty'
  const type = (contentType ?? '').split(';')[0]?.trim().toLowerCase() ?? ''
  if (type === 'application/json' || type.endsWith('+json')) return 'json'
  if (type === 'text/csv') return 'csv'
  if (type === 'application/pdf') return 'pdf'
  return type.startsWith('text/') ? 'text' : 'other'
}

/** The name of a file in `Content-Disposition` (RFC 6266), or undefined. */
export function fileNameOf(disposition: string | undefined): string | undefined {
  const extended = /filename\*=UTF-8''([^;]+)/i.exec(disposition ?? '')?.[1]
  if (extended !== undefined) {
    try {
      return decodeURIComponent(extended)
    } catch {
      return undefined
    }
  }
  return /filename="?([^";]+)"?/i.exec(disposition ?? '')?.[1]
}

/** The links of an answer to files of the same server: the members that are called downloads, such as `download_url` (§2). */
export function filesIn(body: unknown, origin: string): { name: string; url: string }[] {
  const found: { name: string; url: string }[] = []
  const visit = (value: unknown, name: string) => {
    if (typeof value === 'string') {
      // Other addresses, such as those of webhooks, are not to be called.
      if (/download/i.test(name) && value.startsWith(`${origin}/`)) found.push({ name, url: value })
    } else if (typeof value === 'object' && value !== null) {
      for (const [key, child] of Object.entries(value)) visit(child, key)
    }
  }
  visit(body, '')
  return found
}

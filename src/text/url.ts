/**
 * The URL of a text; undefined if it is none. `URL.canParse` of Node 20 refuses each URL with a letter like ü once V8
 * has compiled its caller, which takes a few thousand calls.
 */
export function parsedUrl(text: string): URL | undefined {
  try {
    return new URL(text)
  } catch {
    return undefined
  }
}

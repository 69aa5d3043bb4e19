import { createReadStream, readFileSync } from 'node:fs'
import { TextDecoder } from 'node:util'

/**
 * The text of a file that a user gives, without the byte order mark that editors on Windows put in front. Throws what the file
 * system throws, and an Error with the reason and the way out for another encoding than UTF-8: read as UTF-8, its first
 * member or all of it would be lost without a word.
 */
export function readTextFile(file: string): string {
  const bytes = readFileSync(file)
  requireText(bytes)
  return decoder().decode(bytes)
}

/** The same for a file that is too large for one string, in parts. */
export async function* textFileParts(file: string): AsyncGenerator<string> {
  const parts = decoder()
  for await (const bytes of createReadStream(file)) {
    requireText(bytes)
    yield parts.decode(bytes, { stream: true })
  }
  yield parts.decode()
}

/** Like `TextDecoder`, with a message that says what to do. */
function decoder() {
  // Not the global one, which a test environment may have replaced.
  const strict = new TextDecoder('utf-8', { fatal: true })
  return {
    decode(bytes?: Uint8Array, options?: { stream: boolean }): string {
      try {
        return strict.decode(bytes, options)
      } catch {
        throw otherEncoding('not UTF-8')
      }
    },
  }
}

/** No text in UTF-8 has a NUL, and any in UTF-16 or UTF-32 does: line ends and ASCII have one there. */
function requireText(bytes: Buffer): void {
  const [first, second, third, fourth] = bytes
  if (first === 0xff && second === 0xfe) {
    throw otherEncoding(third === 0 && fourth === 0 ? 'UTF-32' : 'UTF-16')
  }
  if (first === 0xfe && second === 0xff) throw otherEncoding('UTF-16')
  if (bytes.includes(0)) throw otherEncoding('UTF-16 or it is binary')
}

function otherEncoding(encoding: string): Error {
  return new Error(`its encoding is ${encoding}; save it as UTF-8`)
}

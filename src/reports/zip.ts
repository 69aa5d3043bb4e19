import { Zip, ZipDeflate } from 'fflate'

/** A ZIP archive of text files, in chunks. `changedAt` is in epoch milliseconds. */
export function* zipped(
  files: Iterable<{ name: string; content: Iterable<string> }>,
  changedAt: number,
): Generator<Uint8Array, undefined> {
  const chunks: Uint8Array[] = []
  const zip = new Zip((error, chunk) => {
    if (error) throw error
    chunks.push(chunk)
  })
  const encoder = new TextEncoder()
  for (const { name, content } of files) {
    const file = new ZipDeflate(name)
    file.mtime = changedAt
    zip.add(file)
    for (const text of content) {
      file.push(encoder.encode(text))
      yield* chunks.splice(0)
    }
    file.push(new Uint8Array(), true)
  }
  zip.end()
  yield* chunks
}

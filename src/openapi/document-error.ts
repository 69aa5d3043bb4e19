/** A document or an overlay that cannot be served. The message names the file and says how to fix it. */
export class DocumentError extends Error {
  override name = 'DocumentError'
}

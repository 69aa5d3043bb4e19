/** A document or an overlay that cannot be served; the message names the file and the way out. */
export class DocumentError extends Error {
  override name = 'DocumentError'
}

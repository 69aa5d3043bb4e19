/** A part of a list: at most `limit` items, after the first `offset`. */
export interface Page {
  limit: number
  offset: number
}

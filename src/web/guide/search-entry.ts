/** A section of the guide, for its search. */
export interface SearchEntry {
  href: string
  /** The page. */
  page: string
  heading: string
  text: string
}

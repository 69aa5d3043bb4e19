/** JSON that contains stored records. They are in memory anyway, so the whole text is made only when it is read. */
export interface RecordsText {
  before: string
  /** A record or a list of records, which never change. */
  records: object
  after: string
}

/** The text of a response body. */
export type BodyText = string | RecordsText

export function textOf(body: BodyText): string {
  if (typeof body === 'string') return body
  return body.before + JSON.stringify(body.records) + body.after
}

/** The characters that a header can carry. */
const TOKEN = /^[\x21-\x7e]+$/

/** Why a text cannot be a token, if it cannot. */
export function problemOfToken(text: string) {
  return TOKEN.test(text)
    ? undefined
    : 'A token has neither spaces nor accented letters. Copy it again.'
}

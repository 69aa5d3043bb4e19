/** What a header can carry; anything else came along when it was copied. */
const TOKEN = /^[\x21-\x7e]+$/

/** What keeps a text from being sent as a token, if anything does. @param {string} text */
export function problemOfToken(text) {
  return TOKEN.test(text)
    ? undefined
    : 'A token has neither spaces nor letters with accents. Copy it once more.'
}

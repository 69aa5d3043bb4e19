/** Lower case, one space between words: how keywords, brands and settings are compared. */
export function normalize(text: string): string {
  if (/^[!-@[-~]+( [!-@[-~]+)*$/.test(text)) return text
  return text.normalize('NFC').trim().replace(/\s+/g, ' ').toLowerCase()
}

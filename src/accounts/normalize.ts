/** Lower case with single spaces, for comparing keywords, brands and settings. */
export function normalize(text: string): string {
  if (/^[!-@[-~]+( [!-@[-~]+)*$/.test(text)) return text
  return text.normalize('NFC').trim().replace(/\s+/g, ' ').toLowerCase()
}

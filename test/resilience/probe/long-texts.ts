/** Texts that are repeated to any length, by what they are hard for. */
export const TEXTS: Record<string, string> = {
  letters: 'a',
  emoji: '👩‍👩‍👧‍👦',
  combining: 'e\u0301\u0323\u0300',
  'other widths': 'ﷺ㍿ſİ',
  spaces: ' ',
  'line ends': '\r\n',
  quotes: '"\\',
  zero: '\u0000',
  'right to left': '\u202eא',
  slashes: '/',
  'dots and letters': 'a.',
  dashes: '-',
  'at signs': '@',
  colons: ':',
  digits: '1',
  tokens: 'svc_test_',
  'secret names': '"token":"a",',
  'open members': '"a":{',
  'wild cards': '*?',
  addresses: 'http://a@',
}

/** A text again and again, up to so many bytes of JSON. */
export const filled = (text: string, bytes: number) =>
  text.repeat(Math.max(1, Math.floor(bytes / Buffer.byteLength(JSON.stringify(text).slice(1, -1)))))

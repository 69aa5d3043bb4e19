/** Ways to spell a text that a server could use, each written by hand and not by the code that finds them. */

type Spell = (text: string) => string

const bytesOf = (text: string) =>
  [...Buffer.from(text)].map((byte) => byte.toString(16).padStart(2, '0'))
/** With an escape in place of all but letters and digits, or of every second character as well. */
const each = (written: Spell, all = false): Spell => {
  return (text) =>
    [...text].map((it, at) => (/\w/.test(it) && !(all && at % 2 === 1) ? it : written(it))).join('')
}
const units = (written: (hex: string) => string) => (text: string) =>
  text.replace(/[\s\S]/g, (unit) => written(unit.charCodeAt(0).toString(16).padStart(4, '0')))
const lines = (text: string, width: number, end: string) =>
  text.replace(new RegExp(`.{${width}}(?=.)`, 'gsu'), (line) => line + end)

const NAMES: Record<string, string> = {
  ...{ '&': 'amp', '<': 'lt', '>': 'gt', '"': 'quot', "'": 'apos', '/': 'sol', '+': 'plus' },
  ...{ '=': 'equals', '%': 'percnt', '\\': 'bsol', ü: 'uuml', ' ': 'nbsp' },
}

export const SPELLINGS: Record<string, Spell> = {
  'as it is': (text) => text,
  percent: encodeURIComponent,
  'percent in small letters': (text) =>
    encodeURIComponent(text).replace(/%../g, (code) => code.toLowerCase()),
  'percent of each byte': (text) =>
    bytesOf(text)
      .map((hex) => `%${hex}`)
      .join(''),
  'percent of a URL': (text) => encodeURI(text),
  'percent of a part': (text) => text.replace(/[^\w%]/, encodeURIComponent),
  form: (text) => new URLSearchParams({ '': text }).toString().slice(1),
  '%u': each(units((hex) => `%u${hex.toUpperCase()}`)),
  JSON: (text) => JSON.stringify(text).slice(1, -1),
  'JSON of PHP': (text) =>
    units((hex) => (hex < '007f' ? String.fromCharCode(Number.parseInt(hex, 16)) : `\\u${hex}`))(
      JSON.stringify(text).slice(1, -1).replaceAll('/', '\\/'),
    ),
  'JSON of .NET': each(units((hex) => `\\u${hex.toUpperCase()}`)),
  'JSON, each second character': each(
    units((hex) => `\\u${hex}`),
    true,
  ),
  '\\x': each((it) => (it > '\x7f' ? it : units((hex) => `\\x${hex.slice(2)}`)(it))),
  '\\u{}': each((it) => `\\u{${(it.codePointAt(0) as number).toString(16)}}`),
  'HTML names': (text) => text.replace(/\W/gu, (it) => (NAMES[it] ? `&${NAMES[it]};` : it)),
  'HTML decimal': each((it) => `&#${it.codePointAt(0)};`),
  'HTML hex': each((it) => `&#x${(it.codePointAt(0) as number).toString(16)};`),
  'HTML hex in capitals': each(
    (it) => `&#X${(it.codePointAt(0) as number).toString(16).toUpperCase()};`,
  ),
  XML: (text) => text.replace(/[&<>]/g, (it) => `&${NAMES[it]};`),
  base64: (text) => Buffer.from(text).toString('base64'),
  base64url: (text) => Buffer.from(text).toString('base64url'),
  Bearer: (text) => Buffer.from(`Bearer ${text}`).toString('base64'),
  user: (text) => Buffer.from(`${text}:`).toString('base64'),
  password: (text) => Buffer.from(`me:${text}`).toString('base64'),
  'base64 at the first place': (text) => Buffer.from(`x${text}`).toString('base64url'),
  'base64 at the second place': (text) => Buffer.from(`xy${text}?~`).toString('base64'),
  'base64 in lines': (text) => lines(Buffer.from(`Bearer ${text}`).toString('base64'), 16, '\r\n'),
  hex: (text) => bytesOf(text).join(''),
  'hex in capitals': (text) => bytesOf(text).join('').toUpperCase(),
  shell: (text) => text.replaceAll("'", "'\\''"),
  'shell with backslashes': (text) => text.replace(/[^\w\n]/gu, (it) => `\\${it}`),
  mail: (text) =>
    lines(
      bytesOf(text)
        .map((hex) => `=${hex.toUpperCase()}`)
        .join(''),
      30,
      '=\r\n',
    ),
  CSV: (text) => text.replaceAll('"', '""'),
  'in lines': (text) => lines(text, 7, '\n    '),
  'with soft hyphens': (text) => lines(text, 5, '\u00ad'),
  'bytes as characters': (text) => Buffer.from(text).toString('latin1'),
}

export const NAMES_OF_SPELLINGS = Object.keys(SPELLINGS)

/** A text in one spelling within another, and so on. */
export function spelled(text: string, names: readonly string[]): string {
  return names.reduce((inner, name) => (SPELLINGS[name] as Spell)(inner), text)
}

/** A text with all that it may stand for appended, decoded three times. */
export function decodings(text: string): string {
  let all = text
  for (let round = 0; round < 3; round += 1) {
    const plain = all
      .replace(/[ \t+]*=?\r?\n[ \t+]*|\u00ad/g, '')
      .replace(/(?:%[\da-f]{2})+/gi, (hex) => ofHex(hex.replaceAll('%', '')))
      .replace(/\\u\{?([\da-f]{2,6})\}?|\\x([\da-f]{2})|%u([\da-f]{4})/gi, (_, ...hex) =>
        String.fromCodePoint(Number.parseInt(hex.find(Boolean), 16) % 0x110000),
      )
      .replace(/&#x([\da-f]+);/gi, (_, hex) => String.fromCharCode(Number.parseInt(hex, 16)))
      .replace(/&#(\d+);/g, (_, decimal) => String.fromCharCode(decimal))
      .replace(/=([\dA-F]{2})/g, (_, hex) => ofHex(hex))
      .replace(/\\(.)/g, '$1')
    const packed = [...(plain.match(/[\w+/-]{12,}/g) ?? [])].flatMap((run) => [
      ...[0, 1, 2, 3].map((at) => Buffer.from(run.slice(at), 'base64').toString('latin1')),
      ...[...(run.match(/[\da-f]{12,}/gi) ?? [])].flatMap((hex) => [
        ofHex(hex),
        ofHex(hex.slice(1)),
      ]),
    ])
    all = [plain, ...packed].join('\n')
    if (round === 0) all = `${text}\n${all}`
  }
  return all
}

function ofHex(hex: string): string {
  return Buffer.from(hex, 'hex').toString('latin1')
}

/**
 * Finds texts however they are spelled: percent-encoded, escaped as in JSON, HTML, a shell or mail, broken into lines, in base64
 * or in hexadecimal digits, and in any of these within another.
 */

/** A form of escapes: what they look like, and what each stands for. */
interface Coding {
  escapes: RegExp
  decode: (...match: string[]) => string
}

/** The names of HTML for ASCII, and for the characters from U+00A0 to U+00FF in their order. */
const ASCII_NAMES =
  'quot" amp& apos\' lt< gt> sol/ plus+ equals= percnt% bsol\\ num# excl! dollar$ ast* comma, period. colon: semi; quest? commat@ lsqb[ lbrack[ rsqb] rbrack] Hat^ lowbar_ UnderBar_ grave` DiacriticalGrave` lpar( rpar) lcub{ lbrace{ rcub} rbrace} verbar| vert| VerticalLine| midast* Tab\t NewLine\n'
const LATIN_NAMES =
  'nbsp iexcl cent pound curren yen brvbar sect uml copy ordf laquo not shy reg macr deg plusmn sup2 sup3 acute micro para middot cedil sup1 ordm raquo frac14 frac12 frac34 iquest Agrave Aacute Acirc Atilde Auml Aring AElig Ccedil Egrave Eacute Ecirc Euml Igrave Iacute Icirc Iuml ETH Ntilde Ograve Oacute Ocirc Otilde Ouml times Oslash Ugrave Uacute Ucirc Uuml Yacute THORN szlig agrave aacute acirc atilde auml aring aelig ccedil egrave eacute ecirc euml igrave iacute icirc iuml eth ntilde ograve oacute ocirc otilde ouml divide oslash ugrave uacute ucirc uuml yacute thorn yuml'

const NAMED = new Map([
  ...ASCII_NAMES.split(' ').map((each): [string, string] => [each.slice(0, -1), each.slice(-1)]),
  ...LATIN_NAMES.split(' ').map((name, index): [string, string] => [
    name,
    String.fromCharCode(0xa0 + index),
  ]),
])

const CONTROLS: Record<string, string> = { b: '\b', f: '\f', n: '\n', r: '\r', t: '\t' }

const fromHex = (digits: string) => character(Number.parseInt(digits, 16))

const CODINGS: Coding[] = [
  {
    // All bytes of a character are one escape.
    escapes: /%(?:u([\da-f]{4})|[c-f][\da-f](?:%[89ab][\da-f]){1,3}|[\da-f]{2})/gi,
    decode: (all, unit) => (unit ? fromHex(unit) : ofBytes(all.replaceAll('%', ''))),
  },
  {
    // JSON, JavaScript, C, and the backslash of a shell.
    escapes:
      /\\(?:u\{([\da-f]{1,6})\}|u([\da-f]{4})|x([\da-f]{2})|([0-7]{3})|\r?\n[ \t]*|([\s\S]))/gi,
    decode: (_, point, unit, byte, octal, other = '') => {
      const digits = point ?? unit ?? byte
      if (digits) return fromHex(digits)
      if (octal) return character(Number.parseInt(octal, 8))
      return CONTROLS[other] ?? other
    },
  },
  {
    escapes: /&(?:#x([\da-f]{1,6})|#(\d{1,7})|(\w{2,20}));?/gi,
    decode: (all, hex, decimal, name = '') => {
      if (hex) return fromHex(hex)
      if (decimal) return character(Number(decimal))
      return NAMED.get(name) ?? NAMED.get(name.toLowerCase()) ?? all
    },
  },
  // Quoted-printable, of mail.
  {
    escapes: /=(?:[C-F][\dA-F](?:=[89AB][\dA-F]){1,3}|[\dA-F]{2}|[ \t]*\r?\n)/g,
    decode: (all) => (/\n/.test(all) ? '' : ofBytes(all.replaceAll('=', ''))),
  },
  // A quote within quotes of a shell, and a doubled one of CSV, SQL and YAML.
  {
    escapes: /'\\''|'"'"'|''|""/g,
    decode: (all) => (all.startsWith('"') ? '"' : "'"),
  },
  // A blank of forms.
  { escapes: /\+/g, decode: () => ' ' },
  // A line may end within an escape.
  { escapes: /[ \t]*\r?\n\s*/g, decode: () => '' },
  { escapes: /\p{Default_Ignorable_Code_Point}+/gu, decode: () => '' },
  // Bytes of UTF-8 that were read as characters, as Node reads headers.
  {
    escapes: /[\u00c2-\u00f4][\u0080-\u00bf]{1,3}/g,
    decode: (all) => ofBytes(Buffer.from(all, 'latin1').toString('hex')),
  },
]

/** Most texts have no escapes. */
const HAS_ESCAPES =
  /[%\\&=\n\p{Default_Ignorable_Code_Point}]|[\u00c2-\u00f4][\u0080-\u00bf]|''|""/u

/** What is left out when texts are compared: breaks, blanks and what is invisible. A plus is a blank in forms. */
const BLANKS: Coding = {
  escapes: /[\s+\p{Cc}\p{Default_Ignorable_Code_Point}]+/gu,
  decode: () => '',
}

/** How many escapes are within each other, and into how many texts one is decoded, in number and in all their characters. */
const MOST_WITHIN = 4
const MOST_VIEWS = 64
const MOST_CHARACTERS = 30_000_000

/** A text as it is, or with one form of its escapes decoded. */
interface View {
  text: string
  from?: { view: View; coding: Coding }
}

/** From the index of the first character to that after the last. */
export interface Span {
  start: number
  end: number
}

/** All that a text may stand for: itself, and each decoding of it. */
function viewsOf(text: string): View[] {
  const views: View[] = [{ text }]
  if (!HAS_ESCAPES.test(text)) return views
  const seen = new Set([text])
  const most = Math.min(MOST_VIEWS, MOST_CHARACTERS / text.length)
  const decoded = (view: View, coding: Coding): View => {
    const found = { text: view.text.replace(coding.escapes, coding.decode), from: { view, coding } }
    if (seen.has(found.text) || seen.size >= most) return view
    seen.add(found.text)
    views.push(found)
    return found
  }
  // All of them, again and again: the likeliest order of what is within others. Then each order.
  for (let round = 0; round < MOST_WITHIN; round += 1) CODINGS.reduce(decoded, views.at(-1) as View)
  for (const view of views) for (const coding of CODINGS) decoded(view, coding)
  return views
}

/** The place in the whole text of spans in a view of it, which are in their order. */
function inWhole(view: View, spans: Span[]): Span[] {
  if (!view.from || spans.length === 0) return spans
  const { view: source, coding } = view.from
  // Pairs of places before and after each escape: in the source, and in the view.
  const places: [source: number, view: number][] = [[0, 0]]
  let offset = 0
  for (const match of source.text.matchAll(coding.escapes)) {
    const length = coding.decode(...(match as unknown as string[])).length
    const start = match.index + offset
    places.push([match.index, start], [match.index + match[0].length, start + length])
    offset += length - match[0].length
  }
  const found = spans.map(({ start, end }) => ({
    start: placeOf(start, places, false),
    end: placeOf(end, places, true),
  }))
  return inWhole(source, found)
}

/** Within an escape, it is the begin of the escape, or its end. */
function placeOf(index: number, places: [number, number][], isEnd: boolean): number {
  let low = 0
  let high = places.length - 1
  // The last place before the index: of two, the one that makes the span small.
  while (low < high) {
    const middle = Math.ceil((low + high) / 2)
    const [, at] = places[middle] as [number, number]
    if (isEnd ? at < index : at <= index) low = middle
    else high = middle - 1
  }
  const [source, at] = places[low] as [number, number]
  const isWithinEscape = low % 2 === 1
  if (!isWithinEscape) return source + index - at
  const [end] = places[low + 1] as [number, number]
  return isEnd ? end : source
}

/** A text that is looked for. `value` is the caller's. */
interface Wanted<Value> {
  /** Without blanks, in small letters, and not. */
  plain: string
  small: string
  value: Value
}

export interface Found<Value> extends Span {
  value: Value
  /** Whether it was within base64 or hexadecimal digits, all of which are in the span. */
  isPacked: boolean
  /** Whether its capital letters are the same. */
  isExact: boolean
}

/** A shorter text is no secret, and a part of many words. */
const SHORTEST = 6
/** A longer one, or one with a digit, is no word: it is found in capital and small letters alike. */
const LONGEST_WORD = 15
/** Base64 within base64, and so on. */
const MOST_PACKED = 3

// biome-ignore lint/suspicious/noControlCharactersInRegex: bytes may be any
const NO_TEXT = /[\u0000-\u0008\u000e-\u001f\u007f]+/

/** Ways to write bytes, and the bytes that a run may stand for. */
const PACKINGS: { name: string; runs: RegExp; unpacked: (run: string) => Buffer[] }[] = [
  {
    name: 'base64',
    runs: /[\w+/-]{8,}(?:[ \t\r]*\n\s*[\w+/-]+)*={0,2}/g,
    unpacked: (run) => {
      const digits = run.replace(/[\s=]/g, '')
      // What is before it may be in the same alphabet, so the place where a group of four begins is not known.
      return [0, 1, 2, 3].map((skipped) => Buffer.from(digits.slice(skipped), 'base64'))
    },
  },
  {
    name: 'hex',
    runs: /[\da-f]{12,}/gi,
    unpacked: (run) => [Buffer.from(run, 'hex'), Buffer.from(run.slice(1), 'hex')],
  },
]

/** A run of it holds no text, however long it takes to look for one. */
const ONE_CHARACTER = /^(.)\1*$/

/** Finds any of many texts, in any spelling. */
export class Spellings<Value> {
  readonly #wanted: Wanted<Value>[] = []
  #shortest = Number.POSITIVE_INFINITY

  add(text: string, value: Value): void {
    for (const { text: each } of viewsOf(text)) {
      const plain = each.replace(BLANKS.escapes, '')
      if (plain.length < SHORTEST || this.#wanted.some((known) => known.plain === plain)) continue
      this.#wanted.push({ plain, small: inSmall(plain), value })
      this.#shortest = Math.min(this.#shortest, plain.length)
    }
  }

  /** In their order, and none within another. `packed`: also in base64 and in hexadecimal digits. */
  find(text: string, { packed = true } = {}): Found<Value>[] {
    if (text.length < this.#shortest) return []
    return withoutOverlaps(this.#findAll(text, packed ? MOST_PACKED : 0))
  }

  /** The text with something else in place of each. */
  replaceIn(text: string, replacement: (found: Found<Value>) => string): string {
    let result = ''
    let done = 0
    for (const found of this.find(text)) {
      result += text.slice(done, found.start) + replacement(found)
      done = found.end
    }
    return done === 0 ? text : result + text.slice(done)
  }

  #findAll(text: string, depth: number): Found<Value>[] {
    // Most runs are the same in each view.
    const unpacked = new Map<string, Found<Value> | undefined>()
    return viewsOf(text).flatMap((view) => [
      ...this.#inView(view),
      ...(depth > 0 ? this.#packedIn(view, depth, unpacked) : []),
    ])
  }

  #inView(view: View): Found<Value>[] {
    const text = view.text.replace(BLANKS.escapes, '')
    const small = inSmall(text)
    const found = this.#wanted.flatMap((wanted) => placesOf(wanted, text, small))
    return placed(found, { text, from: { view, coding: BLANKS } })
  }

  /** The runs of base64 or hexadecimal digits that hold any. */
  #packedIn(
    view: View,
    depth: number,
    known: Map<string, Found<Value> | undefined>,
  ): Found<Value>[] {
    const found = PACKINGS.flatMap(({ name, runs, unpacked }) =>
      [...view.text.matchAll(runs)].flatMap(({ 0: run, index }) => {
        if (run.length < this.#shortest || ONE_CHARACTER.test(run)) return []
        const key = `${name} ${run}`
        if (!known.has(key)) known.set(key, this.#firstIn(unpacked(run), depth))
        const inner = known.get(key)
        return inner ? [{ ...inner, isPacked: true, start: index, end: index + run.length }] : []
      }),
    )
    return placed(found, view)
  }

  #firstIn(candidates: Buffer[], depth: number): Found<Value> | undefined {
    for (const bytes of candidates) {
      for (const text of bytes.toString('latin1').split(NO_TEXT)) {
        if (text.length < this.#shortest) continue
        const [found] = this.#findAll(text, depth - 1)
        if (found) return found
      }
    }
    return undefined
  }
}

/** Places in a view, as places in the whole text. */
function placed<Value>(found: Found<Value>[], view: View): Found<Value>[] {
  if (found.length === 0) return found
  const spans = inWhole(view, found)
  return found.map((each, index) => ({ ...each, ...spans[index] }))
}

function placesOf<Value>(wanted: Wanted<Value>, text: string, small: string): Found<Value>[] {
  const { plain, value } = wanted
  const isWord = plain.length <= LONGEST_WORD && !/\d/.test(plain)
  const [needle, hay] = isWord ? [plain, text] : [wanted.small, small]
  const found: Found<Value>[] = []
  for (let start = hay.indexOf(needle); start >= 0; start = hay.indexOf(needle, start + 1)) {
    const end = start + needle.length
    found.push({ start, end, value, isPacked: false, isExact: text.slice(start, end) === plain })
  }
  return found
}

/** Of those that overlap, one with the place of both: the longest says what it is. */
function withoutOverlaps<Value>(all: Found<Value>[]): Found<Value>[] {
  const kept: Found<Value>[] = []
  const exactFirst = (a: Found<Value>, b: Found<Value>) => Number(b.isExact) - Number(a.isExact)
  const inOrder = all.toSorted((a, b) => a.start - b.start || b.end - a.end || exactFirst(a, b))
  for (const found of inOrder) {
    const last = kept.at(-1)
    if (!last || found.start >= last.end) {
      kept.push({ ...found })
      continue
    }
    const isLonger = found.end - found.start > last.end - last.start
    const end = Math.max(last.end, found.end)
    if (isLonger) Object.assign(last, found, { start: last.start })
    last.end = end
  }
  return kept
}

/** Bytes in hexadecimal digits, as UTF-8, or as Latin-1 if they are no UTF-8. */
function ofBytes(hex: string): string {
  const bytes = Buffer.from(hex, 'hex')
  const text = bytes.toString()
  return text.includes('\ufffd') ? bytes.toString('latin1') : text
}

function character(point: number): string {
  return point <= 0x10ffff ? String.fromCodePoint(point) : ''
}

/** Has as many characters as the text. */
function inSmall(text: string): string {
  return text.replaceAll('\u0130', 'i').toLowerCase()
}

import { inflateSync } from 'node:zlib'

/** The pieces of text on each page of a PDF made by PDFKit, in the order in which they were drawn. */
export function textOfPdf(pdf: Buffer): string[][] {
  const objects = objectsOf(pdf)
  const alphabets = new Map<string, Map<string, string>>()
  for (const { text } of objects.values()) {
    for (const [, name, id] of text.matchAll(/\/(F\d+) (\d+) 0 R/g)) {
      const toUnicode = /\/ToUnicode (\d+) 0 R/.exec(objects.get(id as string)?.text ?? '')?.[1]
      const map = objects.get(toUnicode ?? '')?.stream()
      if (name !== undefined && map !== undefined) alphabets.set(name, alphabetOf(map))
    }
  }
  const replacements = replacementsOf(objects)
  return [...objects]
    .filter(([, { text }]) => /\/Type \/Page\b/.test(text))
    .map(([page, { text }]) => {
      const id = /\/Contents (\d+) 0 R/.exec(text)?.[1] ?? ''
      const replacementOf = (mark: string) => replacements.get(`${page} ${mark}`)
      return textsOf(objects.get(id)?.stream() ?? '', alphabets, replacementOf)
    })
}

interface PdfObject {
  text: string
  stream(): string
}

function objectsOf(pdf: Buffer): Map<string, PdfObject> {
  const source = pdf.toString('latin1')
  const objects = new Map<string, PdfObject>()
  for (const [, id, body] of source.matchAll(/(\d+) 0 obj\n([\s\S]*?)\nendobj/g)) {
    const [text = '', data = ''] = (body as string).split(/stream\r?\n/)
    const stream = () => inflateSync(Buffer.from(data, 'latin1')).toString('latin1')
    objects.set(id as string, { text, stream })
  }
  return objects
}

/** What each glyph stands for: `<0000> <0003> [<0000> <0050> …]` in the font's character map. */
function alphabetOf(map: string): Map<string, string> {
  const alphabet = new Map<string, string>()
  for (const [, from, list] of map.matchAll(/<(\w+)> <\w+> \[([^\]]*)\]/g)) {
    const first = Number.parseInt(from as string, 16)
    for (const [i, [, hex]] of [...(list as string).matchAll(/<(\w*)>/g)].entries()) {
      const glyph = (first + i).toString(16).padStart(4, '0')
      alphabet.set(
        glyph,
        Buffer.from(hex as string, 'hex')
          .swap16()
          .toString('utf16le'),
      )
    }
  }
  return alphabet
}

/** Texts that stand for what is drawn (ActualText), by page and mark. */
function replacementsOf(objects: Map<string, PdfObject>): Map<string, string> {
  const replacements = new Map<string, string>()
  for (const { text } of objects.values()) {
    const actual = /\/ActualText \(((?:\\[\s\S]|[^\\)])*)\)/.exec(text)?.[1]
    const page = /\/Pg (\d+) 0 R/.exec(text)?.[1]
    const mark = /\/K \[(\d+)\]/.exec(text)?.[1]
    if (actual !== undefined) replacements.set(`${page} ${mark}`, stringOf(actual))
  }
  return replacements
}

function textsOf(
  content: string,
  alphabets: Map<string, Map<string, string>>,
  replacementOf: (mark: string) => string | undefined,
): string[] {
  let font = ''
  let replaced = false
  const texts: string[] = []
  const operators = /\/(F\d+) [\d.]+ Tf|\[([^\]]*)\] TJ|\/Span <<\s*\/MCID (\d+)\s*>> BDC|(EMC)/g
  for (const [, name, parts, mark, end] of content.matchAll(operators)) {
    if (name !== undefined) font = name
    const replacement = mark === undefined ? undefined : replacementOf(mark)
    if (replacement !== undefined) texts.push(replacement)
    if (mark !== undefined || end !== undefined) replaced = replacement !== undefined
    if (parts === undefined || replaced) continue
    const glyphs = [...parts.matchAll(/<(\w*)>/g)].flatMap(([, hex]) => hex?.match(/.{4}/g) ?? [])
    texts.push(glyphs.map((glyph) => alphabets.get(font)?.get(glyph) ?? '\ufffd').join(''))
  }
  return texts
}

/** A literal string of a PDF: Latin-1, or UTF-16 with its mark. */
function stringOf(literal: string): string {
  const escapes: Record<string, string> = { n: '\n', r: '\r', t: '\t', b: '\b', f: '\f' }
  const bytes = literal.replace(/\\([\s\S])/g, (_, letter: string) => escapes[letter] ?? letter)
  if (!bytes.startsWith('þÿ')) return bytes
  return Buffer.from(bytes.slice(2), 'latin1').swap16().toString('utf16le')
}

/** The operators that draw each page. */
export function contentsOfPdf(pdf: Buffer): string[] {
  const objects = objectsOf(pdf)
  return [...objects.values()]
    .filter(({ text }) => /\/Type \/Page\b/.test(text))
    .map(({ text }) => objects.get(/\/Contents (\d+) 0 R/.exec(text)?.[1] ?? '')?.stream() ?? '')
}

export interface PdfElement {
  tag: string
  /** Alt, Scope and other entries of its dictionary, as they are written. */
  entries: string
  children: PdfElement[]
}

/** The structure of a tagged PDF. */
export function structureOfPdf(pdf: Buffer): PdfElement {
  const objects = objectsOf(pdf)
  const read = (id: string): PdfElement => {
    const text = objects.get(id)?.text ?? ''
    const kids = /\/K \[([\s\S]*)\]/.exec(text)?.[1] ?? ''
    const children = [...kids.matchAll(/(\d+) 0 R/g)]
      .map(([, kid]) => kid as string)
      .filter((kid) => /\/S \/\w/.test(objects.get(kid)?.text ?? ''))
    return {
      tag: /\/S \/(\w+)/.exec(text)?.[1] ?? '',
      entries: text,
      children: children.map(read),
    }
  }
  const root = [...objects.values()].find(({ text }) => /\/Type \/StructTreeRoot/.test(text))
  return read(/\/K \[(\d+) 0 R/.exec(root?.text ?? '')?.[1] ?? '')
}

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
  return [...objects.values()]
    .filter(({ text }) => /\/Type \/Page\b/.test(text))
    .map(({ text }) => /\/Contents (\d+) 0 R/.exec(text)?.[1] ?? '')
    .map((id) => textsOf(objects.get(id)?.stream() ?? '', alphabets))
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

function textsOf(content: string, alphabets: Map<string, Map<string, string>>): string[] {
  let font = ''
  const texts: string[] = []
  for (const [, name, parts] of content.matchAll(/\/(F\d+) [\d.]+ Tf|\[([^\]]*)\] TJ/g)) {
    if (name !== undefined) font = name
    if (parts === undefined) continue
    const glyphs = [...parts.matchAll(/<(\w*)>/g)].flatMap(([, hex]) => hex?.match(/.{4}/g) ?? [])
    texts.push(glyphs.map((glyph) => alphabets.get(font)?.get(glyph) ?? '\ufffd').join(''))
  }
  return texts
}

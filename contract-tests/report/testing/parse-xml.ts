/** An element of an XML document, with its text and that of its children. */
export interface XmlElement {
  name: string
  attributes: Record<string, string>
  children: XmlElement[]
  text: string
}

const ENTITIES: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"' }
const TOKEN =
  /<\?[^>]*\?>|<!doctype[^>]*>|<\/([\w-]+)>|<([\w-]+)((?:\s+[\w-]+="[^"<]*")*)\s*(\/?)>|([^<>]+)/giy
// biome-ignore lint/suspicious/noControlCharactersInRegex: XML forbids them
const FORBIDDEN = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ud800-\udfff\ufffe\uffff]/u

/** Parses XML and throws where it is not well-formed; enough of XML for what the reports write. */
export function parseXml(xml: string): XmlElement {
  if (FORBIDDEN.test(xml)) throw new Error('The XML holds a character that XML cannot hold.')
  const root: XmlElement = { name: '', attributes: {}, children: [], text: '' }
  const open = [root]
  TOKEN.lastIndex = 0
  while (TOKEN.lastIndex < xml.length) {
    const at = TOKEN.lastIndex
    const token = TOKEN.exec(xml)
    if (!token) throw new Error(`No XML at: ${xml.slice(at, at + 60)}`)
    const [, closed, opened, attributes = '', selfClosed, text] = token
    if (text) for (const element of open) element.text += decode(text)
    if (closed && open.pop()?.name !== closed) throw new Error(`</${closed}> closes nothing.`)
    if (!opened) continue
    const element = { name: opened, attributes: attributesOf(attributes), children: [], text: '' }
    open.at(-1)?.children.push(element)
    if (!selfClosed) open.push(element)
  }
  const [document, ...others] = root.children
  if (open.length > 1) throw new Error(`<${open.at(-1)?.name}> is not closed.`)
  if (!document || others.length > 0) throw new Error('There is not one root element.')
  return document
}

function attributesOf(text: string): Record<string, string> {
  const found = [...text.matchAll(/([\w-]+)="([^"]*)"/g)].map(([, name, value]) => [name, value])
  if (new Set(found.map(([name]) => name)).size < found.length) {
    throw new Error(`An attribute is given twice:${text}`)
  }
  return Object.fromEntries(
    found.map(([name, value]) => [
      name,
      // A parser turns white space into spaces, unless it is written as a reference.
      decode((value ?? '').replace(/\s/g, ' ')),
    ]),
  )
}

function decode(text: string): string {
  return text.replace(/&(?:#(\d+)|(\w+));|&/g, (whole, number, name) => {
    const character = number ? String.fromCodePoint(Number(number)) : ENTITIES[name]
    if (character === undefined) throw new Error(`Unknown entity ${whole} in: ${text}`)
    return character
  })
}

/** All elements of that name, at any depth. */
export function all(element: XmlElement, name: string): XmlElement[] {
  return element.children.flatMap((child) => [
    ...(child.name === name ? [child] : []),
    ...all(child, name),
  ])
}

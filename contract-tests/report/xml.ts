import { visible } from '../../src/text/visible.ts'

/** Text that is XML already. */
export type Markup = string & { readonly markup: unique symbol }

type Attributes = Record<string, string | number>

export function element(name: string, values: Attributes, children: Markup[] = []): Markup {
  const inner = children.join('')
  const start = `${name}${attributes(values)}`
  return (inner === '' ? `<${start}/>` : `<${start}>${inner}</${name}>`) as Markup
}

/** An element without text, with each child on a line of its own. */
export function block(name: string, values: Attributes, children: Markup[]): Markup {
  return `<${name}${attributes(values)}>\n${children.join('\n')}\n</${name}>` as Markup
}

function attributes(values: Attributes): string {
  return Object.entries(values)
    .map(([name, value]) => ` ${name}="${escapeAttribute(String(value))}"`)
    .join('')
}

export function text(content: string): Markup {
  return escapeText(content) as Markup
}

function escapeAttribute(value: string): string {
  return escapeText(value)
    .replaceAll('"', '&quot;')
    .replaceAll('\t', '&#9;')
    .replaceAll('\n', '&#10;')
}

/** XML 1.0 cannot hold controls. One of them makes a report unreadable, which some CI systems show as green. */
function escapeText(value: string): string {
  return visible(value)
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('\r', '&#13;')
}

/** Text that is XML already. */
export type Markup = string & { readonly markup: unique symbol }

export function element(name: string, attributes: string, children: Markup[]): Markup {
  const inner = children.join('')
  return `<${name}${attributes}${inner === '' ? '/>' : `>${inner}</${name}>`}` as Markup
}

/** An element with each child on a line of its own; for elements that hold no text. */
export function block(name: string, attributes: string, children: Markup[]): Markup {
  return `<${name}${attributes}>\n${children.join('\n')}\n</${name}>` as Markup
}

export function attributes(values: Record<string, string | number>): string {
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

function escapeText(value: string): string {
  return replaceForbidden(value)
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('\r', '&#13;')
}

/**
 * XML 1.0 has no way at all to write some characters, not even as a reference; a single one in a
 * response body would make the whole report unreadable, which some CI systems show as green.
 */
function replaceForbidden(value: string): string {
  return value.replace(
    // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is to be found
    /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ud800-\udfff\ufffe\uffff]/gu,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  )
}

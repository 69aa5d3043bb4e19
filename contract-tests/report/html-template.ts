import { printable } from '../../src/text/visible.ts'

/** Text that is HTML already. */
export class Html {
  readonly text: string
  constructor(text: string) {
    this.text = text
  }
}

export type Part = string | number | Html | Part[]

/** A template that escapes its values unless they are HTML. */
export function html(strings: TemplateStringsArray, ...values: Part[]): Html {
  return new Html(
    strings.reduce((text, string, index) => text + write(values[index - 1] ?? '') + string),
  )
}

function write(part: Part): string {
  if (part instanceof Html) return part.text
  if (Array.isArray(part)) return part.map(write).join('')
  return printable(String(part))
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    .replaceAll("'", '&#39;')
}

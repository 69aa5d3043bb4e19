import { readFileSync } from 'node:fs'
import { type Option, optionRows, shownDefault, variableOfOption } from '../src/config/options.ts'

const BEGIN = '<!-- Made by `npm run generate` from src/config/options.ts; do not edit. -->\n\n'
const END = '\n<!-- The end of what is made. -->'

/** `docs/configuration.md` with the present options of `serve` in its table. */
export function configurationPage(): string {
  const page = readFileSync(new URL('../docs/configuration.md', import.meta.url), 'utf8')
  const from = page.indexOf(BEGIN) + BEGIN.length
  return page.slice(0, from) + optionTable() + page.slice(page.indexOf(END, from))
}

function optionTable(): string {
  const rows = optionRows.flatMap(([, option]) => {
    const variable = variableOfOption(option)
    return variable === undefined ? [] : [`| ${cellsOf(option, variable).join(' | ')} |\n`]
  })
  return `| Option | Variable | Default | Meaning |\n|---|---|---|---|\n${rows.join('')}`
}

function cellsOf(option: Option, variable: string): string[] {
  const { flag, kind, says, more } = option
  const usual = kind === 'switch' ? 'off' : (shownDefault(option) ?? 'none')
  return [
    flag === undefined ? '(none)' : `\`${flag.replace('|', '\\|')}\``,
    kind === 'list' ? `\`${variable}\` (with commas)` : `\`${variable}\``,
    ...[usual, more === undefined ? says : `${says}; ${more}`].map(withCode),
  ]
}

/** Flags and variables in a sentence look as such. */
function withCode(text: string): string {
  return text.replace(/(?<![\w`#(-])(--[a-z][a-z-]*|SVC_[A-Z_]+)/g, '`$1`')
}

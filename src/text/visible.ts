/**
 * Text of others (a server, a file, an account) made safe to print: each character that controls a terminal, reorders
 * text (bidi) or is invisible becomes an escape such as `\u001b`. All output goes through this file.
 */

/**
 * Joiners and emoji variants that shape the text around them and hide nothing: within an emoji, and between two
 * letters of a script whose letters join.
 */
const SHAPING = (() => {
  const joins = 'Arab Beng Deva Gujr Guru Khmr Knda Mlym Mong Mymr Nkoo Orya Sinh Syrc Taml Telu'
    .split(' ')
    .map((script) => `\\p{Script_Extensions=${script}}`)
    .join('')
  return [
    `(?<=[${joins}])[\\u200c\\u200d](?=[${joins}])`,
    '(?<=[\\p{Extended_Pictographic}\\p{Emoji_Modifier}]\\ufe0f?)\\u200d(?=\\p{Extended_Pictographic})',
    '(?<=\\p{Extended_Pictographic})[\\ufe0e\\ufe0f]',
    '(?<=[0-9#*])\\ufe0f(?=\\u20e3)',
  ].join('|')
})()

/** Takes no space, reorders text, ends a line, is half of a character, or is none. */
const INVISIBLE =
  '[\\p{Default_Ignorable_Code_Point}\\p{Bidi_Control}\\u2028\\u2029\\ufff9-\\ufffb\\p{Surrogate}\\p{Noncharacter_Code_Point}]'

/** White space is escaped where its place is known. */
const CONTROL = '[\\u0000-\\u0008\\u000b\\u000c\\u000e-\\u001f\\u007f-\\u009f]'

/** Made where it is needed: V8 takes 2 ms to look up these scripts, and most starts print nothing that it would find. */
const escapedCharacters = () => new RegExp(`${SHAPING}|(${CONTROL}|${INVISIBLE})`, 'gu')

/** Most text has only these. */
const HARMLESS = /^[\t\n\r\x20-\x7e\u00a0-\u00ac\u00ae-\u02ff]*$/

/** Escapes all but white space, for formats with escapes of their own for that. */
export function visible(text: string): string {
  return replaceHidden(text, escaped)
}

/** Text of several lines: line ends stay, and a tab is two spaces. */
export function printable(text: string): string {
  return visible(text.replaceAll('\r\n', '\n')).replaceAll('\r', '\\u000d').replaceAll('\t', '  ')
}

/** Text in one line: a line end in it is shown as `\n`. */
export function oneLine(text: string): string {
  return printable(text).replaceAll('\n', '\\n')
}

/** JSON that means the same, with an escape in its strings for each such character. Line ends between its tokens stay. */
export function visibleJson(json: string): string {
  return replaceHidden(json, (character) =>
    character.replace(/[\s\S]/g, (unit) => `\\u${hex(unit.charCodeAt(0))}`),
  ).replace(CI_COMMAND, '#\\u0023')
}

/** `##[` and `##vso[`, which Azure Pipelines and GitHub Actions find anywhere in a line. */
const CI_COMMAND = /##(?=\w*\[)/g

// biome-ignore lint/suspicious/noControlCharactersInRegex: a line may begin with a colour of ours
const WORKFLOW_COMMAND = /^((?:\s|\u001b\[[\d;]*m)*):(?=:)/

/** A line that no CI system takes for a command, such as `::error::` of GitHub Actions. */
export function withoutCommands(line: string): string {
  return line.replace(WORKFLOW_COMMAND, '$1: ').replace(CI_COMMAND, '## ')
}

function replaceHidden(text: string, replacement: (character: string) => string): string {
  if (HARMLESS.test(text)) return text
  return text.replace(escapedCharacters(), (character, hidden?: string) =>
    hidden === undefined ? character : replacement(character),
  )
}

function escaped(character: string): string {
  const code = character.codePointAt(0) ?? 0
  return code > 0xffff ? `\\u{${hex(code)}}` : `\\u${hex(code)}`
}

function hex(code: number): string {
  return code.toString(16).padStart(4, '0')
}

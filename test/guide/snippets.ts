import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { marked, type Tokens } from 'marked'

export const root = fileURLToPath(new URL('../../', import.meta.url))

/** The documents whose snippets are run, by their path: README.md and docs/*.md. */
export const pages = [
  'README.md',
  ...readdirSync(join(root, 'docs'))
    .filter((name) => name.endsWith('.md'))
    .map((name) => `docs/${name}`),
]

/** How a snippet is tried; its page says so in a comment above it: `<!-- run: how argument -->`. */
export interface Snippet {
  /** Where it is, such as `docs/testing.md:12`. */
  place: string
  language: string
  text: string
  /** Of a block without a comment: `shell` for sh, `output` for text after it, `parse` for json. */
  how: string
  argument: string
}

const DEFAULTS: Record<string, string> = { sh: 'shell', text: 'output', json: 'parse' }

/** The fenced blocks of a page in their order. Indented ones are not allowed: their language is unknown. */
export function snippetsOf(page: string): Snippet[] {
  const markdown = readFileSync(join(root, page), 'utf8')
  const snippets: Snippet[] = []
  let comment: RegExpExecArray | null = null
  let offset = 0
  for (const token of marked.lexer(markdown)) {
    const line = markdown.slice(0, offset).split('\n').length
    offset += token.raw.length
    if (token.type === 'code') {
      const { lang = '', text } = token as Tokens.Code
      const [, how = DEFAULTS[lang] ?? 'unknown', argument = ''] = comment ?? []
      snippets.push({ place: `${page}:${line}`, language: lang, text, how, argument })
    }
    if (token.type !== 'space') comment = null
    if (token.type === 'html') comment = /<!-- run: ([\w-]+),? ?(.*?) -->\s*$/.exec(token.raw)
  }
  return snippets
}

/** All snippets that are tried in one way. */
export function snippetsRunBy(how: string): Snippet[] {
  return pages.flatMap(snippetsOf).filter((snippet) => snippet.how === how)
}

/** Whether an output is the one that a page shows. White space does not count, and `…` stands for any text. */
export function isShown(output: string, shown: string): boolean {
  const parts = shown.replace(/\s/g, '').split('…')
  const pattern = parts.map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')).join('[^]*?')
  return new RegExp(`^${pattern}$`).test(output.replace(/\s/g, ''))
}

import { marked } from 'marked'
import { PLATFORMS } from '../../src/intelligence/answers/platforms.ts'
import type { SpokenAnswer } from '../../src/intelligence/wording/answer-text.ts'
import { type Kind, NOUNS } from '../../src/intelligence/wording/kinds.ts'
import { promptsOf } from '../../src/intelligence/wording/prompts.ts'
import { hashText, mix, pick, unit } from '../../src/text/hash.ts'

export const NAMES = [
  'Northwheel',
  'Pedalhaus',
  'Harper & Lowe',
  'Yahoo!',
  'Planwell',
  'Barrows Smiles',
]
export const SOURCES = ['One', 'Two', 'Three'].map((title) => ({
  title,
  domain: 'a.example',
  url: `https://a.example/${title}`,
}))
export const SENTIMENTS = ['positive', 'neutral', 'negative'] as const
export const KINDS = Object.keys(NOUNS) as Kind[]

/** An answer that follows from a number, with the given parts. */
export function answerOf(
  n: number,
  given: Partial<SpokenAnswer> & { names?: readonly string[] } = {},
) {
  const hash = mix(n, 5)
  const { names = NAMES, keyword = 'best crm for small teams', ...rest } = given
  const count = Math.floor(unit(mix(hash, 1)) * (names.length + 1))
  const start = n % names.length
  const kind = KINDS[n % KINDS.length] as Kind
  const brands = [...names.slice(start), ...names.slice(0, start)].slice(0, count).map((name) => ({
    name,
    sentiment: pick(SENTIMENTS, mix(hash, hashText(name))),
    hash: mix(hash, hashText(name, 1)),
  }))
  return {
    hash,
    platform: pick(PLATFORMS, mix(hash, 2)).name,
    keyword,
    kind,
    prompt: promptsOf(keyword, kind)[0],
    location: 'London, United Kingdom',
    day: 20_500 + n,
    brands,
    sources: SOURCES.slice(0, n % 4),
    ...rest,
  }
}

/** What a reader of the rendered answer sees. */
export function rendered(markdown: string): string {
  return (marked.parse(markdown, { async: false }) as string)
    .replace(/<[^>]+>/g, '')
    .replace(
      /&(lt|gt|quot|#39|amp);/g,
      (_, it: string) => ({ lt: '<', gt: '>', quot: '"', '#39': "'", amp: '&' })[it] ?? '',
    )
}

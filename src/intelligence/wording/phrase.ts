import { coreOf, kindOf } from './kinds.ts'

/** A keyword as search engines read it, which take plurals, other orders and words such as "best" for the same search. */
export interface Phrase {
  normal: string
  /** Equal for keywords that mean the same. */
  key: string
  /** The stem of the word that says what is looked for. */
  head: string
  /** Stems of the words that say something. */
  stems: readonly string[]
  /** How many of them narrow the search down; a word such as "best" hardly does. */
  qualifiers: number
}

/** Words that say nothing about a subject. */
const STOPS = new Set(
  'a an the of for in on to with and or near by at is are do does did i my me any it how what why when where which who can should will from using across'.split(
    ' ',
  ),
)
/** Words that change the intention, not the subject. */
const WISHES = new Set(
  'best top good nicest cheap cheapest buy online price review cost near'.split(' '),
)
export function phraseOf(normal: string): Phrase {
  const said = normal.split(' ').filter((word) => !STOPS.has(word))
  const stems = (said.length > 0 ? said : [normal]).map(stemOf)
  const subject = stems.filter((stem) => !WISHES.has(stem))
  const core = coreOf(normal).split(' ').map(stemOf)
  const heads = core.filter((stem) => subject.includes(stem))
  const head = heads.findLast(isKnown) ?? heads.at(-1) ?? (stems.at(-1) as string)
  return {
    normal,
    key: (subject.length > 0 ? subject : stems).toSorted().join(' '),
    head,
    stems,
    qualifiers: Math.max(0, subject.length - 1) + 0.1 * (stems.length - subject.length),
  }
}

/** Whether it says what is sold. */
function isKnown(stem: string): boolean {
  return kindOf(stem) !== undefined
}

/** A word without the ending of its plural. */
function stemOf(word: string): string {
  if (word.length < 4) return word
  return word
    .replace(/ies$/, 'y')
    .replace(/(x|ch|sh|ss)es$/, '$1')
    .replace(/([^su])s$/, '$1')
}

/** What everybody looks for, whatever they sell. */
const GENERAL = new Set(
  'weather news email time map translate youtube facebook instagram google amazon movie music game recipe calendar calculator wikipedia netflix'.split(
    ' ',
  ),
)

export function isGeneral({ head }: Phrase): boolean {
  return GENERAL.has(head)
}

/** Logarithm (base 10) of the searches of the world for a head alone: from everybody's words to those that nobody knows. */
export function sizeOfHead(head: string, isAlone: boolean): number {
  if (GENERAL.has(head)) return 8.1
  if (isKnown(head)) return 6.3
  // Words in other scripts are common ones, as far as can be told.
  return isAlone && !/(?!\p{Script=Latin})\p{L}/u.test(head) ? 3 : 4.6
}

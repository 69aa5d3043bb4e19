import { withArticle } from './grammar.ts'
import { type Count, countOf, partsOf, pluralOf } from './nouns.ts'
import { findPlace, placeAfterIn, spell, spellPlace, WITHOUT } from './spelling.ts'
import { isBare, takeRank } from './superlatives.ts'

/** A keyword that names a thing to choose, in the forms that sentences need. */
export interface NounPhrase {
  /** Without article: "boutique hotel in Dublin". */
  base: string
  /** "a boutique hotel in Dublin"; as `many` where it cannot be counted. */
  one: string
  /** What one can have several of: "boutique hotels in Dublin", "CRM software". */
  many: string
  /** "the nicest hotel in Dublin" */
  top: string
  /** As a headline has it, before its capitals. */
  heading: string
  count: Count
  /** Whether `many` takes a plural verb. */
  plural: boolean
  /** Whether `top` does. */
  topPlural: boolean
}

const MEASURE =
  /^(.+) (\d+(?:\.\d+)?) ?(inch|cm|mm|kg|watt|gb|tb|seater|person|piece|day|week|litre|liter)$/
const FOR_WHOM =
  /^((?!.* for ).+(?<! with| and| or| of| to| without)) (women|men|kids|children|beginners|adults|seniors|students|couples)$/
/** "ai generator free" is a free one, "gluten free" is without. */
const FREE = new RegExp(`^(.+(?<!${WITHOUT.map((word) => `\\b${word}`).join('|')})) free$`)
const FOR_ONE =
  /^(.+ for) (train|plane|car|bike|boat|dog|cat|baby|office|restaurant|hotel|kitchen|garden)$/
const NEAR = /\b(near) (?!(?:the|a|an|me|my|by)\b)(.+?)(?=$| (?:with|for|under)\b)/
const BEGINS_TAIL = /^(for|in|with|under|over|below|without|of|near|from|on|to|at|by|that|online)\b/
const DISTRICT = /^(city cent(?:re|er)|town cent(?:re|er)|old town|downtown|area)\b ?/
const AMENITY = /^(parking|breakfast|pool|spa|gym|wifi|wi-fi|sea view|balcony|kitchen|delivery)\b/
const YEAR = /(?<! (?:under|over|below))\s20[23]\d$/
/** Where a place is followed by what belongs before the noun: "plumber london emergency". */
const QUALITY = /^(emergency|cheap|budget|luxury|vegan|vegetarian|family|boutique|online)$/

/** Reads a lower-case phrase; `places` are names to know beside the usual ones. */
export function nounPhrase(phrase: string, places: readonly string[] = []): NounPhrase {
  const ranked = takeRank(phrase.replace(YEAR, ''))
  const { quality, superlative } = ranked
  const rest = isBare(ranked.rest) ? 'products and services' : ranked.rest
  const bare = spell(arrange(rest, places))
  const base = quality === '' ? bare : `${quality} ${bare}`
  const count = countOf(bare)
  const many = manyOf(base, count)
  const top = count === 'unknown' ? manyOf(bare, count) : bare
  return {
    base,
    one: count === 'one' ? withArticle(base) : many,
    many,
    top: `${superlative} ${top}`,
    heading: count === 'one' ? many : base,
    count,
    plural: count !== 'mass',
    topPlural: count === 'many' || count === 'unknown',
  }
}

function manyOf(phrase: string, count: Count): string {
  if (count === 'one') return pluralOf(phrase)
  if (count !== 'unknown') return phrase
  const { core, tail } = partsOf(phrase)
  if (BEGINS_TAIL.test(phrase)) return `options ${phrase}`
  return tail.startsWith(' of ') ? `${phrase} options` : `${core} options${tail}`
}

/** "a CRM" where the phrase needs an article, and "the best CRM" where it ranks. */
export function withObjectArticle(phrase: string, places: readonly string[] = []): string {
  if (/^(a|an|the|my|your|some|one|this|these)\s/.test(phrase)) {
    return spell(arrange(phrase, places)).replace(/^(a|an) (?=(most|\w+est)\b)/, 'the ')
  }
  const { superlative, quality } = takeRank(phrase)
  const { one, top } = nounPhrase(phrase, places)
  return superlative !== 'the best' || (quality === '' && /^(the )?best\s/.test(phrase)) ? top : one
}

/** What a phrase says where it does not depend on places: "kids bike 20 inch", "crm free". */
function inOrder(phrase: string): string {
  return phrase
    .replace(MEASURE, '$2-$3 $1')
    .replace(FOR_WHOM, '$1 for $2')
    .replace(FREE, 'free $1')
    .replace(FOR_ONE, (_, before: string, noun: string) => `${before} ${pluralOf(noun)}`)
    .trim()
}

/** Puts the words of a search in the order of prose: "hotel dublin with pool". */
export function arrange(phrase: string, places: readonly string[]): string {
  return placed(inOrder(phrase), places).replace(
    NEAR,
    (_, near: string, place: string) => `${near} ${spellPlace(place)}`,
  )
}

function placed(phrase: string, places: readonly string[]): string {
  const found = findPlace(phrase, places)
  if (!found) return phrase
  const { before } = found
  const joined = (...parts: string[]) => parts.filter((part) => part !== '').join(' ')
  if (before === '' || /\b(for|the|and|or)$/.test(before)) {
    return joined(before, spellPlace(found.place), found.after)
  }
  const place = placeAfterIn(found.place)
  if (/\b(in|near|from|to|at|of|around)$/.test(before)) return joined(before, place, found.after)

  if (/^airport\b/.test(found.after)) {
    const more = found.after.slice('airport'.length).trim()
    const tail = more === '' || BEGINS_TAIL.test(more) ? more : `with ${more}`
    return joined(before, 'at', place, 'airport', tail)
  }
  const district = DISTRICT.exec(found.after)?.[0] ?? ''
  const where = joined('in', place, district.trim())
  const more = found.after.slice(district.length).trim()
  if (more === '' || BEGINS_TAIL.test(more)) return joined(before, where, more)
  if (AMENITY.test(more)) return joined(before, where, 'with', more)
  return QUALITY.test(more) ? joined(more, before, where) : joined(before, where, spellPlace(more))
}

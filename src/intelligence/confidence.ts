import { countOf, partsOf } from './nouns.ts'
import { findPlace } from './spelling.ts'

/**
 * Whether the grammar of a phrase, arranged as prose, is known well enough to build sentences with it.
 * Searches are strings of words, and most of English is not in our lists: what may be something else than
 * a noun with what belongs to it is better quoted than inflected ("dentist open on saturday").
 */
export function isUnderstood(phrase: string, places: readonly string[] = []): boolean {
  const text = phrase.toLowerCase().replace(/\bopen[- ]source\b/g, 'libre')
  const { core, head, tail } = partsOf(text)
  if (NO_NOUN_PART.test(` ${core} `) || CLAUSE.test(tail) || ADVERB_AT_END.test(text)) return false
  if (BEGINS_WITH_VERB.test(text)) return false

  const place = findPlace(text, places)
  if (place && findPlace(`${place.before} , ${place.after}`, places)) return false
  // "to" begins a clause unless a place follows it: "time to post", but "flights to Bangkok".
  const to = /\sto (.+)$/.exec(` ${text.replace(/^alternatives? to /, '')}`)?.[1]
  if (to !== undefined && findPlace(to.replace(/^the /, ''), places)?.before !== '') return false
  if (BEGINS_WITH_PREPOSITION.test(text)) return true
  return !NOT_CHOSEN.test(head) && !/^[\d/.,-]+$/.test(head) && countOf(head) !== 'unknown'
}

/** What is done, not chosen: there is no "best email marketing", but there are options for it. */
export function isActivity(phrase: string): boolean {
  const { head } = partsOf(phrase.toLowerCase())
  return (
    ACTIVITY.test(head) && !/^(clothing|bedding|parking|catering|lighting|string|ring)$/.test(head)
  )
}

const ACTIVITY = /(ing|delivery|seo|research|design|advice|analytics|finance|law|repair|support)$/
/** Verbs, adverbs and pronouns, none of which stands in front of a noun that it belongs to. */
const NO_NOUN_PART =
  / (open|opens|closed|now|today|tonight|tomorrow|late|is|are|was|does|do|am|ever|when|while|if|not|i|my|you|your|me|it|we|this|how|why|compare|login|near by|allowed|allows|accepts|accepting|made|makes) /
const BEGINS_WITH_PREPOSITION = /^(in|for|near|at|on|with|under|from)\s/
const CLAUSE = /\s(that|who|which|than)\s/
const ADVERB_AT_END =
  /\s(now|today|tonight|tomorrow|soon|fast|indoors|outdoors|later|please|asap|anymore)$/
const BEGINS_WITH_VERB =
  /^(lose|grow|make|write|stop|remove|cook|become|earn|avoid|increase|reduce|convert|pay|send|get|become|stay|go|eat|do) /
/** Things that are known, suffered or looked up. */
const NOT_CHOSEN =
  /^(errors?|symptoms?|problems?|issues?|numbers?|hours?|times?|dates?|login|jobs?|weather|ranges?|meaning|definition|pains?|news|history|results?|address|map|salary|sizes?|capacity|deficiency|causes?)$/

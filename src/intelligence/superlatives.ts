/** Words at the start of a keyword that rank: "nicest", "most reliable", "top 10", "better". */

const ADJECTIVES = (
  'bright calm cheap clean clear close cold cool cosy cozy cute dark deep early easy fancy fast few ' +
  'fine fresh friendly funny great green happy hard healthy heavy high hot large late light long loud ' +
  'low lovely new nice old poor pretty quick quiet rare rich safe sharp short simple slim slow small ' +
  'smart smooth soft strong sturdy sweet tall tasty thick thin tight tiny tough trendy warm weird wide ' +
  'young big'
).split(' ')

const ranked = new Map<string, string>()
for (const adjective of ADJECTIVES) {
  const stem = /[^aeiou]y$/.test(adjective)
    ? `${adjective.slice(0, -1)}i`
    : /e$/.test(adjective)
      ? adjective.slice(0, -1)
      : /^(hot|big|slim|thin)$/.test(adjective)
        ? adjective + adjective.at(-1)
        : adjective
  ranked.set(`${stem}est`, adjective)
  // A cooler, a cleaner and a lighter are things.
  if (!/^(cool|clean|light|warm)$/.test(adjective)) ranked.set(`${stem}er`, adjective)
}
for (const word of ['best', 'better', 'top', 'good', 'finest', 'greatest', 'leading']) {
  ranked.set(word, '')
}
ranked.set('latest', 'new').set('highest', '').set('cheap', 'affordable')
ranked.set('cheapest', 'affordable').set('cheaper', 'affordable').set('worst', '')

const LEADING = /^(?:the |a |an )?(?:\d+ (?=best|top|most))?/

export interface Ranked {
  /** What is left of the phrase. */
  rest: string
  /** The quality that was asked for: "quiet" of "quietest"; empty when it was just the best. */
  quality: string
  /** "the quietest": how a question asks for it; "the best" if the phrase had only a comparative or none. */
  superlative: string
}

/** Takes the words that rank from the start of a lower-case phrase. */
export function takeRank(phrase: string): Ranked {
  let rest = phrase.replace(LEADING, '')
  let quality = ''
  let superlative = 'the best'
  for (;;) {
    const [word = '', next = '', ...others] = rest.split(' ')
    if (next === '') break
    if (/^(most|more|least)$/.test(word) && others.length > 0) {
      if (word === 'most') superlative = `the most ${next}`
      quality = word === 'least' ? '' : next
      rest = others.join(' ')
    } else if (ranked.has(word)) {
      if (/est$/.test(word) && !/^(highest|worst)$/.test(word)) superlative = `the ${word}`
      quality = ranked.get(word) ?? ''
      rest = [next, ...others].join(' ')
    } else if (/^(top|highest|best)[- ](rated|reviewed|selling)$/.test(`${word} ${next}`)) {
      rest = others.join(' ')
    } else break
    rest = rest.replace(/^(rated|reviewed|selling|of the|of) (?=\S)/, '')
    if (word === 'top') rest = rest.replace(/^\d+ (?=\S)/, '')
  }
  return { rest, quality, superlative }
}

/** Whether the phrase names nothing: it is empty, or but an article or a word that ranks. */
export function isBare(phrase: string): boolean {
  return ranked.has(phrase) || /^(the|a|an|most|more|least)?$/.test(phrase)
}

/** Whether the phrase asks for an extreme somewhere: "with the longest range". */
export function hasRank(phrase: string): boolean {
  return phrase
    .split(' ')
    .some((word) => word === 'most' || (ranked.has(word) && /est$/.test(word)))
}

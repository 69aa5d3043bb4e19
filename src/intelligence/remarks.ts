/**
 * What answers say about a brand. `{s1}` and `{s2}` are strengths, `{w1}` and `{w2}` weaknesses, `{s3}`
 * is a strength of `{rival}`; `{people}` are those who have an opinion.
 */
export interface Remark {
  text: string
  /** Where it holds: at the first, a later or the last rank of several, or whenever several are named. */
  rank?: 'first' | 'later' | 'last' | 'any'
  /** Says "I", which search engines do not. */
  spoken?: true
}

export const REMARKS: Record<'positive' | 'neutral' | 'negative', readonly Remark[]> = {
  positive: [
    { text: '{brand} stands out for {s1} and {s2}.' },
    {
      text: 'Reviewers regularly praise {brand} for {s1}, with {s2} as another point in its favor.',
    },
    { text: '{brand} is widely seen as a safe choice, thanks to {s1} and {s2}.' },
    {
      text: 'Most comparisons rate {brand} highly for {s1}, and it is a particularly good fit for {audience}.',
    },
    { text: 'Those who chose {brand} tend to mention {s1} first, followed by {s2}.' },
    { text: 'With {s1} and {s2}, {brand} is a particularly good fit for {audience}.' },
    { text: 'What {people} like most about {brand} is {s1}; many also point to {s2}.' },
    { text: 'If you care about {s1}, {brand} is hard to beat.' },
    {
      text: 'Feedback on {brand} is consistently good, particularly when it comes to {s1} and {s2}.',
    },
    { text: '{brand} has built a loyal following with {s1} and {s2}.' },
    { text: 'I would happily recommend {brand} to {audience}, above all for {s1}.', spoken: true },
    { text: 'The case for {brand} is easy to make: {s1}, {s2}, and few serious complaints.' },
    { text: '{brand} wins {people} over with {s1}, and its reviews have improved further lately.' },
    {
      text: 'I would put {brand} first, mainly because of {s1} and {s2}.',
      rank: 'first',
      spoken: true,
    },
    { text: 'Of these, {brand} earns the warmest reviews, above all for {s1}.', rank: 'first' },
    { text: 'Do not overlook {brand}: it scores well for {s1} and {s2}.', rank: 'later' },
    { text: '{brand} is a strong option too, with {s1} and {s2}.', rank: 'later' },
  ],
  neutral: [
    { text: '{brand} covers the essentials; its main strength is {s1}, its main drawback {w1}.' },
    { text: 'Opinions about {brand} are divided: some point to {s1}, others to {w1}.' },
    { text: '{brand} is a solid middle-of-the-road option, best known for {s1}.' },
    { text: '{brand} may suit {audience}, although some mention {w1}.' },
    { text: '{brand} appears in most comparisons, usually with a note about {s1}.' },
    { text: 'Reviews of {brand} name {s1} as a plus and {w1} as a minus.' },
    { text: '{brand} gets credit for {s1}, but some {people} are put off by {w1}.' },
    { text: 'Whether {brand} is right for you depends on how you weigh {s1} against {w1}.' },
    { text: '{brand} does a decent job overall, with {s1} as its best-known feature.' },
    { text: 'Beyond {s1}, little sets {brand} apart from the rest.' },
    { text: '{brand} has fans and skeptics: the former cite {s1}, the latter {w1}.' },
    { text: 'Feedback on {brand} is mixed, with praise for {s1} and some grumbling about {w1}.' },
    { text: '{brand} can be a sensible option for {audience}, as long as you can live with {w1}.' },
    { text: 'I would call {brand} an average choice: {s1}, but also {w1}.', spoken: true },
    { text: '{brand} and {rival} are often compared, without a clear winner.', rank: 'any' },
  ],
  negative: [
    { text: 'Be aware that {brand} draws criticism for {w1} and {w2}.' },
    { text: '{brand} is hard to miss, but recent reviews complain about {w1}.' },
    { text: 'Some {people} complain about {w1}, so look closely at {brand} before you commit.' },
    { text: '{brand} used to be an obvious choice, but {w1} and {w2} have cost it some goodwill.' },
    { text: 'I would be careful with {brand}: reviews often mention {w1} and {w2}.', spoken: true },
    { text: 'The most frequent complaints about {brand} concern {w1} and {w2}.' },
    { text: '{brand} has lost ground lately, mostly because of {w1}.' },
    { text: 'Reviews of {brand} have been disappointing, with {w1} and {w2} as recurring themes.' },
    { text: 'I hesitate to recommend {brand}, given {w1} and {w2}.', spoken: true },
    { text: 'It is hard to discuss {brand} without mentioning {w1}.' },
    { text: 'Many {people} say they would not choose {brand} again because of {w1}.' },
    { text: 'The main concern with {brand} is {w1}, and some {people} also mention {w2}.' },
    { text: 'If you choose {brand}, be prepared for {w1} and possibly {w2}.' },
    { text: 'Next to {rival}, {brand} gets weaker reviews, mainly over {w1}.', rank: 'any' },
    { text: 'I list {brand} last because of {w1} and {w2}.', rank: 'last', spoken: true },
  ],
}

/** A word on another brand that was named. */
export const ASIDES: readonly string[] = [
  '{rival} is the closest alternative, with {s3} as its main advantage.',
  'By comparison, {rival} is better known for {s3}.',
  '{rival} earns good marks for {s3}.',
  'If {brand} does not convince you, {rival} is worth a look for {s3}.',
  '{rival} takes a different approach and is mostly praised for {s3}.',
  'People who prefer {rival} usually mention {s3}.',
]

import type { Sentiment } from '../records.ts'

/**
 * How each platform opens and closes an answer. `{list}` is the brands by rank, `{ranked}` the same with numbers;
 * `{about}` is the quoted search, `{brand}` the brand, `{name}` and `{names}` the listed kind of thing: tool, tools.
 */
export interface Voice {
  /** Whether it says "I". */
  spoken: boolean
  /** For several brands. */
  plain: readonly string[]
  /** For several brands, as recommendations, so only praise may follow. */
  warm: readonly string[]
  /** For the brand alone. */
  alone: string
  aloneWarm: string
  closings: readonly string[]
}

export const VOICES: Readonly<Record<string, Voice>> = {
  ChatGPT: {
    spoken: true,
    plain: [
      'For {about}, the {names} that come up most often are {list}.',
      'If you search for {about}, the {names} that people mention most are {list}.',
      'A few {names} come up again and again: {list}.',
    ],
    warm: [
      'There are a few strong choices for {about}. I would start with {list}.',
      'Great question! Good places to start are {list}.',
      'Here is my shortlist for {about}: {ranked}.',
    ],
    alone: 'If you search for {about}, you will probably come across {brand}.',
    aloneWarm: 'One {name} I would look at for {about} is {brand}.',
    closings: [
      'If you tell me your budget and priorities, I can narrow this down.',
      'Details change often, so check the latest information before you decide.',
      'Let me know what matters most to you, and I can go into more detail.',
    ],
  },
  Perplexity: {
    spoken: false,
    plain: [
      'For {about}, the sources most often discuss {list} [1][2].',
      'Recent coverage of {about} centers on {list} [1].',
      'Across recent articles, {list} are the {names} cited most often [1].',
    ],
    warm: [
      'Recent comparisons list {list} among the leading {names} for {about} [1].',
      'Reviewers recommend several {names} for {about}, including {list} [1][2].',
    ],
    alone: 'For {about}, {brand} is the {name} that the sources discuss most [1].',
    aloneWarm: 'Recent roundups for {about} name {brand} as a good choice [1].',
    closings: [
      'User reviews are broadly in line with this assessment [2].',
      'The sources are fairly recent, but details may have changed since [1].',
    ],
  },
  Gemini: {
    spoken: true,
    plain: [
      'Here are some well-known {names} for {about}: {list}.',
      'There are several {names} to compare: {list}.',
    ],
    warm: [
      'When it comes to {about}, several {names} stand out, including {list}.',
      'Here are my top picks for {about}: {ranked}.',
    ],
    alone: 'One well-known {name} for {about} is {brand}.',
    aloneWarm: 'A {name} to consider for {about} is {brand}.',
    closings: [
      'The best choice depends on your budget and on what you need most.',
      'It is a good idea to compare recent reviews before choosing.',
      'Keep in mind that individual experiences can differ.',
    ],
  },
  Claude: {
    spoken: true,
    plain: [
      'There is no single right answer here, but {list} are the {names} I would compare.',
      'For {about}, the {names} I see discussed most are {list}.',
      'A fair comparison for {about} would usually cover {list}.',
    ],
    warm: [
      'It depends on what matters most to you. For {about}, I would consider {list}.',
      'If I had to put together a shortlist for {about}, it would be {list}.',
    ],
    alone: 'For {about}, one {name} that often comes up is {brand}.',
    aloneWarm: 'Without knowing more about your needs, I would start with {brand}.',
    closings: [
      'I would verify prices and recent reviews, since my information may be out of date.',
      'If you can share a little more about your situation, I can be more specific.',
      'I would weigh this against what matters most to you.',
    ],
  },
  Copilot: {
    spoken: true,
    plain: [
      'Based on what I found, the {names} most often mentioned for {about} are {list}.',
      'Here is a quick look at {about}: {list} get most of the attention.',
      'Several pages I checked discuss {list}.',
    ],
    warm: [
      'Based on what I found, popular picks for {about} include {list}.',
      'I found several good {names} for {about}: {ranked}.',
    ],
    alone: 'For {about}, {brand} shows up in several recent articles.',
    aloneWarm: 'Based on what I found, {brand} is a popular pick for {about}.',
    closings: [
      'Would you like a side-by-side comparison?',
      'Would you like me to look for recent reviews?',
      'Shall I look up current details?',
    ],
  },
  'Google AI Overviews': {
    spoken: false,
    plain: [
      'Frequently compared {names} for {about} include {list}.',
      'Online sources commonly refer to {list}.',
      'Searches for {about} often lead to {list}.',
    ],
    warm: [
      'Popular choices for {about} are {list}.',
      'Top-rated {names} include {list}, based on expert reviews and customer ratings.',
    ],
    alone: 'Articles on {about} frequently mention {brand}.',
    aloneWarm: 'A popular choice for {about} is {brand}.',
    closings: [
      'Details vary by location.',
      'Experiences differ, so recent reviews are worth a look.',
    ],
  },
  Grok: {
    spoken: true,
    plain: [
      'Short version: for {about}, people mostly talk about {list}.',
      'The usual {names}: {list}.',
      'Ask ten people about {about} and you will mostly hear {list}.',
    ],
    warm: [
      'People keep recommending {list} for {about}.',
      'Short version: for {about}, look at {list}.',
    ],
    alone: 'Short version: for {about}, {brand} gets talked about a lot.',
    aloneWarm: 'Short version: for {about}, go with {brand}.',
    closings: ['Check recent user posts before you commit.', 'Your mileage may vary.'],
  },
}

/**
 * What an answer says about a brand. `{s1}` and `{s2}` are strengths, `{w1}` and `{w2}` weaknesses; `{audience}`
 * cares about `{s1}`. `{rival}` is the brand named next to it, `{people}` have an opinion.
 */
export interface Remark {
  text: string
  /** Needs several brands, with this rank of the brand among them. */
  rank?: 'first' | 'later' | 'last' | 'any'
  /** Says "I". */
  spoken?: true
}

export const REMARKS: Record<Sentiment, readonly Remark[]> = {
  positive: [
    { text: '{brand} stands out for {s1} and {s2}.' },
    { text: 'Reviewers regularly praise {brand} for {s1}, and many also like {s2}.' },
    { text: '{brand} is widely seen as a safe choice, thanks to {s1} and {s2}.' },
    { text: 'Most comparisons rate {brand} highly for {s1}, and it suits {audience} well.' },
    { text: 'With {s1} and {s2}, {brand} is a particularly good fit for {audience}.' },
    { text: 'What {people} like most about {brand} is {s1}; many also point to {s2}.' },
    { text: 'If you care about {s1}, {brand} is hard to beat.' },
    { text: 'Feedback on {brand} is consistently good, particularly when it comes to {s1}.' },
    { text: '{brand} has built a loyal following with {s1} and {s2}.' },
    { text: 'I would happily recommend {brand} to {audience}, above all for {s1}.', spoken: true },
    { text: 'The case for {brand} is easy to make: {s1}, {s2}, and few serious complaints.' },
    { text: 'I would put {brand} first, mainly because of {s1}.', rank: 'first', spoken: true },
    { text: 'Of these, {brand} earns the warmest reviews, above all for {s1}.', rank: 'first' },
    { text: 'Do not overlook {brand}: it scores well for {s1} and {s2}.', rank: 'later' },
    { text: '{brand} is a strong option too, with {s1} and {s2}.', rank: 'later' },
  ],
  neutral: [
    { text: '{brand} covers the essentials; its main strength is {s1}, its main drawback {w1}.' },
    { text: 'Opinions about {brand} are divided: some point to {s1}, others to {w1}.' },
    { text: '{brand} is a solid middle-of-the-road option, best known for {s1}.' },
    { text: '{brand} may suit {audience}, although some mention {w1}.' },
    { text: 'Reviews of {brand} name {s1} as a plus and {w1} as a minus.' },
    { text: '{brand} gets credit for {s1}, but some {people} are put off by {w1}.' },
    { text: 'Whether {brand} is right for you depends on how you weigh {s1} against {w1}.' },
    { text: 'Beyond {s1}, little sets {brand} apart from the rest.' },
    { text: 'Feedback on {brand} is mixed, with praise for {s1} and some grumbling about {w1}.' },
    { text: '{brand} can be a sensible option for {audience} who can live with {w1}.' },
    { text: 'I would call {brand} an average choice: {s1}, but also {w1}.', spoken: true },
    { text: '{brand} and {rival} are often compared, without a clear winner.', rank: 'any' },
  ],
  negative: [
    { text: 'Be aware that {brand} draws criticism for {w1} and {w2}.' },
    { text: '{brand} is hard to miss, but recent reviews complain about {w1}.' },
    { text: 'Some {people} complain about {w1}, so look closely at {brand} before you commit.' },
    { text: '{brand} used to be an obvious choice, but {w1} and {w2} have cost it some goodwill.' },
    { text: 'I would be careful with {brand}: reviews often mention {w1}.', spoken: true },
    { text: 'The most frequent complaints about {brand} concern {w1} and {w2}.' },
    { text: '{brand} has lost ground lately, mostly because of {w1}.' },
    { text: 'Reviews of {brand} have been disappointing, with {w1} as a recurring theme.' },
    { text: 'Many {people} say they would not choose {brand} again because of {w1}.' },
    { text: 'If you choose {brand}, be prepared for {w1} and possibly {w2}.' },
    { text: 'Next to {rival}, {brand} gets weaker reviews, mainly over {w1}.', rank: 'any' },
    { text: 'I list {brand} last because of {w1} and {w2}.', rank: 'last', spoken: true },
  ],
}

/** A sentence about another named brand; `{s3}` is its strength. */
export const ASIDES: readonly string[] = [
  '{rival} is the closest alternative, with {s3} as its main advantage.',
  'By comparison, {rival} is better known for {s3}.',
  'If {brand} does not convince you, {rival} is worth a look for {s3}.',
  'People who prefer {rival} usually mention {s3}.',
]

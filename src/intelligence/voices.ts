/**
 * How each platform words an answer. Openings list the names in order, which is where the rank of the
 * brand comes from; `{list}` is the names, `{about}` the topic, `{brand}` the brand.
 */
export interface Voice {
  /** When several brands are named. */
  many: readonly string[]
  /** When the brand is the only one. */
  alone: readonly string[]
  /** A last sentence; the empty one means none. */
  closings: readonly string[]
}

export const VOICES: Record<string, Voice> = {
  ChatGPT: {
    many: [
      'For {about}, the names that come up most often are {list}.',
      'There are a few strong choices for {about}. I would start with {list}.',
      'When it comes to {about}, good places to start are {list}.',
    ],
    alone: [
      'For {about}, {brand} is a name worth knowing.',
      'One brand I would look at for {about} is {brand}.',
    ],
    closings: [
      'If you tell me your budget and priorities, I can narrow this down.',
      'Details change often, so check each website before you decide.',
      '',
    ],
  },
  Perplexity: {
    many: [
      'Recent comparisons name {list} among the leading brands for {about} [1].',
      'For {about}, the sources most often recommend {list} [1][2].',
    ],
    alone: [
      'For {about}, {brand} is the brand that the sources discuss most [1].',
      'Several recent reviews for {about} focus on {brand} [1].',
    ],
    closings: ['User reviews are broadly in line with this assessment [2].', '', ''],
  },
  Gemini: {
    many: [
      'Here are some well-regarded brands for {about}: {list}.',
      'When it comes to {about}, several brands stand out, including {list}.',
    ],
    alone: [
      'When it comes to {about}, {brand} is often mentioned.',
      'A brand to consider for {about} is {brand}.',
    ],
    closings: [
      'The best choice depends on your budget and on the features you need most.',
      'It is a good idea to compare recent reviews before choosing.',
      '',
    ],
  },
  Claude: {
    many: [
      'There is no single right answer for {about}, but {list} are the ones I would compare first.',
      'It depends on what matters most to you. For {about}, I would consider {list}.',
    ],
    alone: [
      'I would want to know more about your needs, but for {about}, {brand} is a reasonable place to start.',
      'For {about}, one option to consider is {brand}.',
    ],
    closings: [
      'I would verify current prices and recent reviews, since my information may be out of date.',
      'If you can share a little more about your situation, I can be more specific.',
      '',
    ],
  },
  Copilot: {
    many: [
      'Based on what I found, popular picks for {about} include {list}.',
      'Here is a quick look at {about}: {list} are frequently recommended.',
    ],
    alone: [
      'Based on what I found, {brand} is a popular pick for {about}.',
      'For {about}, {brand} shows up in several recent articles.',
    ],
    closings: ['Would you like a side-by-side comparison?', 'Want me to look up prices?', ''],
  },
  'Google AI Overviews': {
    many: [
      'Top-rated brands for {about} include {list}, based on expert reviews and customer ratings.',
      'Popular choices for {about} are {list}.',
    ],
    alone: [
      'For {about}, {brand} is a commonly mentioned choice.',
      'Reviews for {about} frequently mention {brand}.',
    ],
    closings: ['Prices and availability vary by location.', '', ''],
  },
  Grok: {
    many: [
      'Short version: for {about}, look at {list}.',
      'People keep recommending {list} for {about}.',
    ],
    alone: [
      'Short version: for {about}, {brand} gets talked about a lot.',
      'If you ask around about {about}, you will hear about {brand}.',
    ],
    closings: ['Check recent user posts before you commit.', 'Your mileage may vary.', ''],
  },
}

/** What is said about the brand. `{s1}`, `{s2}` are strengths, `{w1}`, `{w2}` weaknesses. */
export const REMARKS = {
  positive: [
    '{brand} stands out for {s1} and {s2}.',
    'Reviewers regularly praise {brand} for {s1}, with {s2} as another point in its favor.',
    '{brand} is widely seen as a safe choice, thanks to {s1} and {s2}.',
    'Most comparisons rate {brand} highly for {s1}, and it is a particularly good fit for {audience}.',
    'Customers who chose {brand} tend to mention {s1} first, followed by {s2}.',
    'With {s1} and {s2}, {brand} is a particularly good fit for {audience}.',
  ],
  neutral: [
    '{brand} covers the essentials; its main strength is {s1}, its main drawback {w1}.',
    'Opinions about {brand} are divided: some point to {s1}, others to {w1}.',
    '{brand} is a solid middle-of-the-road option, best known for {s1}.',
    '{brand} may suit {audience}, although some customers mention {w1}.',
    '{brand} is mentioned in most comparisons, usually with a note about {s1}.',
  ],
  negative: [
    'Be aware that {brand} draws criticism for {w1} and {w2}.',
    '{brand} comes up often, but recent reviews complain about {w1}.',
    'Several customers of {brand} report {w1}, so it is worth trying it out before you commit.',
    '{brand} used to be an obvious choice, but {w1} and {w2} have cost it some goodwill.',
  ],
} as const

/** A word on another brand that was named. */
export const ASIDES = [
  '{rival} is the closest alternative, with {s3} as its main advantage.',
  'By comparison, {rival} is better known for {s3}.',
  '{rival} scores well for {s3}.',
] as const

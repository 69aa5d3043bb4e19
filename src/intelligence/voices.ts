/**
 * How each platform words an answer. Openings list the names in order, which is where the rank of the
 * brand comes from: `{list}` is the names, `{ranked}` the same with numbers. `{about}` is the topic,
 * `{brand}` the brand, `{name}` and `{names}` what the listed are: brands of shoes, providers of loans.
 */
export interface Voice {
  /** When several brands are named. */
  many: readonly Opening[]
  /** When the brand is the only one. */
  alone: readonly Opening[]
  closings: readonly Closing[]
  /** Whether it speaks of itself as "I". */
  spoken: boolean
}

export interface Opening {
  text: string
  /** Recommends those it lists, so that nothing but praise can follow. */
  warm?: true
  /** Speaks of a thing that one can choose, not of doing something. */
  thing?: true
}

export interface Closing {
  /** A last sentence. */
  text: string
  /** Speaks of several brands. */
  many?: true
}

export const VOICES: Record<string, Voice> = {
  ChatGPT: {
    spoken: true,
    many: [
      { text: 'For {about}, the {names} that come up most often are {list}.' },
      { text: 'If you are looking into {about}, the {names} that people mention most are {list}.' },
      { text: 'A few {names} come up again and again for {about}: {list}.' },
      {
        text: 'There are a few strong choices for {about}. I would start with {list}.',
        warm: true,
      },
      { text: 'When it comes to {about}, good places to start are {list}.', warm: true },
      { text: 'Here is my shortlist for {about}: {ranked}.', warm: true, thing: true },
    ],
    alone: [
      { text: 'If you are looking into {about}, you will probably come across {brand}.' },
      { text: 'When it comes to {about}, {brand} is one of the names that come up.' },
      { text: 'For {about}, {brand} is a name worth knowing.', warm: true },
      { text: 'One {name} I would look at for {about} is {brand}.', warm: true },
    ],
    closings: [
      { text: 'If you tell me your budget and priorities, I can narrow this down.', many: true },
      { text: 'Details change often, so check the latest information before you decide.' },
      { text: 'Let me know what matters most to you, and I can go into more detail.' },
    ],
  },
  Perplexity: {
    spoken: false,
    many: [
      { text: 'For {about}, the sources most often discuss {list} [1][2].' },
      { text: 'Coverage of {about} centers on {list} [1].', thing: true },
      { text: 'Across recent articles, {list} are the {names} cited most often for {about} [1].' },
      {
        text: 'Recent comparisons list {list} among the leading {names} for {about} [1].',
        warm: true,
      },
      {
        text: 'Reviewers recommend several {names} for {about}, including {list} [1][2].',
        warm: true,
      },
    ],
    alone: [
      { text: 'For {about}, {brand} is the {name} that the sources discuss most [1].' },
      { text: 'Several recent articles on {about} focus on {brand} [1].' },
      { text: 'Recent roundups name {brand} as a good choice for {about} [1].', warm: true },
    ],
    closings: [
      { text: 'User reviews are broadly in line with this assessment [2].' },
      { text: 'The sources are fairly recent, but details may have changed since [1].' },
    ],
  },
  Gemini: {
    spoken: true,
    many: [
      { text: 'Here are some well-known {names} for {about}: {list}.' },
      { text: 'There are several {names} to compare for {about}: {list}.' },
      { text: 'Looking at {about}, you will most often find {list}.' },
      {
        text: 'When it comes to {about}, several {names} stand out, including {list}.',
        warm: true,
      },
      { text: 'Here are my top picks for {about}: {ranked}.', warm: true, thing: true },
    ],
    alone: [
      { text: 'When it comes to {about}, {brand} is often mentioned.' },
      { text: 'One well-known {name} for {about} is {brand}.' },
      { text: 'A {name} to consider for {about} is {brand}.', warm: true },
    ],
    closings: [
      { text: 'The best choice depends on your budget and on what you need most.', many: true },
      { text: 'It is a good idea to compare recent reviews before choosing.' },
      { text: 'Keep in mind that individual experiences can differ.' },
    ],
  },
  Claude: {
    spoken: true,
    many: [
      {
        text: 'There is no single right answer for {about}, but {list} are the ones I would compare.',
      },
      { text: 'The {names} I see discussed most for {about} are {list}.' },
      { text: 'A comparison of {about} would usually cover {list}.', thing: true },
      {
        text: 'It depends on what matters most to you. For {about}, I would consider {list}.',
        warm: true,
      },
      { text: 'If I had to put together a shortlist for {about}, it would be {list}.', warm: true },
    ],
    alone: [
      { text: 'For {about}, one {name} that often comes up is {brand}.' },
      { text: 'There are several {names} for {about}; the one I can say most about is {brand}.' },
      {
        text: 'I would want to know more about your needs, but for {about}, {brand} is a reasonable place to start.',
        warm: true,
      },
    ],
    closings: [
      {
        text: 'I would verify prices and recent reviews, since my information may be out of date.',
      },
      { text: 'If you can share a little more about your situation, I can be more specific.' },
      { text: 'I would weigh this against what matters most to you.' },
    ],
  },
  Copilot: {
    spoken: true,
    many: [
      { text: 'Based on what I found, the {names} most often mentioned for {about} are {list}.' },
      { text: 'Here is a quick look at {about}: {list} get most of the attention.', thing: true },
      { text: 'Several pages I checked on {about} discuss {list}.' },
      { text: 'Based on what I found, popular picks for {about} include {list}.', warm: true },
      { text: 'I found several good {names} for {about}: {ranked}.', warm: true },
    ],
    alone: [
      { text: 'For {about}, {brand} shows up in several recent articles.' },
      { text: 'My search for {about} mostly turned up articles about {brand}.', thing: true },
      { text: 'Based on what I found, {brand} is a popular pick for {about}.', warm: true },
    ],
    closings: [
      { text: 'Would you like a side-by-side comparison?', many: true },
      { text: 'Would you like me to look for recent reviews?' },
      { text: 'Shall I look up current details?' },
    ],
  },
  'Google AI Overviews': {
    spoken: false,
    many: [
      { text: 'Frequently compared {names} for {about} include {list}.' },
      { text: 'Online sources on {about} commonly refer to {list}.' },
      { text: 'Popular choices for {about} are {list}.', warm: true },
      {
        text: 'Top-rated {names} for {about} include {list}, based on expert reviews and customer ratings.',
        warm: true,
      },
      { text: 'Searches for {about} often lead to {list}.', thing: true },
    ],
    alone: [
      { text: 'For {about}, {brand} is a commonly mentioned choice.' },
      { text: 'Articles on {about} frequently mention {brand}.' },
    ],
    closings: [
      { text: 'Details vary by location.' },
      { text: 'Experiences differ, so recent reviews are worth a look.' },
    ],
  },
  Grok: {
    spoken: true,
    many: [
      { text: 'Short version: for {about}, people mostly talk about {list}.' },
      { text: 'The usual {names} for {about}: {list}.' },
      { text: 'Ask ten people about {about} and you will mostly hear {list}.' },
      { text: 'People keep recommending {list} for {about}.', warm: true },
      { text: 'Short version: for {about}, look at {list}.', warm: true },
    ],
    alone: [
      { text: 'Short version: for {about}, {brand} gets talked about a lot.' },
      { text: 'If you ask around about {about}, you will hear about {brand}.' },
    ],
    closings: [
      { text: 'Check recent user posts before you commit.' },
      { text: 'Your mileage may vary.' },
    ],
  },
}

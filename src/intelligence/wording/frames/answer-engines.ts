import { frames, type Voice } from './frame.ts'

/** Platforms that sum up web pages and mark sentences with the numbers of their sources. */
export const ANSWER_ENGINES = {
  Perplexity: {
    spoken: false,
    cites: true,
    layouts: ['bullets', 'bullets', 'prose', 'paragraphs'],
    label: 'none',
    lists: frames(
      '+ Recent reviews rate these {names} highest for {about}:',
      '+ Several {names} are recommended for {about}:',
      'The {names} discussed most in recent sources on {about}:',
      'Based on current comparisons, these {names} come up most often:',
      'Sources differ on the details, but the same {names} appear in most of them:',
      'Recent comparisons for {about} cover the following {names}:',
      'Coverage in {year} centers on a few {names}:',
    ),
    named: frames(
      '+ Reviewers most often recommend {list} for {about}.',
      'For {about}, sources mention {list} most often.',
      'Recent comparisons cover {list} in the most detail.',
      'Coverage of {about} centers on {list}, with some disagreement between sources.',
    ),
    single: frames(
      '+ One {name} is recommended consistently for {about}.',
      'Most of the sources on {about} discuss a single {name}.',
      'Recent sources mention one {name} in particular.',
    ),
    none: frames(
      'The sources on {about} do not agree on a single {name}. They do agree on what to check:',
      'Guides on {about} focus on criteria rather than on specific {names}:',
      'No single {name} stands out in the sources. The points they raise most often:',
    ),
    tips: ['Key criteria', 'What the sources suggest checking', 'Factors to compare'],
    closings: frames(
      'User reviews are broadly in line with this summary.',
      'The sources are fairly recent, but details may have changed since they were published.',
      '* The ranking varies between sources, so it is worth reading more than one.',
      'Overall, the choice depends on individual priorities.',
    ),
  },
  Copilot: {
    spoken: true,
    cites: true,
    layouts: ['numbered', 'bullets', 'bullets', 'prose'],
    label: 'dash',
    lists: frames(
      '+ Based on what I found, these are popular picks for {about}:',
      '+ I found several good {names} for {about}:',
      "Here's what I found about {about}:",
      'Several pages I checked compare the same {names}:',
      'Here is a quick comparison of the {names} mentioned most often in {year}:',
      'These {names} get most of the attention for {about}:',
    ),
    named: frames(
      '+ Based on what I found, {list} are popular picks for {about}.',
      'Based on what I found, {list} are mentioned most often.',
      'Several pages on {about} compare {list} directly.',
    ),
    single: frames(
      '+ Based on what I found, one {name} is a popular pick for {about}.',
      'One {name} shows up in several recent articles on {about}.',
      'I found one {name} that is mentioned more than once.',
    ),
    none: frames(
      "I didn't find one {name} that every source agrees on. Here's what they suggest you look for:",
      "Here's what to keep in mind for {about}:",
      'Based on what I found, these points matter most:',
    ),
    tips: ['Good to know', 'What to look for', 'Before you choose'],
    closings: frames(
      '* Would you like a side-by-side comparison?',
      'Would you like me to look for recent reviews?',
      'Shall I check current prices for you?',
      'Is there a feature or a budget I should focus on?',
      'Do you want me to narrow this down by location or price?',
    ),
  },
  'Google AI Overviews': {
    spoken: false,
    cites: true,
    layouts: ['bullets', 'bullets', 'prose'],
    label: 'colon',
    lists: frames(
      '+ Popular choices for {about} include the following {names}:',
      '+ Top-rated {names}, based on expert reviews and customer ratings, include:',
      'Frequently compared {names} for {about} include:',
      'Several {names} are commonly mentioned for {about}, and the best one depends on your needs:',
      'Online reviews in {year} most often discuss these {names}:',
      'Key {names} to compare:',
    ),
    named: frames(
      '+ Popular choices for {about} include {list}, based on expert reviews and customer ratings.',
      'Frequently compared {names} for {about} include {list}, among others.',
      'Searches for {about} often lead to {list}, which differ in price and focus.',
    ),
    single: frames(
      '+ One {name} for {about} stands out in recent reviews.',
      'One {name} is frequently mentioned in articles on {about}.',
      'Online sources on {about} commonly refer to one {name}.',
    ),
    none: frames(
      'The best option for {about} depends on your needs. Key factors to consider include:',
      'To choose well, compare {names} on the following points:',
      'Experts suggest comparing several {names} before deciding:',
    ),
    tips: ['Key considerations', 'How to choose', 'Factors to consider'],
    closings: frames(
      'Details vary by location and may change.',
      'Experiences differ, so recent reviews are worth a look.',
      'Check the official websites for current prices and availability.',
    ),
  },
} satisfies Record<string, Voice>

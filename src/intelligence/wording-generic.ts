import type { Wording } from './wording.ts'

/** Suits whatever a campaign may be about. */
export const GENERIC: Wording = {
  names: ['name', 'names'],
  people: 'customers',
  themes: {
    quality: {
      praise: ['consistent quality', 'dependable results'],
      complaint: ['uneven quality over the past year', 'results that fall short of expectations'],
    },
    price: {
      praise: ['fair prices', 'good value for the money'],
      complaint: ['prices above the average', 'costs that add up over time'],
    },
    support: {
      praise: ['helpful customer service', 'quick answers to questions'],
      complaint: ['slow responses from customer service', 'customer service that is hard to reach'],
    },
    reputation: {
      praise: ['a strong reputation', 'a long track record'],
      complaint: ['a reputation that has suffered lately', 'a short track record'],
    },
    information: {
      praise: ['clear information', 'a well-organized website'],
      complaint: ['a confusing website', 'vague information'],
    },
    availability: {
      praise: ['wide availability', 'dependable availability'],
      complaint: ['limited availability in some regions', 'long waiting lists'],
    },
    terms: {
      praise: ['fair terms', 'a straightforward cancellation policy'],
      complaint: ['terms that deserve a close read', 'a strict cancellation policy'],
    },
    choice: {
      praise: ['a broad range of options', 'an offer for almost every need'],
      complaint: ['a narrow range of options', 'few options for special needs'],
    },
    experience: {
      praise: ['an easy start', 'a smooth experience from start to finish'],
      complaint: ['a slow start', 'a process that takes patience'],
    },
  },
  audiences: [
    { text: 'beginners', theme: 'experience' },
    { text: 'people who want something simple', theme: 'experience' },
    { text: 'demanding customers', theme: 'quality' },
    { text: 'anyone on a moderate budget', theme: 'price' },
    { text: 'people who like to compare carefully', theme: 'information' },
  ],
  suffixes: ['& Co.', 'Group', 'Collective', 'Works', 'House'],
}

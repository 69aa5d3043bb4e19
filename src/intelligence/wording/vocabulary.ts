/** How answers speak about one kind of business. */
export interface Vocabulary {
  /** The listed kind of thing in the singular, which follows "a", and in the plural. */
  names: readonly [one: string, many: string]
  /** The people with opinions, in the plural. */
  people: string
  /** Second words of invented company names. */
  suffixes: readonly string[]
  themes: readonly Theme[]
}

/**
 * Praise, complaint, and who cares most about the matter. An answer uses a theme once, so it cannot contradict
 * itself. Praise and complaint fit after "for", "with" and "about".
 */
export type Theme = readonly [praise: string, complaint: string, audience: string]

const TRAVEL: Vocabulary = {
  names: ['company', 'companies'],
  people: 'travelers',
  suffixes: ['Travel', 'Journeys', 'Tours', 'Holidays', 'Escapes'],
  themes: [
    ['prices without hidden fees', 'extras that add up', 'travelers on a budget'],
    ['good reliability', 'last-minute changes', 'people who want everything arranged'],
    ['easy online booking', 'a clumsy booking process', 'people who plan at short notice'],
    ['quick help when plans change', 'slow answers when plans change', 'first-time visitors'],
    ['flexible cancellation', 'strict cancellation terms', 'travelers who need flexibility'],
    ['a wide choice of destinations', 'few departure times', 'frequent travelers'],
    ['good comfort', 'comfort below expectations', 'families'],
    ['clear travel information', 'documents that arrive late', 'cautious travelers'],
  ],
}

const SERVICES: Vocabulary = {
  names: ['company', 'companies'],
  people: 'customers',
  suffixes: ['& Sons', 'Services', '& Partners', 'Brothers', 'Workshop'],
  themes: [
    ['punctual appointments', 'missed appointments', 'people with little time'],
    ['careful work', 'work that had to be done twice', 'demanding customers'],
    ['transparent prices', 'quotes that tend to rise afterwards', 'people on a fixed budget'],
    ['clear explanations', 'messages that go unanswered', 'first-time customers'],
    ['short waiting times', 'long waits at busy times', 'people who need help quickly'],
    ['a solid guarantee', 'a guarantee with many exceptions', 'cautious customers'],
    ['deep expertise', 'inexperienced staff on larger projects', 'people with complex questions'],
    ['a fixed contact person', 'frequent changes of staff', 'people who value personal contact'],
  ],
}

export const VOCABULARY = {
  software: {
    names: ['tool', 'tools'],
    people: 'users',
    suffixes: ['Labs', 'Cloud', 'Systems', 'Works', 'Desk', 'HQ'],
    themes: [
      ['fair pricing', 'a price that climbs quickly as seats are added', 'small teams'],
      ['a short learning curve', 'a cluttered interface', 'teams that are new to this'],
      ['clear reporting', 'limited reporting on the entry plan', 'agencies with several clients'],
      ['a long list of integrations', 'integrations that often break', 'companies with many tools'],
      ['responsive support', 'slow replies from support', 'teams without technical staff'],
      ['frequent product updates', 'long gaps between updates', 'growing businesses'],
      ['reliable performance at scale', 'slow loading with large data sets', 'larger companies'],
      ['a polished mobile app', 'a dated mobile app', 'people who work on the road'],
    ],
  },
  goods: {
    names: ['brand', 'brands'],
    people: 'buyers',
    suffixes: ['& Co.', 'Goods', 'Supply', 'Outfitters', '& Daughters', 'Makers'],
    themes: [
      ['solid build quality', 'doubts about long-term durability', 'everyday shoppers'],
      ['good value for the money', 'prices on the high side', 'shoppers on a budget'],
      ['a long warranty', 'a warranty with many exceptions', 'people who buy for the long term'],
      ['quick delivery', 'slow delivery outside major cities', 'shoppers in a hurry'],
      ['hassle-free returns', 'slow refunds after returns', 'cautious buyers'],
      ['a wide range to choose from', 'popular models that sell out quickly', 'enthusiasts'],
      ['knowledgeable customer service', 'customer service that is hard to reach', 'beginners'],
      ['detailed product information', 'vague product descriptions', 'first-time buyers'],
    ],
  },
  food: {
    names: ['brand', 'brands'],
    people: 'customers',
    suffixes: ['Pantry', 'Provisions', 'Kitchen', '& Co.', 'Larder', 'Farm'],
    themes: [
      ['excellent flavor', 'a taste that divides opinion', 'demanding tasters'],
      ['consistent freshness', 'short best-before dates', 'people who cook every day'],
      ['high-quality ingredients', 'a long list of additives', 'health-conscious households'],
      ['reasonable prices', 'high prices per portion', 'anyone who watches the food budget'],
      ['punctual delivery', 'late deliveries', 'busy households'],
      ['recyclable packaging', 'too much packaging', 'people who want less waste'],
      ['a varied selection', 'a selection that rarely changes', 'curious tasters'],
      ['transparent sourcing', 'vague claims about origin', 'people who care about origin'],
    ],
  },
  lodging: {
    names: ['place', 'places'],
    people: 'guests',
    suffixes: ['House', 'Rooms', 'Hotel', 'Residence', 'Inn', 'Suites'],
    themes: [
      ['a convenient location', 'a location away from the main sights', 'weekend visitors'],
      ['spacious rooms', 'small rooms', 'families'],
      ['friendly staff', 'an understaffed front desk', 'people who value personal contact'],
      ['a generous breakfast', 'a limited breakfast', 'early risers'],
      ['quiet nights', 'thin walls', 'light sleepers'],
      ['fair rates', 'rates that rise sharply at weekends', 'travelers on a budget'],
      ['reliable Wi-Fi', 'patchy Wi-Fi', 'business travelers'],
      ['a relaxed atmosphere', 'decor that feels tired', 'couples'],
    ],
  },
  travel: TRAVEL,
  transport: { ...TRAVEL, suffixes: ['Travel', 'Express', 'Lines', 'Mobility', 'Go'] },
  dining: {
    names: ['place', 'places'],
    people: 'guests',
    suffixes: ['Kitchen', 'Table', 'Bistro', 'Room', 'Corner', '& Sons'],
    themes: [
      ['carefully cooked dishes', 'dishes of uneven quality', 'food lovers'],
      ['attentive service', 'distracted service', 'people with something to celebrate'],
      ['a relaxed atmosphere', 'a noisy dining room', 'couples'],
      ['fair prices', 'prices on the high side', 'guests on a budget'],
      ['generous portions', 'small portions', 'hungry groups'],
      ['short waiting times', 'long waits at busy times', 'people in a hurry'],
      ['a varied menu', 'a menu that rarely changes', 'families'],
      ['easy reservations', 'tables that are hard to book', 'larger groups'],
    ],
  },
  trades: SERVICES,
  professional: {
    ...SERVICES,
    names: ['firm', 'firms'],
    people: 'clients',
    suffixes: ['& Partners', 'Associates', 'Group', 'Advisory', 'Collective'],
  },
  finance: {
    names: ['provider', 'providers'],
    people: 'customers',
    suffixes: ['Finance', 'Capital', 'Mutual', 'Direct', 'Trust'],
    themes: [
      ['low fees', 'fees that are easy to overlook', 'cost-conscious customers'],
      ['a clear mobile app', 'a clumsy mobile app', 'people who do everything on the phone'],
      ['quick decisions', 'decisions that take weeks', 'people in a hurry'],
      ['terms in plain language', 'terms with many exceptions', 'first-time customers'],
      ['support that is easy to reach', 'long waits on the phone', 'people who value advice'],
      ['solid security features', 'accounts that are locked without warning', 'cautious customers'],
      ['little paperwork', 'a great deal of paperwork', 'freelancers'],
      ['a broad range of products', 'few products to choose from', 'families'],
    ],
  },
  health: {
    names: ['provider', 'providers'],
    people: 'patients',
    suffixes: ['Clinic', 'Care', 'Health', 'Practice', 'Medical'],
    themes: [
      ['a caring team', 'rushed consultations', 'anxious patients'],
      ['short waiting times', 'weeks of waiting for an appointment', 'people with little time'],
      ['transparent prices', 'bills that exceed the estimate', 'people who pay for themselves'],
      ['clear explanations', 'explanations that leave questions open', 'first-time patients'],
      ['good long-term results', 'mixed long-term results', 'people who want a second opinion'],
      ['modern equipment', 'dated premises', 'people who need longer treatment'],
      ['simple online booking', 'a phone line that is often busy', 'families'],
      ['attentive aftercare', 'follow-up visits that cost extra', 'people with complex needs'],
    ],
  },
  education: {
    names: ['provider', 'providers'],
    people: 'learners',
    suffixes: ['Academy', 'School', 'Institute', 'Learning', 'Campus'],
    themes: [
      ['engaging teachers', 'teachers of uneven quality', 'people who need motivation'],
      ['practical exercises', 'too much theory', 'career changers'],
      ['reasonable fees', 'extra costs for exams', 'students'],
      ['a well-judged pace', 'a pace that leaves beginners behind', 'beginners'],
      ['small groups', 'little contact with others', 'people who like to learn together'],
      ['visible progress', 'promises that go beyond the results', 'people with a clear goal'],
      ['a flexible schedule', 'a rigid schedule', 'people with a busy week'],
      ['personal guidance', 'little guidance between sessions', 'self-taught learners'],
    ],
  },
  generic: {
    names: ['name', 'names'],
    people: 'customers',
    suffixes: ['& Co.', 'Group', 'Collective', 'Works', 'House'],
    themes: [
      ['consistent quality', 'results that fall short of expectations', 'demanding customers'],
      ['good value for the money', 'prices above the average', 'anyone on a moderate budget'],
      ['helpful customer service', 'customer service that is hard to reach', 'beginners'],
      ['a strong reputation', 'a short track record', 'cautious customers'],
      ['clear information', 'a confusing website', 'people who like to compare carefully'],
      ['wide availability', 'long waiting lists', 'people in a hurry'],
      ['fair terms', 'a strict cancellation policy', 'people who value flexibility'],
      ['a broad range of options', 'few options for special needs', 'people with specific needs'],
    ],
  },
} satisfies Record<string, Vocabulary>

/** Kinds of business, which decide the themes of praise and complaint. */
export type Kind = keyof typeof VOCABULARY

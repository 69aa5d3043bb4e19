import type { Wording } from './wording.ts'

/** Local trades: repair, cleaning, moving, hair, fitness. */
export const TRADES: Wording = {
  names: ['name', 'names'],
  people: 'customers',
  themes: {
    punctuality: {
      praise: ['punctual appointments', 'jobs that are finished on time'],
      complaint: ['missed appointments', 'work that takes longer than agreed'],
    },
    workmanship: {
      praise: ['careful work', 'results that last'],
      complaint: ['uneven workmanship', 'work that had to be done twice'],
    },
    price: {
      praise: ['transparent quotes', 'fair prices'],
      complaint: ['quotes that tend to rise afterwards', 'high call-out charges'],
    },
    communication: {
      praise: ['prompt communication', 'clear explanations'],
      complaint: ['patchy communication', 'messages that go unanswered'],
    },
    availability: {
      praise: ['short waiting times', 'appointments at short notice'],
      complaint: ['long waits at busy times', 'few appointments at weekends'],
    },
    booking: {
      praise: ['simple online booking', 'easy rescheduling'],
      complaint: ['a booking process that feels dated', 'strict rescheduling rules'],
    },
    guarantee: {
      praise: ['a solid guarantee', 'reliable follow-up'],
      complaint: ['a guarantee with many exceptions', 'little follow-up'],
    },
    staff: {
      praise: ['experienced staff', 'polite staff'],
      complaint: ['frequent changes of staff', 'inexperienced staff'],
    },
  },
  audiences: [
    { text: 'first-time customers', theme: 'communication' },
    { text: 'busy households', theme: 'availability' },
    { text: 'people who need help at short notice', theme: 'availability' },
    { text: 'anyone who values personal contact', theme: 'staff' },
    { text: 'people on a fixed budget', theme: 'price' },
  ],
  suffixes: ['& Sons', 'Services', '& Partners', 'Brothers', 'Workshop'],
}

/** Agencies, lawyers, consultants. */
export const PROFESSIONAL: Wording = {
  names: ['name', 'names'],
  people: 'clients',
  themes: {
    expertise: {
      praise: ['deep expertise', 'experienced advisers'],
      complaint: ['junior teams on larger projects', 'advice that stays general'],
    },
    communication: {
      praise: ['prompt communication', 'clear explanations without jargon'],
      complaint: ['slow replies', 'updates that come only on request'],
    },
    price: {
      praise: ['transparent fees', 'fair hourly rates'],
      complaint: ['fees that are hard to predict', 'high hourly rates'],
    },
    results: {
      praise: ['measurable results', 'a strong track record'],
      complaint: ['results that take long to show', 'results below expectations'],
    },
    reporting: {
      praise: ['honest reporting', 'regular progress reports'],
      complaint: ['reports that say little', 'irregular progress reports'],
    },
    terms: {
      praise: ['contracts without long lock-ins', 'fair contract terms'],
      complaint: ['long minimum contracts', 'contracts that are hard to leave'],
    },
    onboarding: {
      praise: ['a thorough first meeting', 'a well-organized start'],
      complaint: ['a slow start', 'a confusing first meeting'],
    },
    continuity: {
      praise: ['a fixed contact person', 'stable teams'],
      complaint: ['frequent changes of contact person', 'high staff turnover'],
    },
  },
  audiences: [
    { text: 'small businesses', theme: 'price' },
    { text: 'clients with complex questions', theme: 'expertise' },
    { text: 'people who want one contact person', theme: 'continuity' },
    { text: 'first-time clients', theme: 'onboarding' },
  ],
  suffixes: ['& Partners', 'Associates', 'Group', 'Advisory', 'Collective'],
}

export const FINANCE: Wording = {
  names: ['provider', 'providers'],
  people: 'customers',
  themes: {
    price: {
      praise: ['low fees', 'competitive rates'],
      complaint: ['fees that are easy to overlook', 'rates that lag behind the market'],
    },
    app: {
      praise: ['a clear mobile app', 'convenient online access'],
      complaint: ['a clumsy mobile app', 'online access that is often down'],
    },
    speed: {
      praise: ['quick decisions', 'fast processing of requests'],
      complaint: ['slow processing of requests', 'decisions that take weeks'],
    },
    terms: {
      praise: ['terms in plain language', 'flexible contracts'],
      complaint: ['terms with many exceptions', 'strict notice periods'],
    },
    support: {
      praise: ['knowledgeable customer service', 'support that is easy to reach'],
      complaint: ['long waits on the phone', 'support that gives conflicting answers'],
    },
    security: {
      praise: ['solid security features', 'a trustworthy reputation'],
      complaint: ['accounts that are locked without warning', 'cumbersome security checks'],
    },
    application: {
      praise: ['a simple application', 'little paperwork'],
      complaint: ['a long application', 'a great deal of paperwork'],
    },
    choice: {
      praise: ['a broad range of products', 'options that can be combined'],
      complaint: ['few products to choose from', 'add-ons that cannot be deselected'],
    },
  },
  audiences: [
    { text: 'freelancers', theme: 'application' },
    { text: 'families', theme: 'choice' },
    { text: 'people who manage everything on the phone', theme: 'app' },
    { text: 'cost-conscious customers', theme: 'price' },
    { text: 'cautious customers', theme: 'security' },
  ],
  suffixes: ['Finance', 'Capital', 'Mutual', 'Direct', 'Trust'],
}

export const HEALTH: Wording = {
  names: ['provider', 'providers'],
  people: 'patients',
  themes: {
    staff: {
      praise: ['a caring team', 'a gentle manner'],
      complaint: ['rushed consultations', 'a brusque front desk'],
    },
    waiting: {
      praise: ['short waiting times', 'appointments within days'],
      complaint: ['long waiting times', 'weeks of waiting for an appointment'],
    },
    price: {
      praise: ['transparent prices', 'a clear cost estimate in advance'],
      complaint: ['bills that exceed the estimate', 'high prices for extras'],
    },
    communication: {
      praise: ['clear explanations', 'honest advice'],
      complaint: ['explanations that leave questions open', 'a tendency to recommend extras'],
    },
    results: {
      praise: ['good long-term results', 'thorough examinations'],
      complaint: ['mixed long-term results', 'results that vary between practitioners'],
    },
    premises: {
      praise: ['modern equipment', 'spotless premises'],
      complaint: ['dated premises', 'cramped waiting rooms'],
    },
    booking: {
      praise: ['simple online booking', 'helpful reminders'],
      complaint: ['a phone line that is often busy', 'a charge for missed appointments'],
    },
    aftercare: {
      praise: ['attentive aftercare', 'follow-up calls'],
      complaint: ['little aftercare', 'follow-up visits that cost extra'],
    },
  },
  audiences: [
    { text: 'families', theme: 'waiting' },
    { text: 'anxious patients', theme: 'staff' },
    { text: 'people with little time', theme: 'waiting' },
    { text: 'people who want a second opinion', theme: 'communication' },
  ],
  suffixes: ['Clinic', 'Care', 'Health', 'Practice', 'Medical'],
}

export const EDUCATION: Wording = {
  names: ['provider', 'providers'],
  people: 'learners',
  themes: {
    teachers: {
      praise: ['engaging teachers', 'detailed feedback from teachers'],
      complaint: ['teachers of uneven quality', 'little feedback from teachers'],
    },
    material: {
      praise: ['up-to-date material', 'practical exercises'],
      complaint: ['outdated material', 'too much theory'],
    },
    price: {
      praise: ['reasonable fees', 'payment by installments'],
      complaint: ['high fees', 'extra costs for exams'],
    },
    pace: {
      praise: ['a well-judged pace', 'lessons of a manageable length'],
      complaint: ['a pace that leaves beginners behind', 'lessons that drag on'],
    },
    community: {
      praise: ['an active community', 'small groups'],
      complaint: ['large groups', 'little contact with others'],
    },
    reputation: {
      praise: ['a strong reputation', 'visible progress'],
      complaint: ['promises that go beyond the results', 'slow progress'],
    },
    flexibility: {
      praise: ['a flexible schedule', 'recordings of every session'],
      complaint: ['a rigid schedule', 'no recordings of missed sessions'],
    },
    support: {
      praise: ['responsive support', 'personal guidance'],
      complaint: ['slow support', 'little guidance between sessions'],
    },
  },
  audiences: [
    { text: 'beginners', theme: 'pace' },
    { text: 'people with a busy week', theme: 'flexibility' },
    { text: 'people who want quick progress', theme: 'reputation' },
    { text: 'self-motivated learners', theme: 'support' },
  ],
  suffixes: ['Academy', 'School', 'Institute', 'Learning', 'Campus'],
}

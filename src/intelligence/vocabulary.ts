/** Word lists of the generated answers. Any strength or weakness fits after "for", "is" and "with". */

/** What a brand sells, which decides what people praise and complain about. */
export type Trade = 'software' | 'goods' | 'services' | 'other'

interface Wording {
  strengths: readonly string[]
  weaknesses: readonly string[]
  /** Whom it suits; fits after "a good fit for". */
  audiences: readonly string[]
  /** Second words of invented company names. */
  suffixes: readonly string[]
}

export const WORDING: Record<Trade, Wording> = {
  software: {
    strengths: [
      'a short learning curve',
      'clear reporting',
      'well-documented integrations',
      'responsive support',
      'flexible pricing tiers',
      'a clean interface',
      'frequent product updates',
      'a generous free trial',
      'reliable performance at scale',
    ],
    weaknesses: [
      'a price that climbs quickly as seats are added',
      'limited reporting on the entry plan',
      'a dated mobile app',
      'slow replies from support at busy times',
      'a thin set of integrations',
      'a setup that takes longer than promised',
      'few options for customization',
    ],
    audiences: [
      'small teams',
      'mid-sized companies',
      'agencies with several clients',
      'teams that are new to this',
      'growing businesses',
    ],
    suffixes: ['Labs', 'Cloud', 'Systems', 'Works', 'Desk', 'HQ'],
  },
  goods: {
    strengths: [
      'solid build quality',
      'good value for the price',
      'a long warranty',
      'quick delivery',
      'a hassle-free returns policy',
      'durable materials',
      'a wide range to choose from',
      'consistently good test results',
    ],
    weaknesses: [
      'stock that sells out quickly',
      'slow delivery outside major cities',
      'a short warranty',
      'prices that have crept up over the past year',
      'doubts about long-term durability',
      'a returns process that takes patience',
      'a limited choice of sizes and colors',
    ],
    audiences: [
      'first-time buyers',
      'everyday use',
      'shoppers on a budget',
      'enthusiasts',
      'people who buy for the long term',
    ],
    suffixes: ['& Co.', 'Goods', 'Supply', 'Outfitters', '& Daughters', 'Makers'],
  },
  services: {
    strengths: [
      'prompt communication',
      'transparent quotes',
      'experienced staff',
      'flexible scheduling',
      'reliable follow-up',
      'strong customer reviews',
      'fair cancellation terms',
    ],
    weaknesses: [
      'long waiting times at busy periods',
      'quotes that tend to rise later on',
      'uneven communication',
      'limited availability at weekends',
      'fees that are easy to overlook',
      'a booking process that feels dated',
    ],
    audiences: [
      'first-time customers',
      'families',
      'small businesses',
      'people who need help at short notice',
      'anyone who values personal contact',
    ],
    suffixes: ['& Partners', 'Group', 'Associates', 'Services', 'Collective'],
  },
  other: {
    strengths: [
      'reliability',
      'value for money',
      'responsive customer service',
      'clear pricing',
      'consistent quality',
      'a strong reputation',
      'ease of use',
    ],
    weaknesses: [
      'prices above the average',
      'slow responses from customer service',
      'a confusing website',
      'uneven quality over the past year',
      'limited availability in some regions',
      'terms that deserve a close read',
    ],
    audiences: [
      'beginners',
      'people who want something simple',
      'demanding customers',
      'anyone on a moderate budget',
      'small businesses',
    ],
    suffixes: ['& Co.', 'Group', 'Collective', 'Works', 'House'],
  },
}

/** Tells the trade from a keyword; of equally frequent trades the first counts. */
export const TRADES: readonly (readonly [Trade, RegExp])[] = [
  [
    'software',
    /software|saas|\bapps?\b|\bapi\b|tools?\b|platform|\bcrm\b|\berp\b|\bseo\b|rank|analytics|dashboard|automation|tracking|tracker|cloud|\bai\b|generator|plugin|hosting|vpn|cms|website builder/,
  ],
  [
    'services',
    /agency|agencies|service|consult|lawyer|attorney|plumb|dentist|clinic|insurance|bank|loan|mortgage|hotel|flight|travel|tour|course|training|tutor|clean|repair|moving|near me|restaurant|account(ing|ant)/,
  ],
  [
    'goods',
    /shoe|boot|bike|bicycle|laptop|phone|camera|mattress|chair|desk|sofa|coffee|tea\b|jacket|dress|watch|bag|toy|knife|headphone|speaker|skincare|bottle|grill|tent|guitar|furniture|clothing|jewel|kitchen|shop|store|buy|outdoor|sneaker/,
  ],
]

/** Context of a brand that no campaign tells anything about. */
export const INDUSTRIES: readonly {
  hint: RegExp
  topics: readonly string[]
}[] = [
  {
    hint: /soft|tech|data|cloud|app|labs|digital|systems|\bai\b|seo|crm/,
    topics: [
      'project management software',
      'customer support tools',
      'team collaboration software',
      'workflow automation platforms',
    ],
  },
  {
    hint: /bank|pay|fin|capital|credit|insur/,
    topics: ['business bank accounts', 'online invoicing', 'travel insurance', 'savings accounts'],
  },
  {
    hint: /travel|hotel|air|tour|trip|holiday/,
    topics: ['weekend city breaks', 'family holidays', 'flight deals', 'boutique hotels'],
  },
  {
    hint: /shoe|wear|sport|run|outdoor|fit|bike|trail/,
    topics: ['trail running shoes', 'waterproof jackets', 'hiking backpacks', 'fitness trackers'],
  },
  {
    hint: /home|sleep|furni|interior|kitchen|living/,
    topics: ['office chairs', 'standing desks', 'mattresses for side sleepers', 'kitchen knives'],
  },
  {
    hint: /coffee|food|bake|tea|kitchen|organic|farm/,
    topics: ['coffee subscriptions', 'espresso machines', 'meal kits', 'organic snacks'],
  },
  {
    hint: /health|care|clinic|dental|med|pharma/,
    topics: ['online health check-ups', 'physiotherapy exercises', 'vitamin supplements'],
  },
  {
    hint: /learn|school|academy|edu|course/,
    topics: ['online language courses', 'coding bootcamps', 'exam preparation'],
  },
  {
    hint: /market|media|agency|creative|brand/,
    topics: ['content marketing agencies', 'email marketing tools', 'brand tracking'],
  },
  {
    hint: /energy|solar|electric|auto|motor|car/,
    topics: ['home solar panels', 'electric car chargers', 'green energy tariffs'],
  },
]

/** Invented publications that answers cite; all under .example, which nobody can register. */
export const PUBLICATIONS: readonly { name: string; domain: string }[] = [
  { name: 'Comparewise', domain: 'comparewise.example' },
  { name: 'The Shortlist Journal', domain: 'shortlist-journal.example' },
  { name: 'Practical Buyer', domain: 'practical-buyer.example' },
  { name: 'Fieldnotes Weekly', domain: 'fieldnotes-weekly.example' },
  { name: 'Verdict Desk', domain: 'verdict-desk.example' },
  { name: 'The Independent Reviewer', domain: 'independent-reviewer.example' },
  { name: 'Side by Side', domain: 'side-by-side.example' },
  { name: 'Insider Ledger', domain: 'insider-ledger.example' },
]

/** Invented places where people ask each other. */
export const COMMUNITIES: readonly { name: string; domain: string }[] = [
  { name: 'Askwell', domain: 'askwell.example' },
  { name: 'Open Forum', domain: 'openforum.example' },
  { name: 'The Common Thread', domain: 'common-thread.example' },
]

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

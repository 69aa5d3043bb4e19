import type { Wording } from './wording.ts'

export const SOFTWARE: Wording = {
  names: ['product', 'products'],
  people: 'users',
  themes: {
    price: {
      praise: ['flexible pricing tiers', 'fair pricing'],
      complaint: [
        'a price that climbs quickly as seats are added',
        'important features that need the higher plans',
      ],
    },
    ease: {
      praise: ['a short learning curve', 'a clean interface'],
      complaint: ['a cluttered interface', 'a steep learning curve'],
    },
    reporting: {
      praise: ['clear reporting', 'detailed reports'],
      complaint: ['limited reporting on the entry plan', 'rigid reports'],
    },
    integrations: {
      praise: ['well-documented integrations', 'a long list of integrations'],
      complaint: ['a thin set of integrations', 'integrations that need frequent repair'],
    },
    support: {
      praise: ['responsive support', 'a patient support team'],
      complaint: ['slow replies from support', 'support that mostly points to help articles'],
    },
    updates: {
      praise: ['frequent product updates', 'a clear product roadmap'],
      complaint: ['long gaps between updates', 'feature requests that go unanswered'],
    },
    trial: {
      praise: ['a generous free trial', 'an unhurried trial period'],
      complaint: ['a short trial period', 'a trial that leaves out key features'],
    },
    performance: {
      praise: ['reliable performance at scale', 'fast loading times'],
      complaint: ['slow loading with large data sets', 'occasional outages'],
    },
    mobile: {
      praise: ['a capable mobile app', 'a polished mobile app'],
      complaint: ['a dated mobile app', 'a mobile app that lacks key features'],
    },
    setup: {
      praise: ['a quick setup', 'helpful onboarding'],
      complaint: ['a setup that takes longer than promised', 'patchy onboarding'],
    },
    customization: {
      praise: ['plenty of room for customization', 'flexible settings'],
      complaint: ['few options for customization', 'rigid default settings'],
    },
  },
  audiences: [
    { text: 'small teams', theme: 'price' },
    { text: 'mid-sized companies', theme: 'performance' },
    { text: 'agencies with several clients', theme: 'reporting' },
    { text: 'teams that are new to this', theme: 'ease' },
    { text: 'growing businesses', theme: 'price' },
    { text: 'companies with an existing set of tools', theme: 'integrations' },
  ],
  suffixes: ['Labs', 'Cloud', 'Systems', 'Works', 'Desk', 'HQ'],
}

export const GOODS: Wording = {
  names: ['brand', 'brands'],
  people: 'buyers',
  themes: {
    quality: {
      praise: ['solid build quality', 'durable materials', 'good results in independent tests'],
      complaint: ['doubts about long-term durability', 'uneven build quality'],
    },
    price: {
      praise: ['good value for the money', 'fair prices'],
      complaint: ['prices that have crept up over the past year', 'prices on the high side'],
    },
    warranty: {
      praise: ['a long warranty', 'a generous warranty'],
      complaint: ['a short warranty', 'a warranty with many exceptions'],
    },
    delivery: {
      praise: ['quick delivery', 'dependable delivery'],
      complaint: ['slow delivery outside major cities', 'late deliveries'],
    },
    returns: {
      praise: ['hassle-free returns', 'a generous returns policy'],
      complaint: ['slow refunds after returns', 'a returns process that takes patience'],
    },
    choice: {
      praise: ['a wide range to choose from', 'a good choice of models'],
      complaint: ['a limited choice of models', 'popular models that sell out quickly'],
    },
    support: {
      praise: ['knowledgeable customer service', 'quick help with questions'],
      complaint: ['slow customer service', 'customer service that is hard to reach'],
    },
    design: {
      praise: ['thoughtful design', 'attention to detail'],
      complaint: ['an uninspired design', 'a design that looks better in photos'],
    },
    information: {
      praise: ['detailed product information', 'honest product descriptions'],
      complaint: ['vague product descriptions', 'instructions that leave questions open'],
    },
  },
  audiences: [
    { text: 'first-time buyers', theme: 'information' },
    { text: 'people who want something for every day', theme: 'quality' },
    { text: 'shoppers on a budget', theme: 'price' },
    { text: 'enthusiasts', theme: 'quality' },
    { text: 'people who buy for the long term', theme: 'quality' },
    { text: 'shoppers in a hurry', theme: 'delivery' },
  ],
  suffixes: ['& Co.', 'Goods', 'Supply', 'Outfitters', '& Daughters', 'Makers'],
}

export const FOOD: Wording = {
  names: ['brand', 'brands'],
  people: 'customers',
  themes: {
    taste: {
      praise: ['excellent flavor', 'flavors that feel carefully made'],
      complaint: ['bland flavors', 'a taste that divides opinion'],
    },
    freshness: {
      praise: ['consistent freshness', 'noticeably fresh products'],
      complaint: ['uneven freshness', 'short best-before dates'],
    },
    ingredients: {
      praise: ['high-quality ingredients', 'a short list of ingredients'],
      complaint: ['a long list of additives', 'ingredients that seem ordinary for the category'],
    },
    price: {
      praise: ['reasonable prices', 'good value per portion'],
      complaint: ['high prices per portion', 'steadily rising prices'],
    },
    delivery: {
      praise: ['punctual delivery', 'convenient delivery slots'],
      complaint: ['late deliveries', 'a small delivery area'],
    },
    packaging: {
      praise: ['recyclable packaging', 'careful packaging'],
      complaint: ['too much packaging', 'packaging that does not always survive the journey'],
    },
    choice: {
      praise: ['a varied selection', 'good options for special diets'],
      complaint: ['a selection that rarely changes', 'few options for special diets'],
    },
    sourcing: {
      praise: ['transparent sourcing', 'direct trade with growers'],
      complaint: ['little information about sourcing', 'vague claims about origin'],
    },
    support: {
      praise: ['friendly customer service', 'quick refunds when something goes wrong'],
      complaint: ['slow customer service', 'refunds that take a long time'],
    },
    terms: {
      praise: ['orders that are easy to pause', 'no minimum order'],
      complaint: ['subscriptions that are hard to cancel', 'a high minimum order'],
    },
  },
  audiences: [
    { text: 'busy households', theme: 'delivery' },
    { text: 'people who care about origin', theme: 'sourcing' },
    { text: 'curious tasters', theme: 'choice' },
    { text: 'anyone who watches the food budget', theme: 'price' },
  ],
  suffixes: ['Pantry', 'Provisions', 'Kitchen', '& Co.', 'Larder', 'Farm'],
}

import { faker } from '@faker-js/faker/locale/en'
import type { Account } from '../accounts/account.ts'
import { hashText, mix, pick, unit } from '../intelligence/hash.ts'
import { slugOf } from '../intelligence/site.ts'
import { inOneGo, type Steps } from '../time/steps.ts'
import type { FilledAccount } from './fixture-account.ts'
import type { AccountFixture, CampaignFixture } from './fixture-schema.ts'

const TRADES = [
  {
    suffixes: ['Outfitters', 'Outdoor', 'Trail Co'],
    products: ['hiking boots', 'rain jacket', 'two-person tent', 'sleeping bag', 'trekking poles'],
    audiences: ['beginners', 'winter hikes', 'wide feet', 'families'],
  },
  {
    suffixes: ['Kitchens', 'Homeware', 'Table'],
    products: ['cast iron pan', 'knife set', 'espresso machine', 'dinner plates', 'stand mixer'],
    audiences: ['small kitchens', 'induction hobs', 'home baking', 'wedding gifts'],
  },
  {
    suffixes: ['Software', 'Cloud', 'Systems'],
    products: ['invoicing software', 'crm', 'time tracking app', 'help desk', 'payroll software'],
    audiences: ['freelancers', 'small teams', 'agencies', 'construction companies'],
  },
  {
    suffixes: ['Dental', 'Dental Care', 'Smiles'],
    products: ['dental implants', 'invisible braces', 'teeth whitening', 'dental check-up'],
    audiences: ['nervous patients', 'adults', 'children', 'students'],
  },
  {
    suffixes: ['Travel', 'Journeys', 'Holidays'],
    products: ['walking holidays', 'city breaks', 'cycling tours', 'family holidays'],
    audiences: ['couples', 'solo travellers', 'school holidays', 'over 60s'],
  },
  {
    suffixes: ['Cycles', 'Bikes', 'Wheel Works'],
    products: ['electric bike', 'gravel bike', 'cargo bike', 'kids bike', 'bike helmet'],
    audiences: ['commuting', 'hills', 'tall riders', 'two children'],
  },
  {
    suffixes: ['Legal', 'Law', 'Solicitors'],
    products: ['conveyancing', 'divorce lawyer', 'employment lawyer', 'will writing service'],
    audiences: ['first-time buyers', 'small businesses', 'expats', 'landlords'],
  },
] as const

const LOCATIONS = [
  'London, United Kingdom',
  'Manchester, United Kingdom',
  'Dublin, Ireland',
  'New York, United States',
  'Chicago, United States',
  'Toronto, Canada',
  'Sydney, Australia',
] as const

const THEMES = [
  'product pages',
  'local search',
  'buying guides',
  'AI answers',
  'brand watch',
] as const

const OLDEST_DAYS = 400

/** The account with the campaigns written out that it asks for by `generate_campaigns`. */
export function withFiller(account: AccountFixture, seed: number): FilledAccount {
  return inOneGo(fillerSteps(account, seed))
}

/** As `withFiller`, with pauses. */
export function* fillerSteps(account: AccountFixture, seed: number): Steps<FilledAccount> {
  const { generate_campaigns: count = 0, campaigns = [], ...rest } = account
  const filler = yield* fillerCampaigns(count, { id: account.id, seed })
  return { ...rest, campaigns: [...campaigns, ...filler] }
}

/**
 * Believable campaigns of invented companies, several to a company, from the oldest to the newest.
 * What each is follows from the account, its seed and the number of the campaign alone.
 */
function* fillerCampaigns(
  count: number,
  { id, seed }: Pick<Account, 'id' | 'seed'>,
): Steps<CampaignFixture[]> {
  const base = hashText(id, seed)
  const campaigns: CampaignFixture[] = []
  for (let number = 0; campaigns.length < count; number++) {
    const company = inventCompany(mix(base, number))
    for (const theme of THEMES.slice(0, count - campaigns.length)) {
      const index = campaigns.length
      const daysAgo = OLDEST_DAYS - Math.floor((index / count) * (OLDEST_DAYS - 1))
      campaigns.push(inventCampaign(company, theme, `-${daysAgo}d`, mix(~base, index)))
    }
    yield
  }
  return campaigns
}

type Theme = (typeof THEMES)[number]

interface Company {
  name: string
  trade: (typeof TRADES)[number]
  city: string
  competitors: string[]
}

// Only names are faker's, once for each company: seeding it takes as long as 50 choices by hash.
function inventCompany(seed: number): Company {
  faker.seed(seed >>> 0)
  const trade = pick(TRADES, seed)
  const names = faker.helpers.uniqueArray(
    () => `${faker.person.lastName()} ${faker.helpers.arrayElement(trade.suffixes)}`,
    faker.number.int({ min: 3, max: 5 }),
  )
  const [name = trade.suffixes[0], ...rivals] = names

  return { name, trade, city: pick(LOCATIONS, mix(seed, 1)), competitors: rivals.map(domainOf) }
}

function inventCampaign(
  { name, trade, city, competitors }: Company,
  theme: Theme,
  since: string,
  seed: number,
): CampaignFixture {
  const watchesChat = theme === 'AI answers' || theme === 'brand watch'

  return {
    name: `${name}: ${theme}`,
    type: watchesChat ? 'chat' : 'serp',
    keywords: inventKeywords(trade, city, seed),
    frequency: unit(mix(seed, 1)) < 0.75 ? 'daily' : 'weekly',
    settings: {
      location: city,
      device: pick(['desktop', 'mobile'], mix(seed, 2)),
      search_engine: unit(mix(seed, 3)) < 0.85 ? 'google' : 'bing',
    },
    brand: name,
    domain: domainOf(name),
    competitors: [...competitors],
    status: unit(mix(seed, 4)) < 0.9 ? 'active' : 'paused',
    since,
  }
}

function inventKeywords(
  { products, audiences }: Company['trade'],
  city: string,
  seed: number,
): string[] {
  const [town = ''] = city.toLowerCase().split(', ')
  const forms = ['%', 'best %', '% reviews', '% prices', `% ${town}`]
  const phrases = [...forms, ...audiences.map((audience) => `% for ${audience}`)]

  const keywords = phrases.flatMap((phrase, row) =>
    products.map((product, column) => ({
      text: phrase.replace('%', product),
      rank: unit(mix(seed, 100 + row * products.length + column)),
    })),
  )
  const wanted = 4 + Math.floor(unit(mix(seed, 5)) * 7)

  return keywords
    .sort((a, b) => a.rank - b.rank)
    .slice(0, wanted)
    .map(({ text }) => text)
}

function domainOf(company: string): string {
  return `${slugOf(company)}.example`
}

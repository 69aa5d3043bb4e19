/** Spelling of keywords, which people type in lower case, as prose has it. */

const ACRONYMS =
  'ai api b2b b2c cbd cms cpa cpc crm css ctr diy erp eu gps hr html iot kpi led llc llm mba ielts toefl gmat pc ppc pdf roi sdk ' +
  'sem seo serp sms sql tv ui uk us usa usb ux vat vpn vps'

/** Firms and products; where the capital is not the first letter, the spelling stands as it is. */
const COMPANIES =
  'Adidas Adobe Airbnb Amazon Apple Asana Canva Dropbox eBay Etsy Expedia Figma Google HubSpot Ikea ' +
  'Jira LinkedIn Mailchimp Microsoft Netflix Nike Notion PayPal Peloton Pinterest QuickBooks ' +
  'Salesforce Samsung Shopify Slack Spotify Stripe TikTok Trello Wix WordPress Xero YouTube Zapier ' +
  'Zendesk Zoom ChatGPT'

/** Further words that are always written in the same way. */
const WORDS =
  'SaaS Gantt Wi-Fi iPhone iPad Android Windows Linux Mac Excel Outlook Pilates Christmas Easter ' +
  'American Australian British Chinese Danish Dutch English European French German Greek Indian Irish ' +
  'Italian Japanese Korean Mexican Moroccan Norwegian Polish Portuguese Scandinavian Scottish Spanish ' +
  'Swedish Swiss Thai Turkish Vietnamese Monday Tuesday Wednesday Thursday Friday Saturday Sunday ' +
  'Instagram Facebook WhatsApp Tesla Python JavaScript Bitcoin'

const PLACES = (
  'amsterdam,athens,atlanta,auckland,austin,australia,austria,bali,bangkok,barcelona,beijing,belfast,' +
  'belgium,berlin,birmingham,boston,brazil,brighton,bristol,brooklyn,brussels,budapest,california,' +
  'canada,cape town,cardiff,chicago,china,cologne,copenhagen,cork,cornwall,croatia,dallas,delhi,denmark,denver,' +
  'detroit,dubai,dublin,edinburgh,england,europe,finland,florence,florida,france,frankfurt,galway,' +
  'geneva,germany,glasgow,greece,hamburg,helsinki,hong kong,houston,iceland,india,ireland,istanbul,' +
  'italy,japan,kyoto,las vegas,leeds,lisbon,liverpool,london,los angeles,lyon,madrid,manchester,' +
  'melbourne,mexico,mexico city,miami,milan,montreal,morocco,mumbai,munich,naples,nashville,' +
  'netherlands,new york,new zealand,norway,osaka,oslo,oxford,paris,perth,philadelphia,phoenix,poland,' +
  'portland,porto,portugal,prague,rome,san diego,san francisco,scotland,seattle,seoul,seville,' +
  'shanghai,singapore,spain,stockholm,stuttgart,sweden,switzerland,sydney,texas,thailand,tokyo,' +
  'toronto,turkey,tuscany,uk,usa,united kingdom,united states,valencia,vancouver,venice,vienna,wales,warsaw,washington,york,zurich,nyc'
).split(',')

const companies = new Map(COMPANIES.split(' ').map((name) => [name.toLowerCase(), name]))
const spellings = new Map([
  ...ACRONYMS.split(' ').map((word) => [word, word.toUpperCase()] as const),
  ...companies,
  ...WORDS.split(' ').map((word) => [word.toLowerCase(), word] as const),
  ['wifi', 'Wi-Fi'] as const,
  ['iphones', 'iPhones'] as const,
  ['nyc', 'NYC'] as const,
])
// "The best us" and "turkey" are a country only where nothing speaks against it.
spellings.delete('us')

/** What something can be free of. */
export const WITHOUT =
  'gluten sugar dairy lactose fat alcohol caffeine cruelty oil plastic fragrance hands duty tax commission fee ad nut wheat grain interest meat chemical noise smoke'.split(
    ' ',
  )

/** Phrases that prose joins with hyphens. */
const HYPHENATED = new RegExp(
  `\\b(?:${WITHOUT.join('|')}) free\\b|${
    /\b(\d+) (hour|star|day|inch|seater|person|minute)\b|\b(\w+) (friendly|proof|rated)\b|\b(e) (bikes?|scooters?)\b|\b(last) (minute)\b|\b(point) of (sale)\b|\b(all) (inclusive)\b/
      .source
  }`,
  'g',
)

/** Whether the phrase is the name of a well-known firm or product and nothing else. */
export function isCompany(phrase: string): boolean {
  return companies.has(phrase)
}

/** "crm software" is CRM software, "dog friendly hotel" is a dog-friendly hotel. */
export function spell(phrase: string): string {
  return phrase
    .replace(HYPHENATED, (found) => found.replaceAll(' ', '-'))
    .replace(/[\p{L}\p{N}]+/gu, (word) => spellings.get(word) ?? word)
}

/** The capitals of a place: New York, Isle of Man. */
export function spellPlace(place: string): string {
  return place.replace(/\p{L}[\p{L}'’]*/gu, (word) =>
    /^(of|the|upon|and|de|la|am)$/.test(word)
      ? word
      : (spellings.get(word) ?? word.charAt(0).toUpperCase() + word.slice(1)),
  )
}

export interface FoundPlace {
  before: string
  place: string
  after: string
}

/** The place that a lower-case phrase names, the longest where several begin alike; `own` are known beside the usual ones. */
export function findPlace(phrase: string, own: readonly string[] = []): FoundPlace | undefined {
  const padded = ` ${phrase} `
  let found: FoundPlace | undefined
  for (const place of [...own, ...PLACES]) {
    const at = padded.indexOf(` ${place} `)
    if (at < 0 || (found && found.place.length >= place.length)) continue
    found = {
      before: padded.slice(0, at).trim(),
      place,
      after: padded.slice(at + place.length + 2).trim(),
    }
  }
  return found
}

/** A place as it stands after "in". */
export function placeAfterIn(place: string): string {
  const spelled = spellPlace(place)
  return /^(uk|usa|united \w+|netherlands)$/.test(place) ? `the ${spelled}` : spelled
}

/** Text that is in the order of prose already. */
export function proseOf(text: string, places: readonly string[]): string {
  const found = findPlace(text, places)
  if (!found) return spell(text).replace(/\bi\b/g, 'I')
  return [spell(found.before), spellPlace(found.place), spell(found.after)]
    .filter((part) => part !== '')
    .join(' ')
    .replace(/\bi\b/g, 'I')
}

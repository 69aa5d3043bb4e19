/**
 * The nouns of an answer about one kind of business: in the singular, which follows "one", and in the plural; and
 * the people whose opinions it reports.
 */
interface Nouns {
  name: string
  names: string
  people: string
}

function nouns(name: string, names: string, people: string): Nouns {
  return { name, names, people }
}

export const NOUNS = {
  software: nouns('tool', 'tools', 'users'),
  goods: nouns('brand', 'brands', 'buyers'),
  food: nouns('brand', 'brands', 'customers'),
  lodging: nouns('place', 'places', 'guests'),
  travel: nouns('company', 'companies', 'travelers'),
  transport: nouns('company', 'companies', 'passengers'),
  dining: nouns('place', 'places', 'diners'),
  trades: nouns('company', 'companies', 'customers'),
  professional: nouns('firm', 'firms', 'clients'),
  finance: nouns('provider', 'providers', 'customers'),
  health: nouns('provider', 'providers', 'patients'),
  education: nouns('provider', 'providers', 'learners'),
  generic: nouns('option', 'options', 'customers'),
} satisfies Record<string, Nouns>

/** Kinds of business, which decide what an answer says about a brand. */
export type Kind = keyof typeof NOUNS

/** What follows the head noun of a phrase: "shoes for flat feet". */
const TAIL =
  /\s(for|in|with|under|over|below|without|of|near|from|on|to|at|by|than|between|using|around|that|who|which|online)(\s.*)?$/

/** The part of a phrase that ends with its head noun. */
export function coreOf(phrase: string): string {
  return phrase.replace(TAIL, '')
}

/** Words for places that sell things. */
const OUTLETS: ReadonlySet<string> = new Set(['shop', 'shops', 'store', 'stores'])

/** Singular words that decide the kind; after a comma, pairs of words, which are looked up first. */
const SIGNS: Record<Exclude<Kind, 'generic'>, string> = {
  software:
    'software saas app api tool platform crm erp seo analytics dashboard automation tracker tracking ' +
    'cloud ai generator plugin hosting vpn cms chatbot kanban invoicing payroll scheduling ' +
    'template spreadsheet database antivirus backup workflow ecommerce,project management,' +
    'time tracking,help desk,website builder,gantt chart,resource planning,email marketing,' +
    'task management,project planning,password manager',
  goods:
    'shoe boot mixer plate bowl cutlery bike bicycle laptop phone smartphone camera mattress chair sofa jacket dress watch bag ' +
    'toy knife knives headphone headset speaker skincare bottle grill tent guitar furniture clothing jewelry ' +
    'jewellery sneaker backpack bed lamp table monitor keyboard pole helmet makeup perfume ' +
    'coat shirt jean sock ring necklace pan kettle toaster machine maker fridge vacuum drill saw tv tablet ' +
    'stroller doll game puzzle battery charger light lock scooter ebike e-bike panel heater pillow duvet rug ' +
    'curtain cosmetics shampoo soap gift wardrobe blender oven bookshelf luggage suitcase printer case purifier sunglass,' +
    'standing desk,office desk,coffee maker,coffee machine,espresso machine,electric car,yoga mat,' +
    'garden furniture,fitness tracker,solar panel,car charger,e bike,wedding ring,sound bar',
  food:
    'takeaway caterer catering coffee tea wine beer chocolate cheese snack bread honey juice olive spice sauce pasta meat fish ' +
    'vegetable fruit grocery supplement vitamin protein gin whisky water cake cookie,meal kit,' +
    'food delivery,pizza delivery,sushi delivery,dog food,cat food,olive oil,coffee bean,baby food,protein bar,granola bar',
  lodging:
    'hotel hostel resort apartment villa lodge guesthouse inn accommodation campsite glamping airbnb ' +
    'b&b cottage suite stay,holiday home,hotel spa',
  travel:
    'travel tour trip holiday vacation cruise safari excursion itinerary honeymoon trek,city break,weekend break,tour operator,' +
    'travel agency,travel agent,walking holiday,package holiday',
  transport:
    'flight airline train ferry bus taxi transfer parking,car rental,car hire,rental car,bike rental',
  dining:
    'restaurant cafe pizza burger bar pub bistro brunch lunch dinner pizzeria bakery sushi steakhouse ramen,' +
    'coffee shop,cocktail bar,ice cream',
  trades:
    'installer plumber plumbing electrician repair cleaning cleaner mover moving locksmith roofer carpenter painter ' +
    'gardener landscaping handyman mechanic hairdresser barber salon spa gym tailor removal builder ' +
    'renovation installation photographer florist dj nanny babysitter massage servicing fitting towing haircut ' +
    'laundry,self storage,storage unit,pest control,dog walker,and makeup,bike service,car service,hair salon,garage door,car wash',
  professional:
    'agency lawyer attorney solicitor consultant consulting accountant accounting notary recruiter ' +
    'architect developer designer freelancer marketing translator branding advertising conveyancing,will writing,writing service,law firm,' +
    'tax adviser,tax advisor,web design,real estate,estate agent',
  finance:
    'insurance bank banking loan mortgage credit pension investment fund broker etf stock saving trading ' +
    'tax wallet payment crypto,credit card,bank account,travel insurance,savings account,business account',
  health:
    'dentist dental doctor clinic physio physiotherapy physiotherapist therapist therapy brace implant ' +
    'whitening check-up surgery optician dermatologist psychologist hospital pharmacy chiropractor vet ' +
    'hearing nurse healthcare medical botox fertility invisalign veneer,hair transplant,eye test,blood test,mental health',
  education:
    'learn learning study course training tutor tutoring school bootcamp class lesson degree certification academy university ' +
    'college exam mba seminar workshop e-learning,online course,' +
    'language course,exam preparation,driving school,yoga class',
}

const KINDS = kindsBySign()
/** The last words of the pairs: without one of them, no pair has to be looked up. */
const PAIR_ENDS: ReadonlySet<string> = new Set(
  [...KINDS.keys()]
    .filter((sign) => sign.includes(' '))
    .map((pair) => pair.split(' ')[1] as string),
)

/** All signs, as they are listed and in the plural. */
function kindsBySign(): ReadonlyMap<string, Kind> {
  const listed = new Map<string, Kind>()
  for (const [kind, signs] of Object.entries(SIGNS) as [Kind, string][]) {
    const [words = '', ...pairs] = signs.split(',')
    for (const sign of [...words.split(' '), ...pairs]) listed.set(sign, kind)
  }
  const all = new Map(listed)
  for (const plural of [
    (sign: string) => `${sign}s`,
    (sign: string) => `${sign}es`,
    (sign: string) => sign.replace(/y$/, 'ies'),
  ]) {
    for (const [sign, kind] of listed) if (!all.has(plural(sign))) all.set(plural(sign), kind)
  }
  return all
}

/**
 * The kind of business of a lower-case keyword; undefined if no word is known. The head of a phrase decides more
 * than the words around it: a "hotel booking app" is an app.
 */
export function kindOf(keyword: string): Kind | undefined {
  const phrase = keyword.replace('bed and breakfast', 'guesthouse')
  const core = coreOf(phrase)
  return lastSign(core.split(' ')) ?? lastSign(phrase.slice(core.length).trim().split(' '))
}

function lastSign(words: readonly string[]): Kind | undefined {
  for (let at = words.length - 1; at >= 0; at--) {
    const word = words[at] as string
    const pair = at > 0 && PAIR_ENDS.has(word) ? KINDS.get(`${words[at - 1]} ${word}`) : undefined
    const kind = pair ?? KINDS.get(word)
    if (kind) return kind
  }
  return words.some((word) => OUTLETS.has(word)) ? 'goods' : undefined
}

/** The most frequent kind, the first of equally frequent ones, and how many of the keywords have it. */
export function prevailingKind(keywords: readonly string[]): { kind: Kind; count: number } {
  const counts = new Map<Kind, number>()
  let prevailing: Kind = 'generic'
  for (const keyword of keywords) {
    const kind = kindOf(keyword)
    if (kind) counts.set(kind, (counts.get(kind) ?? 0) + 1)
  }
  for (const [kind, count] of counts) {
    if (count > (counts.get(prevailing) ?? 0)) prevailing = kind
  }
  return { kind: prevailing, count: counts.get(prevailing) ?? 0 }
}

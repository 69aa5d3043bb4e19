/** Number of English nouns, as far as keywords need it. */

/** Where the head noun of a phrase ends: "shoes for flat feet". */
const TAIL =
  /\s(for|in|with|under|over|below|without|of|near|from|on|to|at|by|than|between|using|around|that|who|which|online)(\s.*)?$/

const MASS_SUFFIX =
  /(ware|ment|tion|sion|ance|ence|ity|ship|age|ics|ing|ness|advice|news|care|therapy|wear)$/
const MASS = new Set(
  (
    'software seo insurance equipment furniture clothing coffee tea advice security storage ' +
    'intelligence research food music help support design data travel skincare jewelry jewellery ' +
    'energy bread water health finance law yoga wine beer chocolate cheese hair makeup paper ' +
    'delivery repair voice content analytics luggage bedding parking accounting milk rice pasta meat ' +
    'fish honey sushi gin whisky rum vodka leather wood gold silver soap shampoo perfume fashion ' +
    'hosting payroll planning pizza tofu gas electricity broadband internet wifi wi-fi saas english ' +
    'spanish french german italian japanese chinese pilates fitness streaming butter powder fiber timber silver ramen brunch lunch dinner weather'
  ).split(' '),
)
const COUNTABLE = new Set(
  (
    'tool app platform service agency company system bike bicycle car laptop phone camera hotel lawyer ' +
    'dentist plumber consultant course provider website builder tracker checker generator planner crm ' +
    'vpn cms erp calculator account loan card mortgage watch mattress chair desk bag jacket machine ' +
    'monitor router printer tv api plugin template grill tent guitar backpack editor dashboard chatbot ' +
    'store shop bank clinic electrician accountant photographer brand hostel resort apartment villa ' +
    'cottage room suite inn lodge guesthouse restaurant cafe bar pub bakery bistro pizzeria break trip ' +
    'tour cruise holiday vacation flight spa gym salon barber helmet ride lock pump light lamp bulb sofa ' +
    'bed table shelf wardrobe rug curtain pillow duvet blanket kettle toaster oven fridge freezer ' +
    'dishwasher vacuum blender mixer grinder pan pot knife board bottle cup mug shoe boot sneaker sandal ' +
    'sock shirt dress coat hat glove belt ring necklace bracelet earring suit tie headphone headset ' +
    'speaker microphone keyboard mouse tablet console game toy doll puzzle book notebook pen pole ' +
    'stroller crib seat monitor charger battery cable drill saw ladder mower hammer heater fan ' +
    'radiator boiler pump panel window door roof kitchen bathroom garage house home flat office ' +
    'attorney solicitor notary doctor therapist physiotherapist psychologist surgeon optician vet ' +
    'hospital practice pharmacy brace implant vitamin supplement tutor teacher school university college ' +
    'bootcamp class lesson degree certificate workshop seminar coach trainer mechanic builder roofer ' +
    'carpenter painter gardener cleaner locksmith mover handyman architect designer developer freelancer ' +
    'translator broker advisor adviser fund policy plan package subscription box kit basket gift ' +
    'solution product option model program programme method alternative idea scooter motorcycle van ' +
    'truck tyre tire kayak surfboard snowboard ski racket ball treadmill dumbbell mat rental ticket ' +
    'station venue event festival museum beach park campsite network server database framework library ' +
    'extension theme font icon logo domain host wallet exchange invoice form survey quiz test ' +
    'newsletter blog podcast channel influencer marketplace portal directory dictionary translation trial deal train ' +
    'snack cookie cake meal recipe drink smoothie juice burger sandwich salad steak crib sensor drone ' +
    'case cover spa purifier suv breakfast frame set check-up plate bowl thermostat camera doorbell robot projector lens tripod turntable piano violin drum ukulele keyboard'
  ).split(' '),
)
const IRREGULAR = new Map([
  ['knife', 'knives'],
  ['shelf', 'shelves'],
  ['child', 'children'],
  ['handyman', 'handymen'],
  ['person', 'people'],
  ['mouse', 'mice'],
])
const PLURALS = new Set(['women', 'men', 'children', 'people', 'feet', 'teeth', 'knives', 'mice'])

export interface Parts {
  /** What comes before the head and the head itself. */
  core: string
  head: string
  /** What is said of it, with the space before it: " for flat feet". */
  tail: string
}

export function partsOf(phrase: string): Parts {
  const core = phrase.replace(TAIL, '')
  return { core, head: core.split(' ').at(-1) ?? core, tail: phrase.slice(core.length) }
}

const PERSON =
  /(lawyer|attorney|solicitor|notary|plumber|electrician|dentist|doctor|therapist|psychologist|photographer|accountant|consultant|advis[eo]r|tutor|coach|trainer|handyman|handymen|cleaner|gardener|roofer|locksmith|architect|hairdresser|barber|surgeon|mechanic|designer|developer|broker|builder)s?$/

/** Whether one asks "who" rather than "what" for it. */
export function isPerson(phrase: string): boolean {
  const { head, core } = partsOf(phrase)
  return PERSON.test(head) && !/(website|app|resume|form|air|vacuum) \w+$/.test(core)
}

export type Count = 'one' | 'many' | 'mass' | 'unknown'

/** How the head of a phrase counts. What is not English counts as mass, which leaves it as it is. */
export function countOf(phrase: string): Count {
  if (isForeign(phrase)) return 'mass'
  const head = partsOf(phrase).head.toLowerCase()
  if (COUNTABLE.has(head)) return 'one'
  if (MASS.has(head)) return 'mass'
  if (PLURALS.has(head) || (/[a-z]s$/.test(head) && !/(ss|us|is|ics|news)$/.test(head)))
    return 'many'
  if (/[a-z]{2}(er|or|ist)$/.test(head)) return 'one'
  return MASS_SUFFIX.test(head) || !/^[a-z-]+$/.test(head) ? 'mass' : 'unknown'
}

/** The phrase with its head in the plural: "hotels in Dublin". */
export function pluralOf(phrase: string): string {
  const { core, head, tail } = partsOf(phrase)
  return `${core.slice(0, core.length - head.length)}${pluralWord(head)}${tail}`
}

function pluralWord(word: string): string {
  const irregular = IRREGULAR.get(word)
  if (irregular) return irregular
  if (/(s|x|ch|sh)$/.test(word)) return `${word}es`
  return /[^aeiou]y$/.test(word) ? `${word.slice(0, -1)}ies` : `${word}s`
}

/** Roughly, whether a phrase is in another language than English. */
export function isForeign(phrase: string): boolean {
  return (
    /[^\p{ASCII}’“”–]/u.test(phrase.replace(/caf\u00e9|r\u00e9sum\u00e9/g, '')) ||
    /\b(der|die|das|und|mit|f\u00fcr|von|bei|zum|para|por|con|los|las|del|y|les|des|pour|avec|une|il|gli|della|di|voor|het|een|met)\b/.test(
      phrase,
    )
  )
}

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

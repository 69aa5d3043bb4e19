import type { Exchange } from '../../http/exchange.ts'
import { outcomeOf } from '../../http/reading.ts'

/** Rules for a conforming server, by facts of the ledger, or by §4: resources are created, read, changed and deleted. */
export const RULES = {
  response: 'Every response has the stated envelope, headers and types.',
  failure:
    'No request makes the service fail (the code server_error, a 5xx status or a broken connection).',
  read_back: 'A campaign is returned as it was sent, until it is changed.',
  refused: 'A refused request changes nothing.',
  exists: 'A campaign exists from its creation to its deletion.',
  gone: 'A deleted campaign no longer exists.',
  listed: 'A complete list contains each campaign once.',
  filtered: 'A filter returns rows that match it, and no others.',
  authentic: 'A request without a valid key in the header Authorization is refused.',
  isolated: 'An account cannot read or change the campaigns of another.',
  required: 'A campaign is refused if a required member is missing or has the wrong type.',
} as const

export type Rule = keyof typeof RULES

/** An exchange that breaks a rule. */
export function broken(
  rule: Rule | [Rule, fact: string],
  exchange: Exchange,
  expected: string,
  actual = outcomeOf(exchange),
): Problem {
  const [name, fact] = typeof rule === 'string' ? [rule] : rule
  return { rule: name, ...(fact !== undefined && { fact }), expected, actual, exchange }
}

/** A broken rule. */
export interface Problem {
  rule: Rule
  /** The fact of the ledger that says so. */
  fact?: string
  expected: string
  actual: string
  exchange: Exchange
}

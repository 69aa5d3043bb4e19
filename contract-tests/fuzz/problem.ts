import type { Exchange } from '../support/exchange.ts'

/**
 * What a conforming server does whatever it is sent. A fact is named where the ledger has one; the
 * others follow from §4: a service of resources that are created, read, changed and deleted.
 */
export const RULES = {
  response: 'Every response keeps the envelope, the headers and the types that are stated.',
  failure:
    'No request makes the service fail (server_error, a status of 5xx, a broken connection).',
  read_back: 'What was accepted is read back as it was sent, until it is changed.',
  refused: 'What was refused changed nothing.',
  exists: 'A campaign exists from its creation to its deletion.',
  gone: 'A campaign that was deleted is gone.',
  listed: 'A list that is whole has each campaign once.',
  isolated: 'An account sees and changes nothing of another.',
  required: 'A campaign that lacks a required member, or has one of another type, is refused.',
} as const

export type Rule = keyof typeof RULES

/** A rule that the server was seen to break. */
export interface Problem {
  rule: Rule
  /** The fact of the ledger that says so. */
  fact?: string
  expected: string
  actual: string
  exchange: Exchange
}

import { readSpec } from './values.ts'

/** A statement of the interface specification; spec/facts.yaml says what each member means. */
export interface LedgerFact {
  id: string
  section: string
  statement: string
  proof: 'contract' | 'sandbox' | 'none'
  operations?: 'all' | string[]
  at?: string
  quote?: string
}

/** The ledger, in its order. */
const facts = readSpec('facts.yaml') as LedgerFact[]
export default facts

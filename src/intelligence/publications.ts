/** Invented publications that answers cite; all under .example, which nobody can register. */
export const PUBLICATIONS: readonly { name: string; domain: string }[] = [
  { name: 'Comparewise', domain: 'comparewise.example' },
  { name: 'The Shortlist Journal', domain: 'shortlist-journal.example' },
  { name: 'Practical Buyer', domain: 'practical-buyer.example' },
  { name: 'Fieldnotes Weekly', domain: 'fieldnotes-weekly.example' },
  { name: 'Verdict Desk', domain: 'verdict-desk.example' },
  { name: 'The Independent Reviewer', domain: 'independent-reviewer.example' },
  { name: 'Side by Side', domain: 'side-by-side.example' },
  { name: 'Insider Ledger', domain: 'insider-ledger.example' },
]

/** Invented places where people ask each other. */
export const COMMUNITIES: readonly { name: string; domain: string }[] = [
  { name: 'Askwell', domain: 'askwell.example' },
  { name: 'Open Forum', domain: 'openforum.example' },
  { name: 'The Common Thread', domain: 'common-thread.example' },
]

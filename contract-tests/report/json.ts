import { digest } from './digest.ts'
import { commandsOf, detailsOf, quotation, wayToTry } from './explanation.ts'
import type { RunResult } from './result.ts'
import { visible } from './text-layout.ts'

/** The whole result, with the causes of its failures and the texts that the other reports show. */
export function jsonReport(result: RunResult): string {
  const { causes, headline } = digest(result)
  const facts = result.facts.map((fact) => ({
    ...fact,
    quote: quotation({ ...fact, fact: fact.id }),
    ...(fact.verdict === 'undetermined' && { way: wayToTry(fact) }),
  }))
  const explained = causes.map((cause) => ({
    number: cause.number,
    facts: cause.names,
    details: detailsOf(cause).map(([label, text]) => ({ label, text })),
    ...(cause.lead.exchange && { commands: commandsOf(cause.lead.exchange) }),
  }))
  return inAscii(`${JSON.stringify({ ...result, headline, causes: explained, facts }, null, 2)}\n`)
}

/** Invisible characters as escapes, which mean the same: a JSON file is also read in terminals. */
export function inAscii(json: string): string {
  return json.replace(/[^\n\x20-\x7e]/g, (character) =>
    visible(character) === character
      ? character
      : `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  )
}

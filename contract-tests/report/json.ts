import { visibleJson } from '../../src/text/visible.ts'
import type { Digest } from './digest.ts'
import { commandsOf, detailsOf, quotation, wayToTry } from './explanation.ts'

/** The whole result, with the causes of its failures and the texts that the other reports show. */
export function jsonReport({ result, causes, headline }: Digest): string {
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
  return visibleJson(
    `${JSON.stringify({ ...result, headline, causes: explained, facts }, null, 2)}\n`,
  )
}

const COLOURS = { good: 'brightgreen', bad: 'red', unsure: 'yellow' }

/** The JSON of an endpoint badge of shields.io: `contract | 118 of 118 facts`. */
export function badgeReport({ headline, facts }: Digest): string {
  const { word, tone } = headline
  const proved = `${facts.proved} of ${facts.total} facts`
  const failed = facts.failed > 0 ? `, ${facts.failed} contradicted` : ''
  const badge = {
    schemaVersion: 1,
    label: 'contract',
    message: word === 'COULD NOT RUN' ? 'could not run' : proved + failed,
    color: COLOURS[tone],
    isError: tone === 'bad',
  }
  return `${JSON.stringify(badge, null, 2)}\n`
}

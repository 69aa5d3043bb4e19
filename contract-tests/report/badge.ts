import type { Digest } from './digest.ts'

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

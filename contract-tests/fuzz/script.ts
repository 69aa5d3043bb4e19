import { groupedBy } from '../grouped.ts'
import { commandOf, deletion, type Made, readId } from '../report/script.ts'
import type { Request } from './sender.ts'

/** The requests as a script for a shell; what it makes is deleted at its end. */
export function scriptOf(requests: Request[]): string {
  const campaigns = requests.flatMap(({ made, exchange }) =>
    made === undefined ? [] : [{ id: made, created: exchange }],
  )
  const made = campaigns.map((each, index) => ({ ...each, variable: `ID${index + 1}` }))
  const lines = grouped(requests).flatMap((group) =>
    group.length > 1 ? atOnce(group, made) : group.map((request) => alone(request, made)),
  )
  const tidying = made.map(deletion)
  return [...lines, ...(tidying.length > 0 ? ['# Clean up:', ...tidying] : [])].join('\n')
}

/** Requests of a pair were made at the same time. */
function grouped(requests: Request[]): Request[][] {
  const groups = groupedBy(requests, ({ command }) => command)
  // The pages of a list are one command as well, and come one after the other.
  return [...groups.values()].flatMap((group) =>
    group.every(({ exchange }) => exchange.operation === 'listCampaigns')
      ? group.map((request) => [request])
      : [group],
  )
}

/** Requests in the background, whose answers go to files: what they set would be lost there. */
function atOnce(group: Request[], made: Made[]): string[] {
  const files = group.map((_, index) => `/tmp/svc-answer-${index + 1}.json`)
  const sent = group.map(
    ({ exchange }, index) => `${commandOf(exchange, made, 'curl -s')} -o ${files[index]} &`,
  )
  const ids = group.flatMap(({ exchange }, index) => {
    const own = made.find(({ created }) => created === exchange)
    return own ? [`${own.variable}=$(${readId(own)} < ${files[index]})`] : []
  })
  return [`${sent.join(' ')} wait`, `cat ${files.join(' ')}`, ...ids]
}

function alone({ exchange }: Request, made: Made[]): string {
  const own = made.find(({ created }) => created === exchange)
  if (!own) return commandOf(exchange, made)
  return `${own.variable}=$(${commandOf(exchange, made, 'curl -s')} | tee /dev/stderr | ${readId(own)})`
}

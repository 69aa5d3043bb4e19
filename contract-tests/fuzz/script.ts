import { curlOf } from '../http/curl.ts'
import { encoded } from '../journey/runner.ts'
import type { Request } from './sender.ts'

/** The first id in an answer, as a path has to have it. */
const READ_ID = `jq -r 'first(.. | .id? // empty) | tostring | @uri'`

/**
 * The requests as a script for a shell. Ids are read from the answers, since a campaign that is
 * made again has another one; what it makes is deleted at its end.
 */
export function scriptOf(requests: Request[]): string {
  const names = new Map<string, string>()
  for (const { made } of requests) if (made !== undefined) names.set(made, `id${names.size + 1}`)
  const lines = grouped(requests).flatMap((group) =>
    group.length > 1 ? atOnce(group, names) : group.map((request) => commandOf(request, names)),
  )
  const tidying = requests
    .filter(({ made }) => made !== undefined)
    .map(({ made, exchange }) => {
      const { url, requestHeaders } = exchange
      const { authorization = '' } = requestHeaders
      const id = names.get(made ?? '')
      return `curl -s -o /dev/null -X DELETE "${url}/$${id}" -H "Authorization: ${authorization}"`
    })
  return [...lines, ...(tidying.length > 0 ? ['# Cleanup:', ...tidying] : [])].join('\n')
}

/** Requests of a pair were made at the same time. */
function grouped(requests: Request[]): Request[][] {
  const groups = new Map<number, Request[]>()
  for (const request of requests) {
    groups.set(request.command, [...(groups.get(request.command) ?? []), request])
  }
  // The pages of a list are one command as well, and come one after the other.
  return [...groups.values()].flatMap((group) =>
    group.every(({ exchange }) => exchange.operation === 'listCampaigns')
      ? group.map((request) => [request])
      : [group],
  )
}

/** Requests in the background, whose answers go to files: what they set would be lost there. */
function atOnce(group: Request[], names: Map<string, string>): string[] {
  const files = group.map((_, index) => `/tmp/svc-answer-${index + 1}.json`)
  const sent = group.map(
    (request, index) => `${plainCommand(request, names, 'curl -s')} -o ${files[index]} &`,
  )
  const ids = group.flatMap(({ made }, index) =>
    made === undefined ? [] : [`${names.get(made)}=$(${READ_ID} ${files[index]})`],
  )
  return [`${sent.join(' ')} wait`, `cat ${files.join(' ')}`, ...ids]
}

function commandOf(request: Request, names: Map<string, string>): string {
  const { made } = request
  if (made === undefined) return plainCommand(request, names)
  return `${names.get(made)}=$(${plainCommand(request, names, 'curl -s')} | tee /dev/stderr | ${READ_ID})`
}

function plainCommand(
  { exchange, id }: Request,
  names: Map<string, string>,
  curl = 'curl -i',
): string {
  const command = curlOf(exchange).replace('curl -i', curl)
  const name = id === undefined ? undefined : names.get(id)
  if (id === undefined || name === undefined) return command
  // A variable is read between double quotes alone.
  const url = exchange.url.replace(encoded(id), `$${name}`)
  return command.replace(`'${exchange.url}'`, `"${url}"`)
}

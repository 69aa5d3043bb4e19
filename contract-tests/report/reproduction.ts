import { curlOf } from '../http/credentials.ts'
import type { Exchange } from '../http/exchange.ts'
import { errorCode, succeeded } from '../http/reading.ts'
import {
  commandOf,
  createdId,
  deletion,
  type Made,
  names,
  placeOf,
  readId,
  sentName,
  silent,
} from './script.ts'

/** How to repeat a request from nothing. Without a `script`, its own command is enough. */
export interface Reproduction {
  exchange: Exchange
  script?: string
}

/**
 * The exchange that takes the fewest requests to repeat, among those that showed a failure. `about` says what was wrong:
 * it may name one of the campaigns in a list.
 */
export function reproductionOf(
  shown: readonly Exchange[],
  exchanges: readonly Exchange[],
  about = '',
): Reproduction | undefined {
  const all = shown.map((exchange) => ({ exchange, steps: stepsTo(exchange, exchanges, about) }))
  const smallest = all.toSorted((one, other) => weight(one.steps) - weight(other.steps))[0]
  if (!smallest) return undefined
  const { exchange, steps } = smallest
  return { exchange, ...(steps.length > 1 && { script: steps.join('\n') }) }
}

/** Commands, not the comments between them. */
function weight(steps: string[]): number {
  return steps.filter((step) => !step.startsWith('#')).length
}

function stepsTo(target: Exchange, exchanges: readonly Exchange[], about: string): string[] {
  const before = exchanges.slice(0, exchanges.indexOf(target))
  const usingUp = usesUpLimit(target, before, about)
  const campaigns = usingUp.length > 0 ? [] : neededBy(target, before, about)
  const isCreate = target.operation === 'createCampaign' && succeeded(target)
  const own = isCreate
    ? createdBy(target, [...before, target], `ID${suffix(campaigns.length)}`)
    : []
  if (campaigns.length + own.length + usingUp.length === 0) return [curlOf(target)]

  const steps = before.flatMap((exchange): string[] => {
    const made = campaigns.find(({ created }) => created === exchange)
    if (made) {
      const command = `${commandOf(made.created, [], 'curl -s')} | ${readId(made)}`
      return [
        title('Create a campaign and keep its id', exchange),
        `${made.variable}=$(${command})`,
      ]
    }
    if (!changes(exchange, campaigns, before, target)) return []
    return [title('Change it', exchange), silent(exchange, campaigns)]
  })
  const [made] = own
  const failing = made
    ? [
        `RESPONSE=$(${commandOf(target, campaigns)})`,
        'echo "$RESPONSE"',
        `${made.variable}=$(echo "$RESPONSE" | sed '1,/^[[:space:]]*$/d' | ${readId(made)})`,
      ]
    : [commandOf(target, campaigns)]
  const deletions = [...campaigns, ...own].map(deletion)
  return [
    ...usingUp,
    ...steps,
    '# The response to this contradicts the specification:',
    ...failing,
    ...(deletions.length > 0 ? ['# Clean up:', ...deletions] : []),
  ]
}

/** The requests before one that a limit should refuse, or refuses; none if it is about something else. */
function usesUpLimit(target: Exchange, before: readonly Exchange[], about: string): string[] {
  const isOfLimit = [about, errorCode(target) ?? ''].join(' ').includes('rate_limit_exceeded')
  if (target.credential !== 'limited' || !isOfLimit) return []
  const earlier = before.filter(({ credential }) => credential === 'limited')
  const read = earlier.findLast(({ method }) => method === 'GET')
  if (!read) return []
  return [
    '# Use up the limit of the key',
    `for request in $(seq ${earlier.length}); do ${silent(read, [])}; done`,
  ]
}

/** The campaigns of the run that a request names, or that a list shows. */
function neededBy(target: Exchange, before: readonly Exchange[], about: string): Made[] {
  const created = new Map<string, Exchange>()
  for (const exchange of before) {
    if (exchange.operation !== 'createCampaign') continue
    // One that was refused, and made all the same, is in a list.
    const id = createdId(exchange, [...before, target])
    if (id !== undefined) created.set(id, exchange)
  }
  const isList = target.operation === 'listCampaigns' && succeeded(target)
  const found = isList
    ? inList([...created], before, about)
    : [...created].filter(([id]) => names(target, id))
  return found.map(([id, created], index) => ({ id, created, variable: `ID${suffix(index)}` }))
}

/** The campaigns that the failure names, among those that a list shows or should no longer show; all of them if it names none. */
function inList(
  created: [id: string, created: Exchange][],
  before: readonly Exchange[],
  about: string,
): [id: string, created: Exchange][] {
  const namesOf = (id: string, created: Exchange) =>
    [created, ...before.filter((each) => names(each, id))].flatMap((each) => sentName(each) ?? [])
  const named = created.filter(
    ([id, exchange]) =>
      placeOf(id).test(about) || namesOf(id, exchange).some((name) => about.includes(name)),
  )
  if (named.length > 0) return named
  return created.filter(
    ([id]) => !before.some((exchange) => isDeletion(exchange, id)) || wasJustDeleted(id, before),
  )
}

function createdBy(target: Exchange, until: readonly Exchange[], variable: string): Made[] {
  const id = createdId(target, until)
  return id === undefined ? [] : [{ id, created: target, variable }]
}

function suffix(index: number): string {
  return index === 0 ? '' : String(index + 1)
}

function isDeletion(exchange: Exchange, id: string): boolean {
  return exchange.operation === 'deleteCampaign' && succeeded(exchange) && names(exchange, id)
}

/** A list after a deletion shows whether the campaign is gone. */
function wasJustDeleted(id: string, before: readonly Exchange[]): boolean {
  const last = before.findLast(({ operation }) => operation === 'deleteCampaign')
  return last !== undefined && names(last, id)
}

/** Whether a request changed a campaign: it was accepted, or what it sent shows in the failing response. */
function changes(
  exchange: Exchange,
  campaigns: Made[],
  before: readonly Exchange[],
  target: Exchange,
): boolean {
  const campaign = campaigns.find(({ id }) => names(exchange, id))
  if (!campaign || exchange.method === 'GET') return false
  if (before.indexOf(exchange) < before.indexOf(campaign.created)) return false
  if (succeeded(exchange)) return true
  if (exchange.method === 'DELETE') return errorCode(target) === 'not_found'
  const name = sentName(exchange)
  return name !== undefined && (target.response?.text.includes(JSON.stringify(name)) ?? false)
}

function title(text: string, { operation, method, url, response }: Exchange): string {
  const what = operation ?? `${method} ${new URL(url).pathname}`
  return `# ${text}: ${what} returned ${response?.status ?? 'nothing'}.`
}

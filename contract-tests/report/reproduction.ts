import { VARIABLES } from '../http/credentials.ts'
import { curlOf } from '../http/curl.ts'
import type { Exchange } from '../http/exchange.ts'
import { campaignOf, campaignsOf, errorCode, isObject, succeeded } from '../http/reading.ts'
import { encoded, idIn } from '../journey/runner.ts'

/** How to repeat a request from nothing. Without a `script`, its own command is enough. */
export interface Reproduction {
  exchange: Exchange
  script?: string
}

/** A campaign that the run created, and what a script calls its id. */
interface Campaign {
  id: string
  created: Exchange
  variable: string
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
    if (made) return [title('Create a campaign and keep its id', exchange), capture(made)]
    if (!changes(exchange, campaigns, before, target)) return []
    return [title('Change it', exchange), silent(commandOf(exchange, campaigns))]
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
    `for request in $(seq ${earlier.length}); do ${silent(curlOf(read))}; done`,
  ]
}

/** The campaigns of the run that a request names, or that a list shows. */
function neededBy(target: Exchange, before: readonly Exchange[], about: string): Campaign[] {
  const created = new Map<string, Exchange>()
  for (const exchange of before) {
    if (exchange.operation !== 'createCampaign') continue
    // One that was refused, and made all the same, is in a list.
    const id = idOf(exchange, [...before, target])
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

function createdBy(target: Exchange, until: readonly Exchange[], variable: string): Campaign[] {
  const id = idOf(target, until)
  return id === undefined ? [] : [{ id, created: target, variable }]
}

function suffix(index: number): string {
  return index === 0 ? '' : String(index + 1)
}

/** The id of a created campaign: from the response, or from a list with a campaign of that name. */
function idOf(created: Exchange, exchanges: readonly Exchange[]): string | undefined {
  const own = succeeded(created) ? idIn(campaignOf(created)) : undefined
  if (own !== undefined) return own
  const name = sentName(created)
  const rows = exchanges
    .filter(({ operation }) => operation === 'listCampaigns')
    .flatMap((list) => campaignsOf(list) ?? [])
  return name === undefined ? undefined : idIn(rows.find((row) => row.name === name))
}

function sentName({ requestBody = '' }: Exchange): string | undefined {
  try {
    const body: unknown = JSON.parse(requestBody)
    return isObject(body) && typeof body.name === 'string' ? body.name : undefined
  } catch {
    return undefined
  }
}

/** Whether a request has the id in its address or its body, and not as a part of another. */
function names({ url, requestBody = '' }: Pick<Exchange, 'url' | 'requestBody'>, id: string) {
  return placeOf(encoded(id)).test(url) || placeOf(id).test(requestBody)
}

function placeOf(id: string): RegExp {
  return new RegExp(`(?<![\\w%-])${id.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')}(?![\\w%-])`, 'g')
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
  campaigns: Campaign[],
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

/** Stands for an id until the command is quoted. */
const MARK = '\u0001'

/** The command of a request with variables in place of ids. */
function commandOf(exchange: Exchange, campaigns: Campaign[]): string {
  let { url, requestBody } = exchange
  campaigns.forEach(({ id }, index) => {
    const mark = MARK + index + MARK
    url = url.replace(placeOf(encoded(id)), mark)
    requestBody = requestBody?.replace(placeOf(id), mark)
  })
  const command = curlOf({ ...exchange, url, ...(requestBody !== undefined && { requestBody }) })
  return command
    .replace(new RegExp(`${MARK}(\\d+)${MARK}`, 'g'), (_, index) => {
      return `'"$${campaigns[Number(index)]?.variable}"'`
    })
    .replaceAll(`"''`, '"')
}

function silent(command: string): string {
  return command.replace('curl -i', 'curl -s -o /dev/null')
}

function title(text: string, { operation, method, url, response }: Exchange): string {
  const what = operation ?? `${method} ${new URL(url).pathname}`
  return `# ${text}: ${what} returned ${response?.status ?? 'nothing'}.`
}

/** Creates a campaign again, and reads its id from the response. */
function capture(campaign: Campaign): string {
  const { created, variable } = campaign
  return `${variable}=$(${commandOf(created, []).replace('curl -i', 'curl -s')} | ${readId(campaign)})`
}

/** Reads an id with the tools of every shell; where that takes more, with Node, which ran the check. */
function readId({ id, created }: Campaign): string {
  const text = created.response?.text ?? ''
  const found = text.match(/"id" *: *"?[^",}\s]+/g) ?? []
  const place = found.findIndex((each) => each.replace(/^"id" *: *"?/, '') === id)
  if (/^[\w.~-]+$/.test(id) && place >= 0) {
    return `grep -oE '"id" *: *"?[^",}[:space:]]+' | sed -n ${place + 1}p | cut -d: -f2- | tr -d '" '`
  }
  const name = sentName(created)
  const isIt =
    place >= 0 || name === undefined ? 'value.id' : `value.name===${JSON.stringify(name)}`
  const source = `const find=(value)=>Object(value)!==value?undefined:${isIt}?value.id:Object.values(value).map(find).find(Boolean);encodeURIComponent(find(JSON.parse(fs.readFileSync(0))))`
  const list = created.url.replace(/\?.*$/, '')
  const read = `node -pe '${source.replaceAll("'", "'\\''")}'`
  if (succeeded(created) && idIn(campaignOf(created)) !== undefined) return read
  return `cat >/dev/null; curl -s '${list}' -H "Authorization: Bearer $${keyOf(created)}" | ${read}`
}

function deletion({ created, variable }: Campaign): string {
  const url = created.url.replace(/\?.*$/, '')
  const key = keyOf(created)
  return `curl -s -o /dev/null -X DELETE '${url}/'"$${variable}" -H "Authorization: Bearer $${key}"`
}

/** A campaign that was created with a key that must not is deleted with the main one. */
function keyOf({ credential }: Exchange): string {
  return credential === 'other' ? VARIABLES.other : VARIABLES.main
}

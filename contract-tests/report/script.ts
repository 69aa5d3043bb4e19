import { curlOf, VARIABLES } from '../http/credentials.ts'
import type { Exchange } from '../http/exchange.ts'
import { campaignOf, campaignsOf, encoded, idIn, sentBody, succeeded } from '../http/reading.ts'

/** A campaign that a script makes again: it has another id then, which the script reads from the response. */
export interface Made {
  id: string
  created: Exchange
  variable: string
}

/** Stands for an id until the command is quoted. */
const MARK = '\u0001'

/** The command that repeats a request, with variables in place of the ids. */
export function commandOf(exchange: Exchange, made: readonly Made[], curl = 'curl -i'): string {
  let { url, requestBody } = exchange
  for (const [index, { id }] of made.entries()) {
    const mark = MARK + index + MARK
    url = url.replace(placeOf(encoded(id)), mark)
    requestBody = requestBody?.replace(placeOf(id), mark)
  }
  const command = curlOf({ ...exchange, url, ...(requestBody !== undefined && { requestBody }) })
  return command
    .replace('curl -i', curl)
    .replace(new RegExp(`${MARK}(\\d+)${MARK}`, 'g'), (_, index) => {
      return `'"$${made[Number(index)]?.variable}"'`
    })
    .replaceAll(`"''`, '"')
}

/** The same without output. */
export function silent(exchange: Exchange, made: readonly Made[]): string {
  return commandOf(exchange, made, 'curl -s -o /dev/null')
}

/** Reads the id of a campaign from the response in the standard input, with Node, which ran the check. */
export function readId({ id, created }: Made): string {
  const path = pathTo(created.response?.json, id)
  if (path !== undefined) return nodeOf(`encodeURIComponent(JSON.parse(fs.readFileSync(0))${path})`)
  const name = JSON.stringify(sentName(created))
  const list = `curl -s '${created.url.replace(/\?.*$/, '')}' -H "Authorization: Bearer $${keyOf(created)}"`
  const find = `find=(value)=>Object(value)!==value?undefined:value.name===${name}?value.id:Object.values(value).map(find).find(Boolean)`
  // As one command, because its input may come from a file.
  return `{ cat >/dev/null; ${list} | ${nodeOf(`const ${find};encodeURIComponent(find(JSON.parse(fs.readFileSync(0))))`)}; }`
}

function nodeOf(source: string): string {
  return `node -pe '${source.replaceAll("'", "'\\''")}'`
}

/** Where a value has the id as a member: `.data.id`. */
function pathTo(value: unknown, id: string): string | undefined {
  if (typeof value !== 'object' || value === null) return undefined
  if (!Array.isArray(value) && String((value as { id?: unknown }).id) === id) return '.id'
  for (const [name, member] of Object.entries(value)) {
    const path = pathTo(member, id)
    if (path !== undefined)
      return `${/^[a-z_]\w*$/i.test(name) ? `.${name}` : `[${JSON.stringify(name)}]`}${path}`
  }
  return undefined
}

export function deletion({ created, variable }: Made): string {
  const url = created.url.replace(/\?.*$/, '')
  return `curl -s -o /dev/null -X DELETE '${url}/'"$${variable}" -H "Authorization: Bearer $${keyOf(created)}"`
}

/** A campaign that was created with a key that must not is deleted with the main one. */
function keyOf({ credential }: Exchange): string {
  return credential === 'other' ? VARIABLES.other : VARIABLES.main
}

/** Whether a request has the id in its address or its body, and not as a part of another. */
export function names({ url, requestBody = '' }: Exchange, id: string): boolean {
  return placeOf(encoded(id)).test(url) || placeOf(id).test(requestBody)
}

export function placeOf(id: string): RegExp {
  return new RegExp(`(?<![\\w%-])${id.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')}(?![\\w%-])`, 'g')
}

/** The name of a campaign in the body of a request. */
export function sentName(exchange: Exchange): string | undefined {
  const name = sentBody(exchange)?.name
  return typeof name === 'string' ? name : undefined
}

/** The id of a created campaign: from the response, or from a list with a campaign of that name. */
export function createdId(created: Exchange, exchanges: readonly Exchange[]): string | undefined {
  const own = succeeded(created) ? idIn(campaignOf(created)) : undefined
  if (own !== undefined) return own
  const name = sentName(created)
  const rows = exchanges
    .filter(({ operation }) => operation === 'listCampaigns')
    .flatMap((list) => campaignsOf(list) ?? [])
  return name === undefined ? undefined : idIn(rows.find((row) => row.name === name))
}

import { type Answer, isObject, type Portrait, parsed, portraitOf } from './portrait.ts'
import { REQUESTS, type Request } from './requests.ts'

export interface Target {
  baseUrl: string
  tokens: Record<'main' | 'restricted' | 'revoked', string>
}

/** An answer of a target to one request of the client. */
export interface Sent {
  request: Request
  portrait: Portrait
}

/** Sends all requests to a target, one after the other. */
export async function portray(target: Target): Promise<Sent[]> {
  const ids = new Map<string, string>()
  const first = rowsIn(await send(target, bare('/campaigns'), ids))?.map(identity) ?? []
  const sent: Sent[] = []
  for (const request of REQUESTS) {
    let answer = await send(target, request, ids)
    sent.push({
      request,
      portrait: portraitOf(answer, rowsOf(request, answer, first), request.path),
    })
    // The first one that could be created.
    if (request.keepAs && !ids.has(request.keepAs) && answer.status < 300) {
      ids.set(request.keepAs, idOf(answer))
    }
    for (let page = 2; page < 2 + (request.follow ?? 0); page += 1) {
      const path = nextPath(target, request, answer)
      if (path === undefined) break
      const next = { ...request, label: `${request.label}: page ${page}`, path }
      answer = await send(target, next, ids)
      sent.push({ request: next, portrait: portraitOf(answer, rowsOf(next, answer, first), path) })
    }
  }
  return sent
}

function bare(path: string): Request {
  return { label: path, topic: '', key: 'main', method: 'GET', path }
}

async function send(
  { baseUrl, tokens }: Target,
  { key, method, path, body, raw, contentType = 'application/json' }: Request,
  ids: Map<string, string>,
): Promise<Answer> {
  const headers: Record<string, string> = { accept: 'application/json, text/csv' }
  const token = key === 'misspelled' ? `${tokens.main}x` : key === 'anonymous' ? '' : tokens[key]
  if (token !== '') headers.authorization = `Bearer ${token}`
  const text = raw ?? (body === undefined ? undefined : JSON.stringify(body))
  if (text !== undefined && contentType !== null) headers['content-type'] = contentType
  const url =
    baseUrl + path.replace(/\{(\w+)\}/g, (_, name) => encodeURIComponent(ids.get(name) ?? 'none'))
  // Bytes, since fetch would label a text itself.
  const bytes = text === undefined ? undefined : Buffer.from(text)
  const response = await fetch(url, {
    method,
    headers,
    redirect: 'manual',
    ...(bytes && { body: bytes }),
  })
  return { status: response.status, headers: response.headers, text: await response.text() }
}

/** The rows of a list: how many, and where they begin in the list without parameters. */
function rowsOf({ countsRows }: Request, answer: Answer, first: string[]): string | undefined {
  const rows = countsRows && answer.status < 300 ? rowsIn(answer) : undefined
  if (!rows) return undefined
  const begin = rows[0] === undefined ? -1 : first.indexOf(identity(rows[0]))
  return `${rows.length}${rows.length === 0 ? '' : begin < 0 ? ' from further on' : ` from ${begin}`}`
}

function rowsIn(answer: Answer): unknown[] | undefined {
  const body = parsed(answer.text)
  return isObject(body) ? listIn(body.data, 3) : undefined
}

/** The longest list of objects, at most `depth` levels down. */
function listIn(value: unknown, depth: number): unknown[] | undefined {
  if (Array.isArray(value)) return value.length === 0 || isObject(value[0]) ? value : undefined
  if (!isObject(value) || depth === 0) return undefined
  const lists = Object.entries(value)
    .filter(([name]) => name !== 'links')
    .flatMap(([, member]) => [listIn(member, depth - 1)])
  return lists
    .filter((each) => each !== undefined)
    .sort((one, other) => other.length - one.length)[0]
}

function identity(row: unknown): string {
  const record = isObject(row) && isObject(row.node) ? row.node : row
  return isObject(record) ? String(record.id ?? JSON.stringify(record)) : JSON.stringify(row)
}

function idOf({ text }: Answer): string {
  return /"id"\s*:\s*"?([^",}]+)/.exec(text)?.[1] ?? 'none'
}

/** The path of the next page, by a link or a cursor. */
function nextPath({ baseUrl }: Target, { path }: Request, answer: Answer): string | undefined {
  const link = /<([^>]*)>\s*;\s*rel="?next/.exec(answer.headers.get('link') ?? '')?.[1]
  const body = parsed(answer.text)
  const members = isObject(body) ? membersOf(body) : []
  const next = members.find(([name, value]) => /^next/i.test(name) && typeof value === 'string')
  const address =
    link ?? (next && /^(https?:|\/)/.test(next[1] as string) ? (next[1] as string) : undefined)
  if (address !== undefined) {
    const url = new URL(address, baseUrl)
    return `/campaigns${url.search}`
  }
  if (!next) return undefined
  const [name, cursor] = next as [string, string]
  const parameter = /token/i.test(name) ? name.replace(/^nextPageToken$/, 'pageToken') : 'cursor'
  const query = new URLSearchParams(path.split('?')[1])
  query.set(parameter, cursor)
  return `/campaigns?${query}`
}

/** Members of the envelope and of the objects in it, but of no list. */
function membersOf(value: Record<string, unknown>): [string, unknown][] {
  return Object.entries(value).flatMap(([name, member]) =>
    isObject(member) ? membersOf(member) : [[name, member] as [string, unknown]],
  )
}

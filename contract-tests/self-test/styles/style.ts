import type { Answering } from '../listener.ts'
import { Refusal, type Request, type World } from '../world.ts'

export interface Style {
  newId(seed: string): string
  serve(world: World): Answering
}

const ROUTES = (
  [
    ['GET', '/campaigns', 'listCampaigns'],
    ['POST', '/campaigns', 'createCampaign'],
    ['GET', '/campaigns/*', 'getCampaign'],
    ['PUT', '/campaigns/*', 'updateCampaign'],
    ['DELETE', '/campaigns/*', 'deleteCampaign'],
    ['GET', '/core/dashboards', 'getDashboards'],
    ['GET', '/core/dashboards/intelligence-overview', 'getIntelligenceOverview'],
    ['GET', '/serp/rankings', 'getRankings'],
    ['GET', '/chat/mentions', 'getMentions'],
    ['GET', '/analytics/campaign/*', 'getCampaignAnalytics'],
    ['GET', '/reports/generate', 'generateReport'],
    ['GET', '/export/csv', 'exportCsv'],
    ['POST', '/auth/login', 'login'],
    ['POST', '/auth/logout', 'logout'],
    ['GET', '/auth/me', 'getCurrentUser'],
    ['GET', '/auth/verify', 'verifyToken'],
  ] as const
).map(([method, path, operation]) => {
  return { method, operation, pattern: new RegExp(`^${path.replace('*', '([^/]+)')}$`) }
})

/** Sets the operation and the id of a request; returns the methods of its path. */
export function routed(request: Request): string[] {
  const matching = ROUTES.filter(({ pattern }) => pattern.test(request.path))
  const method = request.method === 'HEAD' ? 'GET' : request.method
  const route = matching.find((each) => each.method === method)
  if (route) request.operation = route.operation
  const id = route?.pattern.exec(request.path)?.[1]
  if (id !== undefined) request.id = decoded(id)
  return matching.map((each) => each.method)
}

function decoded(segment: string): string {
  try {
    return decodeURIComponent(segment)
  } catch {
    return segment
  }
}

export function datesOf(query: URLSearchParams): { start?: string; end?: string } {
  const [start, end] = [query.get('start_date'), query.get('end_date')]
  for (const date of [start, end]) {
    if (date !== null && !/^\d{4}-\d\d-\d\d$/.test(date)) {
      throw new Refusal('invalid_request', `${date} is not a date`)
    }
  }
  return { ...(start && { start }), ...(end && { end }) }
}

/** The JSON of a body; undefined if it is not JSON. */
export function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

export function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

const LETTERS = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'

/** Letters and digits made of hexadecimal digits. */
export function base62(hex: string, length: number): string {
  let number = BigInt(`0x${hex}`)
  let text = ''
  while (text.length < length) {
    text += LETTERS[Number(number % 62n)]
    number /= 62n
  }
  return text
}

export function csvOf(rows: Record<string, unknown>[]): string {
  const names = Object.keys(rows[0] ?? { keyword: '', position: '', date: '' })
  const cell = (value: unknown) => `"${String(value).replaceAll('"', '""')}"`
  return [names, ...rows.map((row) => names.map((name) => row[name]))]
    .map((cells) => `${cells.map(cell).join(',')}\n`)
    .join('')
}

export function wholeNumber(text: string | null, least: number): number | undefined {
  const number = text === null ? Number.NaN : Number(text)
  return Number.isInteger(number) && number >= least ? number : undefined
}

export function meanOf(numbers: number[]): number | null {
  if (numbers.length === 0) return null
  return Math.round((10 * numbers.reduce((sum, each) => sum + each, 0)) / numbers.length) / 10
}

/** The parts of a response that a client can depend on, without its values. */
export interface Portrait {
  status: number
  code: string | undefined
  /** Types by path: `data[].id` → `string`. */
  shape: Map<string, Set<string>>
  /** Paths of lists without entries, about which nothing is known. */
  empty: Set<string>
  rows: string | undefined
  headers: Record<string, string>
}

export interface Answer {
  status: number
  headers: Headers
  text: string
}

const FORMATS: [name: string, pattern: RegExp][] = [
  ['time', /^\d{4}-?\d\d-?\d\d[T ]\d\d:?\d\d/],
  ['date', /^\d{4}-\d\d-\d\d$/],
  ['address', /^https?:\/\//],
]

export function portraitOf(
  { status, headers, text }: Answer,
  rows: string | undefined,
  path: string,
): Portrait {
  const json = parsed(text)
  const shape = new Map<string, Set<string>>()
  const empty = new Set<string>()
  draw(json, '', shape, empty)
  const error = isObject(json) && isObject(json.error) ? json.error : {}
  return {
    status,
    code: typeof error.code === 'string' ? error.code : undefined,
    shape,
    empty,
    rows,
    headers: readHeaders(headers, text, path),
  }
}

function draw(
  value: unknown,
  path: string,
  shape: Map<string, Set<string>>,
  empty: Set<string>,
): void {
  const types = shape.get(path) ?? new Set()
  shape.set(path, types.add(typeOf(value)))
  if (Array.isArray(value)) {
    if (value.length === 0) empty.add(path)
    for (const entry of value) draw(entry, `${path}[]`, shape, empty)
  } else if (isObject(value)) {
    for (const [name, member] of Object.entries(value)) {
      // The version is any text (§9), also one that looks like a date.
      const shown = name === 'version' && typeof member === 'string' ? '' : member
      draw(shown, path ? `${path}.${name}` : name, shape, empty)
    }
  }
}

function typeOf(value: unknown): string {
  if (value === null) return 'null'
  if (Array.isArray(value)) return 'list'
  if (typeof value !== 'string') return typeof value
  return FORMATS.find(([, pattern]) => pattern.test(value))?.[0] ?? 'string'
}

const QUOTAS = ['limit', 'remaining', 'reset'].map((name) => `x-ratelimit-${name}`)

function readHeaders(headers: Headers, text: string, path: string): Record<string, string> {
  const found: Record<string, string> = {}
  const type = headers.get('content-type')
  // The charset of JSON means nothing (RFC 8259 §11).
  if (text !== '') found['content-type'] = String(type).split(';')[0]?.trim().toLowerCase() ?? ''
  for (const name of QUOTAS) {
    // Spaces around a value are no part of it (RFC 9110 §5.5).
    const value = headers.get(name)?.trim() ?? null
    found[name] = value === null ? 'absent' : name.endsWith('reset') ? unitOf(value) : formOf(value)
  }
  for (const name of ['www-authenticate', 'allow', 'location', 'link', 'retry-after']) {
    const value = headers.get(name)
    if (value !== null) found[name] = READERS[name]?.(value, path) ?? formOf(value)
  }
  return found
}

const READERS: Record<string, (value: string, path: string) => string> = {
  'www-authenticate': (value) => value.split(/\s/)[0]?.toLowerCase() ?? '',
  allow: (value) =>
    value
      .split(/\s*,\s*/)
      .sort()
      .join(),
  location: (value) => (/^https?:/.test(value) ? 'address' : 'path'),
  // Whether a link repeats parameters of the request makes no difference to a client.
  link: (value, path) =>
    [...value.matchAll(/<([^>]*)>\s*;\s*rel="?(\w+)/g)]
      .map(([, target = '', rel]) => {
        const url = new URL(target, 'http://relative.test')
        const asked = new URLSearchParams(path.split('?')[1])
        const names = [...url.searchParams.keys()].filter((name) => !asked.has(name))
        return `${rel}(${names.sort()})`
      })
      .sort()
      .join(' '),
}

function formOf(value: string): string {
  return /^-?\d+$/.test(value) ? 'integer' : 'text'
}

function unitOf(value: string): string {
  const number = Number(value)
  if (!Number.isInteger(number)) return 'text'
  if (number > 1e11) return 'epoch milliseconds'
  if (number > 1e8) return 'epoch seconds'
  return number > 90_000 ? 'milliseconds left' : 'seconds left'
}

/** How two answers to one request differ; empty if a client notices nothing. */
export function compare(server: Portrait, sandbox: Portrait): string[] {
  if (server.status !== sandbox.status) {
    return [
      `status ${server.status} ${server.code ?? ''}, sandbox ${sandbox.status} ${sandbox.code ?? ''}`,
    ]
  }
  const found: string[] = []
  if (server.code !== sandbox.code) found.push(`code ${server.code}, sandbox ${sandbox.code}`)
  if (server.rows !== sandbox.rows) found.push(`rows ${server.rows}, sandbox ${sandbox.rows}`)
  const names = new Set([...Object.keys(server.headers), ...Object.keys(sandbox.headers)])
  for (const name of names) {
    const [one, other] = [server.headers[name], sandbox.headers[name]]
    if (one !== other) found.push(`${name} ${one}, sandbox ${other}`)
  }
  return [...found, ...shapes(server, sandbox)]
}

function shapes(server: Portrait, sandbox: Portrait): string[] {
  const paths = new Set([...server.shape.keys(), ...sandbox.shape.keys()])
  const isUnknown = (path: string) =>
    [...server.empty, ...sandbox.empty].some((list) => path.startsWith(`${list}[]`))
  // Settings are optional, and whether there is a next page depends on the data, unless its rows are compared.
  const isOfData = (path: string) =>
    (/\.settings\.\w+$/.test(path) &&
      [server, sandbox].every(({ shape }) => shape.has(path.replace(/\.\w+$/, '')))) ||
    (/\b(next|prev)\w*$/i.test(path) &&
      server.rows === undefined &&
      server.shape.has(path) &&
      sandbox.shape.has(path))
  return [...paths].flatMap((path) => {
    if (isUnknown(path) || isOfData(path)) return []
    const [one, other] = [server.shape.get(path), sandbox.shape.get(path)]
    if (one && other && [...one].some((type) => other.has(type))) return []
    const show = (types: Set<string> | undefined) => (types ? [...types].join('|') : 'absent')
    return [`${path || 'body'} ${show(one)}, sandbox ${show(other)}`]
  })
}

export function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return text === '' ? undefined : text
  }
}

export function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

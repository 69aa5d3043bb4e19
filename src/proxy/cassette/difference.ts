import { isObject } from '../../schema/json.ts'
import type { Recording } from './recordings.ts'
import type { RequestKey } from './request-key.ts'
import { isPlaceholder, withEqualPlaceholders } from './vault.ts'

/** A place in which a request differs from a recording; undefined: only the other one has it. */
export interface Difference {
  in: 'method' | 'path' | 'query' | 'body'
  /** Name of the parameter, or JSON Pointer within the body. */
  path: string
  recorded: string | undefined
  requested: string | undefined
}

/** More would bury the first one. */
const MOST = 5
const LONGEST = 200
/** Bodies are compared for so many recordings only. */
const NEAR = 20

/** The recording that is most like a request, and how they differ. */
export function nearestTo(
  asked: RequestKey,
  operation: string | undefined,
  recordings: readonly Recording[],
): { recording: Recording; differences: Difference[] } | undefined {
  const near = recordings
    .map((recording) => ({ recording, points: likeness(recording, asked, operation) }))
    .sort((one, other) => other.points - one.points)
    .slice(0, NEAR)
  const most = near[0]?.points ?? 0
  return near
    .filter(({ points }) => points === most)
    .map(({ recording }) => ({ recording, differences: differencesOf(recording.key, asked) }))
    .sort((one, other) => one.differences.length - other.differences.length)[0]
}

function likeness(
  { key, operation: recorded }: Recording,
  asked: RequestKey,
  operation: string | undefined,
): number {
  const [one, other] = [key, asked].map((each) => (each.apiPath ?? each.path).split('/'))
  const shared = one?.filter((segment, index) => segment === other?.[index]).length ?? 0
  const isSamePath = key.heads.some((head) =>
    asked.heads.some((each) => pathOf(each) === pathOf(head)),
  )
  const parameters = key.query.filter(([name, value]) =>
    asked.query.some((each) => each[0] === name && each[1] === value),
  ).length
  return (
    (isSamePath ? 1000 : 0) +
    (recorded !== undefined && recorded === operation ? 500 : 0) +
    (key.method === asked.method ? 200 : 0) +
    Math.min(shared, 20) * 5 +
    Math.min(parameters, 50) / 100
  )
}

function pathOf(head: string): string {
  return head.slice(0, head.indexOf('?'))
}

function differencesOf(recorded: RequestKey, asked: RequestKey): Difference[] {
  const found: Difference[] = []
  const add = (place: Difference['in'], path: string, one?: string, other?: string) => {
    if (found.length < MOST)
      found.push({ in: place, path, recorded: short(one), requested: short(other) })
  }
  if (recorded.method !== asked.method) add('method', '', recorded.method, asked.method)
  const isBelow = recorded.apiPath !== undefined && asked.apiPath !== undefined
  const paths = isBelow ? [recorded.apiPath, asked.apiPath] : [recorded.path, asked.path]
  if (paths[0] !== paths[1]) add('path', '', paths[0], paths[1])
  const names = new Set([...recorded.query, ...asked.query].map(([name]) => name))
  for (const name of names) {
    const [one, other] = [recorded, asked].map(({ query }) => valuesOf(name, query))
    if (!areAlike(one, other)) add('query', name, one, other)
  }
  const { body = '' } = recorded
  if (recorded.body !== undefined && body !== asked.body) {
    compare(parsed(body), parsed(asked.body ?? ''), '', (path, one, other) =>
      add('body', path, one, other),
    )
  }
  return found
}

function valuesOf(name: string, query: RequestKey['query']): string | undefined {
  const values = query.filter((each) => each[0] === name).map((each) => each[1])
  return values.length === 0 ? undefined : values.join(', ')
}

/** Calls `add` for each member that differs, down to some depth. */
function compare(
  one: unknown,
  other: unknown,
  path: string,
  add: (path: string, one?: string, other?: string) => void,
): void {
  const canDescend = path.split('/').length < 20
  if (canDescend && isObject(one) && isObject(other)) {
    for (const name of new Set([...Object.keys(one), ...Object.keys(other)])) {
      const member = name.replaceAll('~', '~0').replaceAll('/', '~1')
      compare(one[name], other[name], `${path}/${member}`, add)
    }
  } else if (canDescend && Array.isArray(one) && Array.isArray(other)) {
    const length = Math.max(one.length, other.length)
    for (let index = 0; index < length; index += 1) {
      compare(one[index], other[index], `${path}/${index}`, add)
    }
  } else {
    const [before, now] = [one, other].map((value) => JSON.stringify(value))
    if (!areAlike(before, now)) add(path, before, now)
  }
}

/** Any secret may be in the place of a recorded one. */
function areAlike(recorded: string | undefined, asked: string | undefined): boolean {
  if (recorded === undefined || asked === undefined) return recorded === asked
  if (isPlaceholder(recorded.replace(/^"|"$/g, ''))) return true
  return withEqualPlaceholders(recorded) === withEqualPlaceholders(asked)
}

function parsed(text: string): unknown {
  try {
    return text === '' ? undefined : JSON.parse(text)
  } catch {
    return text
  }
}

function short(text: string | undefined): string | undefined {
  return text !== undefined && text.length > LONGEST ? `${text.slice(0, LONGEST)}…` : text
}

/** Differences in words, for the message of an error. */
export function inWords(differences: readonly Difference[]): string {
  const words = differences.map(({ in: place, path, recorded, requested }) => {
    const subject = place === 'query' ? `query parameter ${path}` : `${place} ${path}`.trim()
    if (recorded === undefined) return `${subject} is not recorded`
    if (requested === undefined) return `${subject} is missing`
    return `${subject} was ${recorded}, not ${requested}`
  })
  return words.join('; ')
}

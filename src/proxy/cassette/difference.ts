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
  const isSamePath =
    (key.apiPath !== undefined && areAlike(key.apiPath, asked.apiPath)) ||
    areAlike(key.path, asked.path)
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

function differencesOf(recorded: RequestKey, asked: RequestKey): Difference[] {
  const isBelow = recorded.apiPath !== undefined && asked.apiPath !== undefined
  // A body that is not known is like any other.
  const isCompared = recorded.body !== undefined && asked.body !== undefined
  const [before, now] = [recorded, asked].map((key) => partsOf(key, isBelow, isCompared)) as [
    Map<string, string>,
    Map<string, string>,
  ]
  return [...new Set([...before.keys(), ...now.keys()])]
    .filter((place) => !areAlike(before.get(place), now.get(place)))
    .slice(0, MOST)
    .map((place) => {
      const [where = '', ...path] = place.split(' ')
      return {
        in: where as Difference['in'],
        path: path.join(' '),
        recorded: short(before.get(place)),
        requested: short(now.get(place)),
      }
    })
}

/** The parts of a request that are compared, by their place: `query limit`, `body /a/0`. */
function partsOf(key: RequestKey, isBelow: boolean, hasBody: boolean): Map<string, string> {
  const parts = new Map([
    ['method', key.method],
    ['path', (isBelow && key.apiPath) || key.path],
  ])
  for (const [name, value] of key.query) {
    const before = parts.get(`query ${name}`)
    parts.set(`query ${name}`, before === undefined ? value : `${before}, ${value}`)
  }
  if (hasBody && key.body) addLeaves(parsed(key.body), '', parts)
  return parts
}

/** Adds each value of JSON, down to some depth. */
function addLeaves(value: unknown, path: string, parts: Map<string, string>): void {
  const isOpen = typeof value === 'object' && value !== null && path.split('/').length < 20
  const members = isOpen ? Object.entries(value) : []
  if (members.length === 0) parts.set(`body ${path}`, JSON.stringify(value))
  for (const [name, member] of members) {
    addLeaves(member, `${path}/${name.replaceAll('~', '~0').replaceAll('/', '~1')}`, parts)
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
    return JSON.parse(text)
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

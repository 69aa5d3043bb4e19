import { isObject } from '../../src/schema/json.ts'
import type { Finding, ViolationCause } from '../../src/schema/traffic.ts'
import { SECRET_FORMS } from '../../src/text/secrets.ts'
import { masked } from '../http/masking.ts'
import type { Settings } from '../http/settings.ts'
import type { Assumptions } from '../observations/assumed.ts'
import { cut } from '../report/wording.ts'
import { prefixOf, type RequestProblem, sentKey, statedProblems } from './requests.ts'
import { contradictions, differences, type RouteProblem } from './responses.ts'
import type { Observed } from './result.ts'

/** The part of the document for the path of a request. */
export interface Route {
  /** The template of the path, such as `/campaigns/{id}`; the path itself where there is none. */
  path: string
  problem?: RouteProblem
}

/** A part of a request that the document does not allow, in addition to what is stated. */
export interface RequestIssue {
  in: string
  /** A JSON Pointer into the body, or the name of a parameter. */
  path: string
  /** Such as `must be a string`. */
  message: string
}

export interface JudgeParts {
  settings: Settings
  assumptions: Assumptions
  /** Compares a request with the document. */
  requestIssues: (exchange: Observed) => readonly RequestIssue[]
}

/** The most findings of one exchange. */
export const MOST_FINDINGS = 50
const LONGEST_PHRASE = 500
/** Items of a list that are compared with our assumptions: a thousand wrong ones say no more than a few. */
export const MOST_ITEMS = 100

/** Judges single exchanges in both directions. Never accuses a server of what a single exchange does not show. */
export class TrafficJudge {
  readonly #parts: JudgeParts

  constructor(parts: JudgeParts) {
    this.#parts = parts
  }

  /** The problems of a request, whatever the response is. */
  request(exchange: Observed, route: Route): Finding[] {
    const about = causeOf(exchange, route, 'request')
    const problems = statedProblems(exchange)
    const stated = problems.map(({ place: _, isMissing: __, ...problem }) => ({
      ...about,
      kind: 'contradicts_stated' as const,
      ...problem,
    }))
    return this.#masked(exchange, [...stated, ...this.#assumedOfRequest(exchange, route, problems)])
  }

  /** How a response contradicts what is stated, and differs from our assumptions. */
  response(exchange: Observed, route: Route): Finding[] {
    // The sandbox does as the document says; its tests prove it.
    if (exchange.source === 'sandbox') return []
    const about = causeOf(exchange, route, 'response')
    const { assumptions, settings } = this.#parts
    const stated = contradictions(exchange, settings).map(
      ({ fact, section, statement, expected, actual }) => ({
        ...about,
        kind: 'contradicts_stated' as const,
        ...(fact !== undefined && { fact }),
        section,
        statement,
        expected,
        actual,
      }),
    )
    // A stated member that is missing is missing from the document, too.
    const isWrong = stated.some(({ section }) => section !== '§8')
    const differing = isWrong ? [] : differences(firstItems(exchange), assumptions, route.problem)
    const assumed = differing.map((difference) => ({
      ...about,
      kind: 'differs_from_assumption' as const,
      section: '§4',
      ...difference,
    }))
    return this.#masked(exchange, [...stated, ...assumed])
  }

  #assumedOfRequest(exchange: Observed, route: Route, stated: RequestProblem[]): Finding[] {
    const about = {
      ...causeOf(exchange, route, 'request'),
      kind: 'differs_from_assumption' as const,
      section: '§4',
    }
    const key = sentKey(exchange)
    const ofKey: Finding[] =
      key.form === 'bearer' && prefixOf(key.token) === 'unknown'
        ? [
            {
              ...about,
              section: '§5.3',
              statement: 'A key has a prefix of §5.3, and a session one of its own.',
              expected: 'a key with a prefix of §5.3',
              actual: 'a key of another form',
            },
          ]
        : []
    if (route.problem !== undefined) {
      const statement = 'The document has all operations of the service.'
      return [...ofKey, { ...about, statement, ...ROUTES[route.problem] }]
    }
    const places = stated.map(({ place }) => place)
    if (places.includes('body')) return ofKey
    const issues = this.#parts
      .requestIssues(exchange)
      .filter(({ path }) => !places.some((place) => `${path}/`.startsWith(`${place}/`)))
      .map(({ in: where, path, message }) => ({
        ...about,
        statement: `${exchange.operation} takes what the document describes.`,
        expected: `${path || where}: ${message.split('; found ')[0]}`,
        actual: message.split('; found ')[1] ?? 'a request that does not fit',
      }))
    return [...ofKey, ...issues]
  }

  /** Findings are shown, and may repeat what was sent. */
  #masked(exchange: Observed, findings: Finding[]): Finding[] {
    if (findings.length === 0) return findings
    const key = sentKey(exchange)
    const tokens = {
      ...this.#parts.settings.tokens,
      ...(key.form === 'bearer' && { main: key.token }),
    }
    const shown = (text: string) =>
      cut(masked(text, { tokens }).replace(SECRET_FORMS, '<redacted>'), LONGEST_PHRASE)
    return findings.map((finding) => ({
      ...finding,
      expected: shown(finding.expected),
      actual: shown(finding.actual),
      path: shown(finding.path),
    }))
  }
}

/** An exchange whose lists have their first items only. */
function firstItems(exchange: Observed): Observed {
  const { response } = exchange
  return response
    ? { ...exchange, response: { ...response, json: cutLists(response.json) } }
    : exchange
}

function cutLists(value: unknown): unknown {
  if (Array.isArray(value)) return value.slice(0, MOST_ITEMS).map(cutLists)
  if (!isObject(value)) return value
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, cutLists(member)]))
}

const ROUTES: Record<RouteProblem, Pick<Finding, 'expected' | 'actual'>> = {
  unknown_path: { expected: 'a path of the document', actual: 'another path' },
  wrong_method: {
    expected: 'a method that the document has for the path',
    actual: 'another method',
  },
  malformed_request: { expected: 'a path that can be decoded', actual: 'a broken percent escape' },
}

function causeOf(
  { operation, method }: Observed,
  { path }: Route,
  direction: ViolationCause['direction'],
): Pick<ViolationCause, 'direction' | 'operation' | 'method' | 'path'> {
  return { direction, ...(operation !== undefined && { operation }), method, path }
}

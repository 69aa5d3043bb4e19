import type { Source, Violation } from '../../src/schema/traffic.ts'
import { isSecretName, SECRET_FORMS } from '../../src/text/secrets.ts'
import { reported } from '../checks/check.ts'
import type { Exchange } from '../http/exchange.ts'
import type { Secretive } from '../http/masking.ts'
import type { Settings, Tokens } from '../http/settings.ts'
import { redacted } from '../learning/har.ts'
import type { CheckResult, Failure, RunResult } from '../report/result.ts'
import { ledger } from '../specification/documents.ts'

/** A request that an app made and its response, as the suite reads its own. */
export interface Observed extends Exchange {
  /** As in `X-Sandbox-Violations` and the request log. */
  id: string
  source: Source
  /** Epoch milliseconds. */
  at: number
}

/** The traffic of apps, as a proxy judged it. */
export interface Traffic {
  settings: Omit<Settings, 'tokens'> & { tokens: Partial<Tokens> }
  violations: readonly ShownViolation[]
  /** All exchanges, and those of them that were not judged. */
  exchanges: number
  unjudged: number
  /** ISO 8601. */
  startedAt: string
  durationMs: number
}

/** A violation with one of the exchanges that showed it. */
export interface ShownViolation extends Violation {
  example?: Observed | undefined
}

/** What single exchanges contradicted, in the form of a run, for its reports. It proves no fact. */
export function trafficResult(traffic: Traffic): RunResult {
  const { violations, exchanges, unjudged, startedAt, durationMs } = traffic
  const { version, baseUrl, level, readOnly, tokens } = traffic.settings
  const settings = { ...traffic.settings, tokens: { main: '', ...tokens } }
  const shown = violations.filter(
    ({ kind }) => kind === 'contradicts_stated' || level === 'assumed',
  )
  const broken = new Set(
    shown.flatMap(({ direction, fact }) => (direction === 'response' ? (fact ?? []) : [])),
  )
  const none = { main: 0, restricted: 0, limited: 0, revoked: 0, misspelled: 0, anonymous: 0 }
  return {
    format: 1,
    tool: { name: 'svc-sandbox', version },
    baseUrl,
    level,
    traffic: { exchanges, unjudged },
    startedAt,
    durationMs,
    outcome: shown.length > 0 ? 'failed' : 'passed',
    requests: {
      ...none,
      total: exchanges,
      repeated: { main: 0, total: 0 },
      allowed: { main: 0, total: exchanges },
    },
    credentials: { restricted: false, limited: false, revoked: false, readOnly },
    checks: checksOf(shown, settings),
    facts: ledger
      .filter(({ id }) => broken.has(id))
      .map(({ id, section, statement }) => ({ id, section, statement, verdict: 'fail' })),
    observations: [],
    leftovers: [],
  }
}

/** The sections of the stated facts of each direction that were contradicted, as checks. */
function checksOf(violations: readonly ShownViolation[], settings: Settings): CheckResult[] {
  const checks = new Map<string, CheckResult>()
  for (const violation of violations) {
    const section = /\d+/.exec(violation.section)?.[0] ?? '4'
    const title =
      violation.direction === 'request'
        ? `requests of clients are as §${section} says`
        : `each response is as §${section} says`
    const check = checks.get(title) ?? newCheck(section, title)
    check.failures.push(failureOf(violation, settings))
    checks.set(title, check)
  }
  return [...checks.values()]
}

function newCheck(section: string, title: string): CheckResult {
  return { section, title, facts: [], verdict: 'fail', failures: [], durationMs: 0 }
}

function failureOf(violation: ShownViolation, settings: Settings): Failure {
  const { kind, direction, fact, section, statement, expected, actual, operation, count, example } =
    violation
  return {
    ...(kind === 'contradicts_stated' && fact !== undefined && { fact }),
    section,
    statement,
    expected,
    actual,
    ...(operation !== undefined && { operation }),
    ...(direction === 'request' && { by: 'app' as const }),
    occurrences: count,
    ...(example && { exchange: reported(presented(example, settings), settings) }),
  }
}

/** Headers that a client or a browser adds to each request, without which it can be repeated. */
const OF_THE_CLIENT =
  /^(host|connection|content-length|user-agent|accept(-.*)?|sec-.*|origin|referer|cookie|cache-control|pragma|dnt|upgrade.*|te|via|priority|forwarded|x-forwarded-.*|x-real-ip)$/

/** An exchange of an app as reports may show it: without secrets, and without what its client adds. */
function presented<Shown extends Exchange>(exchange: Shown, settings: Secretive): Shown {
  const { requestBody, response, requestHeaders, url } = exchange
  const hidden = (text: string) => redacted(text, settings).replace(SECRET_FORMS, '<redacted>')
  const headersOf = (headers: Record<string, string>) =>
    Object.fromEntries(
      Object.entries(headers).map(([name, value]) => [name, headerOf(name, value, hidden)]),
    )
  const sent = Object.entries(requestHeaders).filter(([name]) => !OF_THE_CLIENT.test(name))
  return {
    ...exchange,
    url: hidden(url),
    requestHeaders: headersOf(Object.fromEntries(sent)),
    ...(requestBody !== undefined && { requestBody: hidden(requestBody) }),
    ...(response && {
      response: { ...response, headers: headersOf(response.headers), text: hidden(response.text) },
    }),
  }
}

function headerOf(name: string, value: string, hidden: (text: string) => string): string {
  if (name === 'authorization') return /^Bearer \$/.test(value) ? value : 'Bearer $SVC_TOKEN'
  return isSecretName(name) ? '<redacted>' : hidden(value)
}

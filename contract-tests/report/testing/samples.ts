import type { CheckResult, FactResult, Failure, Observation, RunResult } from '../result.ts'
// A ledger that stands still: the real one grows, and the counts in the tests must not with it.
import LEDGER from './facts.json' with { type: 'json' }

/** Results of runs as they really come out, for the tests of the reports. */

const BASE = 'https://staging.example.com/api'

/** A failure of `fact`, with section and statement as the ledger has them. */
export function failureOf(fact: string, details: Partial<Failure>): Failure {
  const entry = LEDGER.find(({ id }) => id === fact)
  if (!entry) throw new Error(`The ledger has no contract fact ${fact}.`)
  const { section, statement } = entry
  return { fact, section, statement, expected: '', actual: '', occurrences: 1, ...details }
}

/** A check of the section that passed, unless `details` say otherwise. */
export function check(section: string, title: string, details: Partial<CheckResult>): CheckResult {
  return {
    section,
    title,
    facts: [],
    verdict: details.failures?.length ? 'fail' : 'pass',
    failures: [],
    durationMs: 180,
    ...details,
  }
}

/** A result of these checks; the verdict of each fact follows from their failures. */
export function run(
  details: Partial<RunResult>,
  undetermined: Record<string, string> = {},
): RunResult {
  // Each caller gets results of its own, which it may change.
  const checks = structuredClone(details.checks ?? CHECKS)
  const broken = new Set(checks.flatMap(({ failures }) => failures.map(({ fact }) => fact)))
  const facts = LEDGER.map(({ id, section, statement }): FactResult => {
    const reason = undetermined[id]
    if (broken.has(id)) return { id, section, statement, verdict: 'fail' }
    if (reason) return { id, section, statement, verdict: 'undetermined', reason }
    return { id, section, statement, verdict: 'pass' }
  })
  const isWhole = facts.every(({ verdict }) => verdict === 'pass')
  return {
    format: 1,
    tool: { name: 'svc-sandbox', version: '0.1.0' },
    baseUrl: BASE,
    level: 'stated',
    startedAt: '2026-03-02T09:15:00.000Z',
    durationMs: 4_183,
    outcome: broken.size > 0 ? 'failed' : isWhole ? 'passed' : 'incomplete',
    requests: {
      main: 62,
      restricted: 14,
      limited: 7,
      revoked: 16,
      misspelled: 16,
      anonymous: 16,
      total: 131,
      repeated: { main: 0, total: 0 },
      allowed: { main: 80, total: 140 },
    },
    credentials: { restricted: true, limited: true, revoked: true, readOnly: false },
    facts,
    observations: structuredClone(OBSERVATIONS),
    leftovers: [],
    ...details,
    checks,
  }
}

const CHECKS: CheckResult[] = [
  check('1', 'answers every response in the envelope', { facts: ['1.3', '4.4'] }),
  check('2', 'refuses a campaign without a required field', {
    facts: ['2.2', '2.4', '2.7', '2.9'],
  }),
  check('3', 'refuses a deleted token', { facts: ['3.2.1', '3.3.2'] }),
  check('4', 'gets the campaign that was created', { facts: ['4.15', '4.16'] }),
  check('4', 'deletes a campaign, which then no longer exists', { facts: ['4.18', '7.11'] }),
  check('5', 'refuses every operation without a key', { facts: ['5.7.1', '1.2'] }),
  check('7', 'answers malformed JSON with invalid_request', { facts: ['7.8'] }),
  check('8', 'has the rate-limit headers on every response', { facts: ['8.8', '8.10', '8.12'] }),
  check('9', 'carries a version in meta', { facts: ['9.1'] }),
]

const OBSERVATIONS: Observation[] = [
  {
    id: 'status.createCampaign.success',
    subject: 'status',
    operation: 'createCampaign',
    situation: 'success',
    observed: 200,
    assumed: 201,
    differs: true,
    samples: 3,
    sentence: 'createCampaign returns 200 on success; our assumption: 201',
  },
  {
    id: 'reset_unit',
    subject: 'reset_unit',
    observed: 'seconds left',
    assumed: 'Unix time in seconds',
    differs: true,
    samples: 131,
    sentence: 'X-RateLimit-Reset counts seconds left; we assume Unix time in seconds',
  },
  ...['listCampaigns', 'getCampaign', 'updateCampaign', 'deleteCampaign', 'verifyToken'].map(
    (operation): Observation => ({
      id: `status.${operation}.success`,
      subject: 'status',
      operation,
      situation: 'success',
      observed: 200,
      assumed: 200,
      differs: false,
      samples: 2,
      sentence: `${operation} returns 200 on success, as we assume`,
    }),
  ),
]

export const allPass = (): RunResult => run({})

const missingHeader = failureOf('8.8', {
  expected: 'the header X-RateLimit-Limit',
  actual: 'no such header',
  operation: 'listCampaigns',
  occurrences: 37,
  exchange: {
    curl: `curl -i '${BASE}/campaigns'`,
    method: 'GET',
    url: `${BASE}/campaigns`,
    status: 401,
    responseHeaders: { 'content-type': 'application/json', 'x-ratelimit-remaining': '0' },
    responseBody:
      '{"success":false,"error":{"code":"missing_api_key","message":"No API key was given."}}',
    durationMs: 38,
  },
})

const wrongName = failureOf('4.17', {
  expected: 'the name "svc-contract 7f3a renamed" when the campaign is read after the update',
  actual: 'the old name "svc-contract 7f3a"',
  operation: 'updateCampaign',
  exchange: {
    curl: [
      `curl -i -X PUT '${BASE}/campaigns/cmp_8hq2'`,
      `-H "Authorization: Bearer $SVC_TOKEN" -H 'Content-Type: application/json'`,
      `-d '{"name":"svc-contract 7f3a renamed","type":"serp","keywords":["one","two"],"frequency":"daily"}'`,
    ].join(' '),
    method: 'PUT',
    url: `${BASE}/campaigns/cmp_8hq2`,
    requestBody:
      '{"name":"svc-contract 7f3a renamed","type":"serp","keywords":["one","two"],"frequency":"daily"}',
    status: 200,
    responseHeaders: { 'content-type': 'application/json; charset=utf-8' },
    responseBody:
      '{"success":true,"data":{"id":"cmp_8hq2","name":"svc-contract 7f3a","type":"serp","keywords":["one","two"],"frequency":"daily","settings":{"location":"US","device":"desktop","search_engine":"google"},"created_at":"2026-03-02T09:15:01Z"},"meta":{"timestamp":"2026-03-02T09:15:01Z","version":"1.2.0"}}',
    durationMs: 61,
  },
})

const htmlError = failureOf('7.2', {
  expected: 'the object error',
  actual: 'no JSON at all, but text/html',
  operation: 'createCampaign',
  occurrences: 2,
  exchange: {
    curl: `curl -i -X POST '${BASE}/campaigns' -H "Authorization: Bearer $SVC_TOKEN" -H 'Content-Type: application/json' -d '{"name":'`,
    method: 'POST',
    url: `${BASE}/campaigns`,
    requestBody: '{"name":',
    status: 400,
    responseHeaders: { 'content-type': 'text/html' },
    responseBody:
      '<!DOCTYPE html>\n<html lang="en">\n<head><title>Error</title></head>\n<body>\n<pre>SyntaxError: Unexpected end of JSON input\n    at JSON.parse (&lt;anonymous&gt;)</pre>\n</body>\n</html>\n',
    durationMs: 12,
  },
})

const FAILED_CHECKS: CheckResult[] = [
  ...CHECKS.slice(0, 4),
  check('4', 'updates a campaign', { facts: ['4.17'], failures: [wrongName] }),
  check('7', 'answers malformed JSON with invalid_request', {
    facts: ['7.1', '7.2', '7.8'],
    failures: [htmlError],
  }),
  check('8', 'has the rate-limit headers on every response', {
    facts: ['8.8', '8.10', '8.12'],
    failures: [
      missingHeader,
      { ...missingHeader, operation: 'createCampaign', occurrences: 4 },
      { ...missingHeader, operation: 'verifyToken', occurrences: 2 },
    ],
  }),
]

const NO_REVOKED = 'no --revoked-token given'
const NO_RESTRICTED = 'no --restricted-token given'
const NO_LIMITED = 'no --limited-token given'
const READ_ONLY = 'creating campaigns is off (--read-only)'

const without = (reason: string, ...ids: string[]) =>
  Object.fromEntries(ids.map((id) => [id, reason]))
const REVOKED_FACTS = without(NO_REVOKED, '3.2.1', '3.3.2', '5.7.3')

export const threeFailures = (): RunResult => run({ checks: FAILED_CHECKS }, REVOKED_FACTS)

export const mostlyUndetermined = (): RunResult =>
  run(
    {
      credentials: { restricted: false, limited: false, revoked: false, readOnly: true },
      checks: CHECKS.map((each) =>
        each.section === '2'
          ? { ...each, verdict: 'undetermined', reason: READ_ONLY }
          : each.section === '3'
            ? { ...each, verdict: 'undetermined', reason: NO_REVOKED }
            : each,
      ),
    },
    {
      ...REVOKED_FACTS,
      ...without(NO_RESTRICTED, '2.58', '5.4.2', '5.4.3', '5.4.4', '5.7.6'),
      ...without(NO_LIMITED, '8.18'),
      ...without(READ_ONLY, ...numbered('2', 1, 16), '2.23', '1.4', '4.3', '4.14', '4.15'),
      ...without(READ_ONLY, '4.16', '4.17', '4.18', '7.7', '7.8', '7.11', '7.12'),
    },
  )

export const couldNotRun = (): RunResult =>
  run(
    {
      outcome: 'could_not_run',
      reason:
        'Nothing answers at https://staging.example.com/api/auth/verify (ECONNREFUSED). Start the server, or correct the base URL.',
      checks: [],
      observations: [],
      durationMs: 212,
      requests: { ...allPass().requests, main: 1, total: 1 },
    },
    Object.fromEntries(LEDGER.map(({ id }) => [id, 'the run did not begin'])),
  )

export const cutShort = (): RunResult =>
  run(
    {
      outcome: 'cut_short',
      reason:
        'The key has no requests left and its window ends in 41 min, more than --max-wait (60 s).',
      checks: CHECKS.slice(0, 5),
      requests: { ...allPass().requests, main: 44, total: 71 },
      leftovers: [
        {
          id: 'cmp_8hq2',
          name: 'svc-contract 7f3a',
          curl: `curl -X DELETE '${BASE}/campaigns/cmp_8hq2' -H "Authorization: Bearer $SVC_TOKEN"`,
        },
      ],
    },
    Object.fromEntries(
      LEDGER.filter(({ section }) => /^§[5-9]/.test(section)).map(({ id }) => [
        id,
        'the quota was used up before it was its turn',
      ]),
    ),
  )

export const knownFailures = (): RunResult =>
  run({
    outcome: 'known_failures',
    checks: FAILED_CHECKS.map((each) => ({
      ...each,
      failures: each.failures.map((failure) => ({
        ...failure,
        known: { owner: 'team-gateway', expires: '2026-06-30', reason: 'API-412' },
      })),
    })),
  })

function numbered(section: string, from: number, to: number): string[] {
  return Array.from({ length: to - from + 1 }, (_, index) => `${section}.${from + index}`)
}

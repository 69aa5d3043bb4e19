/** The result of a run as plain JSON. All reports are made from it, and `json=FILE` writes it. */
export interface RunResult {
  /** Version of this format. */
  format: 1
  tool: { name: string; version: string }
  /** The base URL that was checked, without credentials. */
  baseUrl: string
  level: Level
  /** When the run began, in ISO 8601 UTC. */
  startedAt: string
  durationMs: number
  outcome: Outcome
  /** Why the run could not begin or was cut short. */
  reason?: string
  requests: RequestCounts
  /** The available credentials; without one, some facts stay undetermined. */
  credentials: { restricted: boolean; limited: boolean; revoked: boolean; readOnly: boolean }
  checks: CheckResult[]
  /** The facts that a contract check can prove, in the order of the ledger. */
  facts: FactResult[]
  observations: Observation[]
  /** Campaigns that the run created and could not delete. */
  leftovers: Leftover[]
}

/** `stated`: only contradictions of the provider's statements fail. `assumed`: differences from our assumptions too. */
export type Level = 'stated' | 'assumed'

export type Verdict = 'pass' | 'fail' | 'undetermined'

/**
 * With their exit codes: `passed` 0 (some facts may be undetermined), `failed` 1, `could_not_run` 2 (nothing was
 * tried), `cut_short` 2 (the quota or the server ended), `interrupted` 130.
 */
export type Outcome = 'passed' | 'failed' | 'could_not_run' | 'cut_short' | 'interrupted'

export function isComplete({ outcome }: Pick<RunResult, 'outcome'>): boolean {
  return outcome === 'passed' || outcome === 'failed'
}

/** The number of requests by credential. */
export interface RequestCounts {
  main: number
  restricted: number
  limited: number
  revoked: number
  misspelled: number
  anonymous: number
  total: number
  /** Limits of `main` and `total`. */
  allowed: { main: number; total: number }
}

export interface CheckResult {
  /** Section of the specification: `4`. */
  section: string
  /** A sentence about behaviour: `gets the campaign that was created`. */
  title: string
  facts: string[]
  verdict: Verdict
  /** Why it is undetermined. */
  reason?: string
  failures: Failure[]
  durationMs: number
}

/** A contradiction, with the number of exchanges that showed it. */
export interface Failure {
  /** Id of the contradicted fact; absent for an assumption (level `assumed`). */
  fact?: string
  /** Where the specification states it: `§8`. */
  section: string
  statement: string
  /** A phrase: `the header X-RateLimit-Limit`. */
  expected: string
  /** A phrase: `a response without it`. */
  actual: string
  operation?: string
  occurrences: number
  /** The first exchange that showed it. */
  exchange?: ReportedExchange
  /** Set if a file of `--known` accepts it. */
  known?: KnownFailure
}

/** An exchange with masked keys. */
export interface ReportedExchange {
  /** A command that repeats the request; the key is `$SVC_TOKEN` or the like. */
  curl: string
  method: string
  url: string
  requestBody?: string
  /** Absent where no response came. */
  status?: number
  responseHeaders: Record<string, string>
  /** Cut to 2,000 characters. */
  responseBody: string
  durationMs: number
}

/** An accepted failure, with the last day (YYYY-MM-DD) on which it is accepted. */
export interface KnownFailure {
  owner: string
  expires: string
  reason?: string
}

export interface FactResult {
  id: string
  section: string
  statement: string
  verdict: Verdict
  /** Why it is undetermined. */
  reason?: string
}

/** What a server does where the specification is silent. */
export interface Observation {
  /** Stable and unique in a run: `status.createCampaign.success`. */
  id: string
  /** `status`, `failure`, `reset_unit`, `list_shape`, `extra_fields` and others. */
  subject: string
  operation?: string
  /** Situation of the request: `success`, `missing_credential`, `unknown_resource` … */
  situation?: string
  observed: unknown
  /** What our merged document assumes, if anything. */
  assumed?: unknown
  differs: boolean
  /** The number of exchanges that agreed. */
  samples: number
  /** For example `createCampaign returns 200 on success; our assumption: …`. */
  sentence: string
}

export interface Leftover {
  id: string
  name: string
  /** A command that deletes it; the key is `$SVC_TOKEN`. */
  curl: string
}

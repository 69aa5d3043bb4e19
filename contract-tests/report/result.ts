/**
 * What a run of the contract suite found, as plain JSON: the suite writes it, every report is made
 * from it, and it is itself the report `json=FILE`.
 */
export interface RunResult {
  /** Version of this form. */
  format: 1
  tool: { name: string; version: string }
  /** The base URL that was checked, without credentials. */
  baseUrl: string
  level: Level
  /** When the run began, in ISO 8601 UTC. */
  startedAt: string
  durationMs: number
  outcome: Outcome
  /** Why the run could not begin, or was cut short. */
  reason?: string
  requests: RequestCounts
  /** What the run had to try with; without a credential some facts stay undetermined. */
  credentials: { restricted: boolean; limited: boolean; revoked: boolean; readOnly: boolean }
  checks: CheckResult[]
  /** Every fact of the ledger that a contract check can prove, in the order of the ledger. */
  facts: FactResult[]
  observations: Observation[]
  /** What the run created and could not delete again. */
  leftovers: Leftover[]
}

/** `stated`: only contradictions of the provider's statements fail. `assumed`: differences from our assumptions too. */
export type Level = 'stated' | 'assumed'

export type Verdict = 'pass' | 'fail' | 'undetermined'

/**
 * What the process ends with: `passed` 0 (no failure; some facts may be undetermined), `failed` 1,
 * `could_not_run` 2 (nothing was tried), `cut_short` 2 (something was tried, then the quota or the
 * server ended), `interrupted` 130.
 */
export type Outcome = 'passed' | 'failed' | 'could_not_run' | 'cut_short' | 'interrupted'

/** How many requests were sent, by the credential that they carried. */
export interface RequestCounts {
  main: number
  restricted: number
  limited: number
  revoked: number
  /** With a key that was misspelled on purpose. */
  misspelled: number
  /** Without any key. */
  anonymous: number
  total: number
  /** What `main` and `total` may be at most. */
  allowed: { main: number; total: number }
}

export interface CheckResult {
  /** Section of the specification whose file holds the check: `4`. */
  section: string
  /** A sentence about behaviour: `gets the campaign that was created`. */
  title: string
  /** Ids of the facts that it proves. */
  facts: string[]
  verdict: Verdict
  /** Why it is undetermined. */
  reason?: string
  failures: Failure[]
  durationMs: number
}

/** One contradiction. The same contradiction on several exchanges is one failure with a count. */
export interface Failure {
  /** Id of the contradicted fact; absent where only an assumption was (level `assumed`). */
  fact?: string
  /** Where the specification states it: `§8`. */
  section: string
  /** The statement in short, from the ledger. */
  statement: string
  /** What was expected, as a phrase: `the header X-RateLimit-Limit`. */
  expected: string
  /** What came instead, as a phrase: `no such header`. */
  actual: string
  /** operationId, where one was called. */
  operation?: string
  /** How many exchanges showed it. */
  occurrences: number
  /** The first exchange that showed it. */
  exchange?: ReportedExchange
  /** Set when a file given with --known accepts it. */
  known?: KnownFailure
}

/** An exchange as a reader may see it: keys are masked everywhere. */
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

/** An accepted failure: who answers for it, and until when (YYYY-MM-DD, inclusive). */
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

/** What the server does where the specification is silent. */
export interface Observation {
  /** Stable and unique in a run: `status.createCampaign.success`. */
  id: string
  /** What kind of thing was observed: `status`, `code`, `reset_unit`, `list_shape`, `paging`, `extra_fields` … */
  subject: string
  operation?: string
  /** Situation of the request: `success`, `missing_credential`, `unknown_resource` … */
  situation?: string
  observed: unknown
  /** What our merged document assumes; absent where it assumes nothing. */
  assumed?: unknown
  differs: boolean
  /** How many exchanges agreed on `observed`. */
  samples: number
  /** One line for people: `createCampaign answers success with 200; we assume 201`. */
  sentence: string
}

export interface Leftover {
  id: string
  name: string
  /** A command that deletes it; the key is `$SVC_TOKEN`. */
  curl: string
}

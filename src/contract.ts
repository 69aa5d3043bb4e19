import { randomBytes } from 'node:crypto'
import { type Contradiction, contradictionsOf } from '../contract-tests/report/causes.ts'
import { contradictionText, leftoverText } from '../contract-tests/report/terminal.ts'
import { provable, runSuite } from '../contract-tests/run.ts'
import { type CheckFlags, flagsOf, readSettings } from './cli/check-settings.ts'
import { packageVersion } from './package/package-root.ts'
import { printable } from './text/visible.ts'
import { HOUR_MS } from './time/duration.ts'

/** Options of `contractTests`: the flags of `svc-sandbox check`, which the same SVC_* variables set. */
export interface ContractOptions {
  /** The API root to check, such as `http://localhost:4010/api`. */
  baseUrl?: string | undefined
  /** The key to check with; a run sends about 60 requests with it. */
  token?: string | undefined
  /** A key with few permissions. */
  restrictedToken?: string | undefined
  /** A key with a limit of at most 10 requests; the run uses it up. */
  limitedToken?: string | undefined
  /** A deleted key. */
  revokedToken?: string | undefined
  /** A key of another account. */
  otherToken?: string | undefined
  /** A key that the run may log out. */
  logoutToken?: string | undefined
  /** Sends only requests that change nothing. */
  readOnly?: boolean | undefined
  /** `assumed` adds a test that fails where the server differs from our assumptions. Default: `stated`. */
  level?: 'stated' | 'assumed' | undefined
  /** Maximum number of requests with the main key. Default: 80. */
  maxRequests?: number | undefined
  /** Sends up to 220 requests with the key. */
  thorough?: boolean | undefined
  /** Maximum number of requests per second. */
  rate?: number | undefined
  /** Maximum wait in seconds for a throttle or a used-up quota. Default: 15. */
  maxWait?: number | undefined
  /** Maximum wait in seconds for a response. Default: 30. */
  timeout?: number | undefined
  /** Allows a key for production. */
  allowLiveKey?: boolean | undefined
  /** The functions of your test runner, unless they are global: `import * as test from 'vitest'`. */
  test?: TestFunctions | undefined
}

/** The functions that vitest, jest and node:test share; node:test calls two of them `before` and `after`. */
export interface TestFunctions {
  describe: (name: string, body: () => void) => unknown
  it: (name: string, body: (...context: unknown[]) => void) => unknown
  beforeAll?: (body: () => Promise<void>, timeout?: number) => unknown
  before?: (body: () => Promise<void>) => unknown
  afterAll?: (body: () => void) => unknown
  after?: (body: () => void) => unknown
}

/** A run takes seconds; a slow server or a wait for the quota makes it minutes. */
const LONGEST_RUN_MS = HOUR_MS

/**
 * Registers a test for each stated fact. The requests are made once, before the first of these tests. A fact that
 * could not be tried is skipped with the reason. Jest cannot skip a running test: there it passes, and a line after
 * the last test lists it.
 *
 * @throws ConfigError if an option is missing or wrong, Error if there are no test functions.
 */
export function contractTests(options: ContractOptions = {}): void {
  const { describe, it, beforeAll, afterAll } = functionsOf(options.test)
  const settings = settingsOf(options)

  describe(`Contract of ${settings.baseUrl}`, () => {
    let run: Awaited<ReturnType<typeof runSuite>>['result']
    let contradictions: Contradiction[]
    const untried: string[] = []
    const expectNone = (found: Contradiction[]) => {
      if (found.length > 0) throw new Error(`\n${found.map(contradictionText).join('\n\n')}`)
    }

    beforeAll(async () => {
      run = (await runSuite(settings)).result
      contradictions = contradictionsOf(run)
      if (run.outcome === 'could_not_run') throw new Error(printable(run.reason ?? ''))
    })

    for (const [index, { id, statement }] of provable.entries()) {
      // Jest takes a function with a named parameter for one that waits for a callback.
      it(`${id} ${statement}`, (...[context]) => {
        expectNone(contradictions.filter(({ fact }) => fact === id))
        const reason = run.facts[index]?.reason
        if (reason === undefined) return
        if (canSkip(context)) context.skip(reason)
        else untried.push(`${id}: ${reason}`)
      })
    }
    if (settings.level === 'assumed') {
      it('The server does what the packaged document assumes', () =>
        expectNone(contradictions.filter(({ fact }) => fact === undefined)))
    }
    it('The run is complete, and everything that it created is deleted', () => {
      if (run.outcome === 'cut_short') throw new Error(printable(run.reason ?? ''))
      if (run.leftovers.length > 0) throw new Error(leftoverText(run.leftovers))
    })
    afterAll?.(() => {
      if (untried.length > 0)
        console.log(printable(`Not tried, though passed:\n${untried.join('\n')}`))
    })
  })
}

function functionsOf(given: TestFunctions | undefined) {
  const found = given ?? (globalThis as Partial<TestFunctions>)
  const { describe, it, before, afterAll = found.after } = found
  const { beforeAll = before && ((body: () => Promise<void>) => before(body)) } = found
  if (!describe || !it || !beforeAll) {
    throw new Error(
      "contractTests found no describe, it and beforeAll. Pass those of your test runner: import * as test from 'vitest' (or 'node:test'), then contractTests({ test, … }).",
    )
  }
  return {
    describe,
    it,
    beforeAll: (body: () => Promise<void>) => beforeAll(body, LONGEST_RUN_MS),
    afterAll,
  }
}

function canSkip(context: unknown): context is { skip: (reason: string) => void } {
  return typeof (context as { skip?: unknown } | undefined)?.skip === 'function'
}

function settingsOf({ test: _, ...options }: ContractOptions) {
  const given = Object.entries(options).map(([name, value]) => [
    name,
    typeof value === 'number' ? String(value) : value,
  ])
  // Learning is a run of its own with further requirements.
  const { learn: __, compare: ___, ...flags } = flagsOf(Object.fromEntries(given) as CheckFlags)
  return readSettings(flags, {
    runId: `svc-check-${randomBytes(5).toString('hex')}`,
    version: packageVersion(),
  })
}

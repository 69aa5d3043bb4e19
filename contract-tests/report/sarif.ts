import { createHash } from 'node:crypto'
import { printable, visibleJson } from '../../src/text/visible.ts'
import { type Cause, causeOf } from './causes.ts'
import type { Digest } from './digest.ts'
import { answerOf, commandsOf, quotation, reasonOf } from './explanation.ts'
import type { Locate } from './locate.ts'
import { openWarnings } from './requirements.ts'
import { type Failure, isFinished, type RunResult } from './result.ts'

/** The document that the results point to, from the root of the repository. */
export const DOCUMENT = 'spec/openapi.yaml'

/** SARIF 2.1.0: a rule for each contradicted fact, a result for each operation that contradicts it. */
export function sarifReport({ result, causes }: Digest, { locate }: { locate: Locate }): string {
  const failures = distinctFailures(result)
  const rules = [...new Map(failures.map((each) => [ruleId(each), ruleOf(each)])).values()]
  const ids = rules.map(({ id }) => id)
  const isComplete = isFinished(result)
  const notifications = [
    ...(isComplete ? [] : [['error', result.reason ?? result.outcome]]),
    ...(result.unmet ?? []).map((text) => ['error', text]),
    ...openWarnings(result).map((text) => ['warning', text]),
  ]
  const log = {
    $schema: 'https://json.schemastore.org/sarif-2.1.0.json',
    version: '2.1.0',
    runs: [
      {
        tool: { driver: { name: result.tool.name, version: result.tool.version, rules } },
        automationDetails: { id: `svc-sandbox/${result.level}/` },
        invocations: [
          {
            executionSuccessful: isComplete,
            startTimeUtc: result.startedAt,
            endTimeUtc: new Date(Date.parse(result.startedAt) + result.durationMs).toISOString(),
            toolExecutionNotifications: notifications.map(([level, text]) => ({
              level,
              message: { text },
            })),
          },
        ],
        results: failures.map((failure, index) => {
          const cause = causeOf(failure, causes)
          const region = { startLine: locate(failure) }
          return {
            ruleId: ruleId(failure),
            ruleIndex: ids.indexOf(ruleId(failure)),
            level: 'error',
            message: { text: message(failure, cause) },
            properties: { cause: cause?.number },
            locations: [{ physicalLocation: { artifactLocation: { uri: DOCUMENT }, region } }],
            partialFingerprints: fingerprints(failures, index),
            suppressions: suppressions(failure),
          }
        }),
      },
    ],
  }
  return visibleJson(`${JSON.stringify(log, null, 2)}\n`)
}

/** One failure for each way in which an operation contradicts a fact, across all checks. */
function distinctFailures(result: RunResult): Failure[] {
  const found = new Map<string, Failure>()
  for (const failure of result.checks.flatMap(({ failures }) => failures)) {
    const { expected, actual } = failure
    const key = JSON.stringify([ruleId(failure), failure.operation, expected, actual])
    const same = found.get(key)
    const occurrences = failure.occurrences + (same?.occurrences ?? 0)
    found.set(key, { ...failure, ...same, occurrences })
  }
  return [...found.values()]
}

function ruleOf(failure: Failure) {
  const { fact, statement } = failure
  const [short, full] = fact
    ? [statement, quotation(failure)]
    : [
        'The server differs from one of our assumptions.',
        'The specification does not cover this; the merged document assumes something else.',
      ]
  return {
    id: ruleId(failure),
    shortDescription: { text: short },
    fullDescription: { text: full },
    defaultConfiguration: { level: 'error' },
  }
}

function ruleId({ fact }: Failure): string {
  return fact ?? 'assumption'
}

function message(failure: Failure, cause: Cause | undefined): string {
  const { fact, operation, expected, actual, occurrences, exchange } = failure
  const place = operation ? ` in ${operation}` : ''
  const times = occurrences > 1 ? ` (${occurrences} times)` : ''
  const lead = cause?.lead.fact
  const same = lead !== undefined && lead !== fact ? `\n\nSame cause as ${lead}.` : ''
  const request = exchange
    ? `\n\nReceived ${answerOf(exchange)}. To repeat it:\n\n${commandsOf(exchange)}`
    : ''
  return printable(
    `Expected${place} ${expected}, but got ${actual}${times}.\n\n${quotation(failure)}\n\n${reasonOf(failure)}${same}${request}`,
  )
}

/** Without `expected` and `actual`, which may hold ids of this run. GitHub compares this hash only. */
function fingerprints(failures: Failure[], index: number): Record<string, string> {
  const keys = failures.map((failure) => `${ruleId(failure)} ${failure.operation ?? ''}`)
  const key = keys[index] ?? ''
  const turn = keys.slice(0, index + 1).filter((other) => other === key).length
  const hash = createHash('sha256').update(key).digest('hex').slice(0, 16)
  return { primaryLocationLineHash: `${hash}:${turn}` }
}

function suppressions({ known }: Failure) {
  if (!known) return []
  const { owner, expires, reason } = known
  const justification = `${owner}, until ${expires}${reason ? `: ${reason}` : ''}`
  return [{ kind: 'external', status: 'accepted', justification }]
}

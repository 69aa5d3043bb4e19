import type { RunResult } from '../../../contract-tests/report/result.ts'
import { TrafficJudge } from '../../../contract-tests/traffic/judge.ts'
import type { Observed } from '../../../contract-tests/traffic/observed.ts'
import { trafficResult } from '../../../contract-tests/traffic/result.ts'
import { assumptionsOf } from '../../../contract-tests/verdicts.ts'
import { ApiDocument } from '../../openapi/api-document.ts'
import { packagedDocument } from '../../openapi/load.ts'
import { preparedRules, Router } from '../../openapi/served/router.ts'
import type { JsonObject } from '../../schema/json.ts'
import type { Finding } from '../../schema/traffic.ts'
import type { Captured } from '../captured.ts'
import { entryOf } from '../cassette/recorded-entry.ts'
import { redactEntry, strikeEntry } from '../cassette/redact-entry.ts'
import { Vault } from '../cassette/vault.ts'
import { decoded } from '../decode.ts'

import type { FinishRequest, JudgingAnswer, JudgingData, JudgingJob } from './messages.ts'
import { DocumentRequests } from './requests.ts'
import { violationId } from './violations.ts'

/** Exchanges that reports show, one for each violation. */
const MOST_EXAMPLES = 200

/** A document, and what it allows. */
interface Rules {
  document: JsonObject
  requests: DocumentRequests
  judge: TrafficJudge
}

interface ReadRules {
  document: JsonObject
  router: Router
}

/** Undefined for the packaged document. Rejects with a DocumentError. */
async function readRules(given: JudgingData['document']): Promise<ReadRules> {
  const document = given ?? packagedDocument
  const rules =
    given === undefined
      ? await preparedRules(document)
      : await (await import('../../openapi/served/compiled-rules.ts')).compiledRules(document)
  return { document, router: new Router(rules) }
}

/** Judges captured exchanges one by one, and keeps an example of each violation for the end. Runs in the thread of `worker.ts`. */
export class JudgingRoom {
  readonly #settings: JudgingData['settings']
  #rules: Rules
  readonly #examples = new Map<string, Observed>()
  #exchanges = 0
  /** The path and query of the exchange that is judged. */
  #apiPath = ''

  /** Rejects with a DocumentError. */
  static async open({ document, settings }: JudgingData): Promise<JudgingRoom> {
    return new JudgingRoom(settings, await readRules(document))
  }

  private constructor(settings: JudgingData['settings'], rules: ReadRules) {
    this.#settings = settings
    this.#rules = this.#rulesOf(rules)
  }

  /** Judges by another document from now on. Rejects with a DocumentError, and keeps the earlier one. */
  async follow(document: JudgingData['document']): Promise<void> {
    this.#rules = this.#rulesOf(await readRules(document))
  }

  #rulesOf({ document, router }: ReadRules): Rules {
    const requests = new DocumentRequests(router, ApiDocument.of(document))
    const settings = this.#settings
    const judge = new TrafficJudge({
      settings: { ...settings, tokens: { main: '', ...settings.tokens } },
      assumptions: assumptionsOf({ document }),
      requestIssues: (exchange) => requests.issues(exchange, this.#apiPath),
    })
    return { document, requests, judge }
  }

  answer(job: JudgingJob): JudgingAnswer {
    const { id } = job
    if (job.kind === 'finish') return { kind: 'finished', id, report: this.#report(job.asked) }
    try {
      return this.#judged(id, job.captured, job.kind === 'judge')
    } catch (error) {
      // An unexpected error must not end the thread.
      return { kind: 'unjudged', id, reason: (error as Error).message }
    }
  }

  #judged(id: number, captured: Captured, isWhole: boolean): JudgingAnswer {
    const { apiPath } = captured
    // Outside of the API, nothing is stated.
    if (apiPath === undefined) return { kind: 'found', id, findings: [] }
    const { operation, route } = this.#rules.requests.route(captured.method, apiPath)
    const read = decoded(captured, operation?.id, this.#settings.baseUrl + apiPath)
    if ('unjudged' in read) return { kind: 'unjudged', id, reason: read.unjudged }
    this.#apiPath = apiPath
    const { observed } = read
    const { judge } = this.#rules
    const found = isWhole ? judge.judge(observed, route) : judge.request(observed, route)
    const { findings, example } = withoutSecrets(found, observed, captured)
    if (!isWhole) return { kind: 'found', id, findings }
    this.#exchanges += 1
    for (const finding of findings) this.#example(finding, example)
    return { kind: 'found', id, findings }
  }

  #example(finding: Finding, observed: Observed): void {
    const id = violationId(finding)
    if (this.#examples.size >= MOST_EXAMPLES || this.#examples.has(id)) return
    this.#examples.set(id, observed)
  }

  #report({ violations, ...asked }: FinishRequest): RunResult {
    return trafficResult({
      ...asked,
      settings: this.#settings,
      violations: violations.map((each) => ({ ...each, example: this.#examples.get(each.id) })),
      exchanges: this.#exchanges,
    })
  }
}

/** Findings and their exchange, without the secrets of the exchange, which the texts of findings may quote. */
function withoutSecrets(findings: Finding[], observed: Observed, captured: Captured) {
  const entry = findings.length > 0 ? entryOf(captured) : undefined
  if (entry === undefined) return { findings, example: observed }
  const vault = new Vault()
  redactEntry(entry, vault)
  return strikeEntry({ findings, example: observed }, vault)
}

import { recordedFixture } from '../../../contract-tests/traffic/fixture.ts'
import { TrafficJudge } from '../../../contract-tests/traffic/judge.ts'
import type { Observed } from '../../../contract-tests/traffic/observed.ts'
import { findingsOfTraffic, trafficResult } from '../../../contract-tests/traffic/result.ts'
import { Retention } from '../../../contract-tests/traffic/retention.ts'
import { relatedFindings } from '../../../contract-tests/traffic/sequences.ts'
import { Sightings } from '../../../contract-tests/traffic/sightings.ts'
import type { Finding } from '../../../contract-tests/traffic/violation.ts'
import { assumptionsOf } from '../../../contract-tests/verdicts.ts'
import { ApiDocument } from '../../openapi/api-document.ts'
import { packagedDocument } from '../../openapi/load.ts'
import { preparedRules } from '../../openapi/served/request-rules.ts'
import { Router } from '../../openapi/served/router.ts'
import type { JsonObject } from '../../schema/json.ts'
import type { Captured } from '../captured.ts'
import { decoded } from '../decode.ts'
import { withoutSecretsOf, withRedactedArchive } from './evidence-archive.ts'
import type {
  FinishRequest,
  JudgingAnswer,
  JudgingData,
  JudgingJob,
  Related,
  TrafficReport,
} from './messages.ts'
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

/** Judges captured exchanges one by one, and keeps a sample of them for the end. Runs in the thread of `worker.ts`. */
export class JudgingRoom {
  readonly #settings: JudgingData['settings']
  #rules: Rules
  readonly #retention: Retention
  readonly #sightings = new Sightings()
  readonly #examples = new Map<string, Observed>()
  readonly #unkept: { observed: Observed; findings: readonly Finding[] }[] = []
  /** Violations that several exchanges show together, with the exchange that completed each. */
  readonly #known = new Set<string>()
  #relatedUpTo = 0
  /** The path and query of the exchange that is judged. */
  #apiPath = ''

  /** Rejects with a DocumentError. */
  static async open({ document, settings }: JudgingData): Promise<JudgingRoom> {
    return new JudgingRoom(settings, await readRules(document))
  }

  private constructor(settings: JudgingData['settings'], rules: ReadRules) {
    this.#settings = settings
    this.#retention = new Retention(settings.baseUrl)
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
    this.keepJudged()
    if (job.kind === 'finish') return { kind: 'finished', id, report: this.#report(job.asked) }
    try {
      if (job.kind === 'relate') return { kind: 'related', id, found: this.#related() }
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
    if (!isWhole) return { kind: 'found', id, findings: this.#rules.judge.request(observed, route) }
    const findings = this.#rules.judge.judge(observed, route)
    this.#unkept.push({ observed, findings })
    return { kind: 'found', id, findings }
  }

  /** The findings that exchanges show together, each once. */
  #related(): Related[] {
    // Nothing new is kept, so nothing new can be found.
    const { firstCount } = this.#retention
    if (firstCount === this.#relatedUpTo) return []
    this.#relatedUpTo = firstCount
    return relatedFindings(this.#retention.first, this.#settings.baseUrl).flatMap(
      ({ finding, exchange }) => {
        const [shown = finding] = this.#rules.judge.masked(exchange, [finding])
        const key = `${violationId(shown)} ${exchange.id}`
        if (this.#known.has(key)) return []
        this.#known.add(key)
        this.#example(shown, exchange)
        return [{ finding: shown, request: exchange.id, at: exchange.at }]
      },
    )
  }

  /** Keeps what was judged since the last call. It takes as long as judging, and no one waits for it. */
  keepJudged(): void {
    for (const { observed, findings } of this.#unkept.splice(0)) {
      try {
        this.#sightings.observe(observed)
        this.#retention.add(observed)
        for (const finding of findings) this.#example(finding, observed)
      } catch {
        // Its verdict was sent; only what is learned from traffic misses it.
      }
    }
  }

  #example(finding: Finding, observed: Observed): void {
    const id = violationId(finding)
    if (this.#examples.size >= MOST_EXAMPLES || this.#examples.has(id)) return
    this.#examples.set(id, observed)
  }

  #report(asked: FinishRequest): TrafficReport {
    const { violations, unjudged, startedAt, durationMs, learns, baseline, records } = asked
    const settings = this.#settings
    const learned = { observed: this.#retention.exchanges, settings, startedAt }
    const findings = learns
      ? findingsOfTraffic(learned, { document: this.#rules.document })
      : undefined
    const changes = baseline && findingsOfTraffic(learned, baseline)
    const fixture = records
      ? recordedFixture(this.#sightings, Date.parse(startedAt) + durationMs)
      : undefined
    const result = trafficResult({
      settings: { ...settings, document: this.#rules.document },
      observed: this.#retention.first,
      violations: violations.map((each) => ({ ...each, example: this.#examples.get(each.id) })),
      exchanges: this.#retention.added,
      unjudged,
      startedAt,
      durationMs,
    })
    return {
      result: withoutSecretsOf(result, [...this.#examples.values(), ...this.#retention.first]),
      ...(findings && { findings: withRedactedArchive(findings) }),
      ...(changes && { changes }),
      ...(fixture && { fixture }),
    }
  }
}

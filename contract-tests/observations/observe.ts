import { reported } from '../checks/check.ts'
import type { Evidence } from '../evidence/evidence.ts'
import { LISTS } from '../evidence/steps.ts'
import { isCsv } from '../http/csv.ts'
import type { Exchange } from '../http/exchange.ts'
import {
  bodyOf,
  dataOf,
  type Json,
  listPath,
  optional,
  refused,
  succeeded,
} from '../http/reading.ts'
import type { CheckResult, Failure, Observation } from '../report/result.ts'
import { operations } from '../specification/documents.ts'
import type { Assumptions } from './assumed.ts'
import { resetSamples, unknownParameterSamples, updateSamples } from './samples.ts'
import { answerTo, bySituation, quoted, statusAndCode, usualAnswer } from './situations.ts'

/**
 * The behaviour of a server where the specification is silent, each with our assumption. One line if
 * all operations do the same, and one for each operation that differs.
 */
export function observe(evidence: Evidence, assumptions: Assumptions): Observation[] {
  const ofOperation = (operation: string) =>
    evidence.of('main').filter((each) => each.operation === operation && succeeded(each))
  return [
    ...operations.flatMap(({ operation }) =>
      status(operation, ofOperation(operation), assumptions),
    ),
    ...failures(evidence, assumptions),
    ...observation({
      id: 'reset_unit',
      samples: resetSamples(evidence).map(({ value }) => value),
      assumed: assumptions.resetUnit(),
      says: (value) => `X-RateLimit-Reset is in ${String(value).replaceAll('_', ' ')}`,
    }),
    ...envelope(evidence, assumptions),
    ...LISTS.flatMap((operation) => listShape(operation, ofOperation(operation), assumptions)),
    ...observation({
      id: 'update_semantics',
      operation: 'updateCampaign',
      samples: updateSamples(evidence).map(({ value }) => value),
      assumed: assumptions.updateSemantics(),
      says: (value) => UPDATES[String(value)] ?? '',
    }),
    ...observation({
      id: 'unknown_parameters',
      operation: 'listCampaigns',
      samples: unknownParameterSamples(evidence).map(({ value }) => value),
      assumed: assumptions.unknownParameters('listCampaigns'),
      says: (value) => `an unknown query parameter is ${value}`,
    }),
    ...exportForm(evidence, assumptions),
    ...operations.flatMap(({ operation }) =>
      extraFields(operation, ofOperation(operation), assumptions),
    ),
  ]
}

const UPDATES: Record<string, string> = {
  whole_body: 'an update must contain the whole campaign',
  patch: 'an update changes only the members that it contains',
  replace: 'an update replaces the whole campaign',
}

function status(operation: string, exchanges: Exchange[], assumptions: Assumptions): Observation[] {
  return observation({
    id: `status.${operation}.success`,
    operation,
    situation: 'success',
    samples: exchanges.map(({ response }) => response?.status),
    assumed: assumptions.successStatus(operation),
    says: (value) => `${operation} returns ${value} on success`,
  })
}

/** Situations that fail: the answer of most operations, then those that give another. */
function failures(evidence: Evidence, assumptions: Assumptions): Observation[] {
  const refusals = evidence.exchanges.filter(refused)
  return [...bySituation(evidence, refusals)].flatMap(([situation, exchanges]) => {
    const usual = usualAnswer(exchanges)
    const general = observation({
      id: `failure.${situation}`,
      situation,
      samples: exchanges.map(answerTo).filter((answer) => answer === usual),
      read: JSON.parse,
      assumed: plainAnswer(assumptions.failure(situation, undefined)),
      says: (value) => `${quoted(situation)} returns ${statusAndCode(value)}`,
    })
    const operationIds = [...new Set(exchanges.map(({ operation }) => operation))]
    const special = operationIds.flatMap((operation) => {
      const own = exchanges.filter((each) => each.operation === operation)
      const samples = own.map(answerTo)
      if (!operation || samples[0] === usual) return []
      return observation({
        id: `failure.${situation}.${operation}`,
        operation,
        situation,
        samples,
        read: JSON.parse,
        assumed: plainAnswer(assumptions.failure(situation, operation)),
        says: (value) => `${quoted(situation)} returns ${statusAndCode(value)} on ${operation}`,
      })
    })
    return [...general, ...special]
  })
}

/** Status and code of an assumed failure, without its details and headers. */
function plainAnswer(assumed: Json | undefined): Json | undefined {
  return assumed && { status: assumed.status, code: assumed.code }
}

function envelope(evidence: Evidence, assumptions: Assumptions): Observation[] {
  const successes = evidence.of('main').filter((each) => succeeded(each) && !isCsv(each))
  return ['meta', 'message'].flatMap((member) =>
    observation({
      id: `${member}_present`,
      samples: successes.map((each) => optional(bodyOf(each)?.[member]) !== undefined),
      assumed: assumptions.shows(member),
      says: (value) => `a successful response ${value ? 'has' : 'has no'} ${member}`,
    }),
  )
}

function listShape(operation: string, lists: Exchange[], assumptions: Assumptions): Observation[] {
  return observation({
    id: `list_shape.${operation}`,
    operation,
    samples: lists.map(listPath),
    assumed: assumptions.listPath(operation),
    says: (value) =>
      value === ''
        ? `${operation} returns its list as data`
        : `${operation} returns its list in data.${value}`,
  })
}

function exportForm(evidence: Evidence, assumptions: Assumptions): Observation[] {
  const exchange = evidence.find('exportCsv')
  if (!exchange || !succeeded(exchange)) return []
  return observation({
    id: 'export_form',
    operation: 'exportCsv',
    samples: [isCsv(exchange) ? 'csv' : 'envelope'],
    assumed: assumptions.mediaTypes('exportCsv').includes('application/json') ? 'envelope' : 'csv',
    says: (value) => `exportCsv returns ${value === 'csv' ? 'plain CSV' : 'the envelope'}`,
  })
}

/** Members of a payload that are not in the document. */
function extraFields(operation: string, all: Exchange[], assumptions: Assumptions): Observation[] {
  const exchanges = all.filter((each) => !isCsv(each))
  const extra = exchanges.flatMap((each) => assumptions.undeclared(operation, dataOf(each)))
  const names = [...new Set(extra)].sort()
  if (names.length === 0) return []
  return observation({
    id: `extra_fields.${operation}`,
    operation,
    samples: exchanges.map(() => names),
    assumed: [],
    says: () => `${operation} returns ${names.join(', ')}, which our document does not declare`,
  })
}

interface Samples extends Pick<Observation, 'id' | 'operation' | 'situation'> {
  /** One sample per exchange. */
  samples: unknown[]
  /** Turns a sample into what is observed. */
  read?: (sample: string) => unknown
  assumed: unknown
  says: (value: unknown) => string
}

/** One observation as a list; empty if there are no samples, or they disagree. */
function observation({ id, samples, read, assumed, says, ...about }: Samples): Observation[] {
  const [first] = samples
  if (first === undefined || samples.some((sample) => sample !== first)) return []
  const observed = read ? read(String(first)) : first
  const differs = assumed !== undefined && JSON.stringify(assumed) !== JSON.stringify(observed)
  const clause = Array.isArray(assumed) ? '' : `; our assumption: ${says(assumed)}`
  return [
    {
      id,
      subject: id.split('.')[0] as string,
      ...about,
      observed,
      samples: samples.length,
      ...(assumed !== undefined && { assumed }),
      differs,
      sentence: says(observed) + (differs ? clause : ''),
    },
  ]
}

/** The section of an observation by its subject; §4 by default. */
const SECTIONS: Record<string, string> = { failure: '7', reset_unit: '8' }

/** The checks of level `assumed`: one for each observation with an assumption, and one for all responses. */
export function assumedChecks(
  evidence: Evidence,
  observations: Observation[],
  assumptions: Assumptions,
): CheckResult[] {
  const began = performance.now()
  const failures = documentFailures(evidence, assumptions)
  const document: CheckResult = {
    section: '4',
    title: 'matches the merged document',
    facts: [],
    verdict: failures.length > 0 ? 'fail' : 'pass',
    failures,
    durationMs: performance.now() - began,
  }
  const assumed = observations.filter((each) => each.assumed !== undefined)
  return [document, ...assumed.map(observationCheck)]
}

function observationCheck(observation: Observation): CheckResult {
  const { subject, differs, sentence, observed, assumed, operation } = observation
  const section = SECTIONS[subject] ?? '4'
  const failure: Failure = {
    section: `§${section}`,
    // The assumption alone: reports show what was observed next to it.
    statement: sentence.split('; our assumption: ').at(-1) as string,
    expected: JSON.stringify(assumed),
    actual: JSON.stringify(observed),
    occurrences: observation.samples,
    ...(operation !== undefined && { operation }),
  }
  return {
    section,
    title: `matches our assumption: ${observation.id}`,
    facts: [],
    verdict: differs ? 'fail' : 'pass',
    failures: differs ? [failure] : [],
    durationMs: 0,
  }
}

function documentFailures(evidence: Evidence, assumptions: Assumptions): Failure[] {
  const failures = new Map<string, Failure>()
  for (const exchange of evidence.exchanges) {
    for (const problem of assumptions.problems(exchange)) {
      const key = `${exchange.operation} ${exchange.response?.status} ${problem}`
      const known = failures.get(key)
      if (known) {
        known.occurrences += 1
        continue
      }
      failures.set(key, {
        section: '§4',
        statement: `${exchange.operation} matches the merged document`,
        expected: `a response that the document allows for status ${exchange.response?.status}`,
        actual: problem,
        ...(exchange.operation !== undefined && { operation: exchange.operation }),
        occurrences: 1,
        exchange: reported(exchange, evidence.settings),
      })
    }
  }
  return [...failures.values()]
}

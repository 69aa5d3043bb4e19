import type { Observation } from '../report/result.ts'
import { isCsv } from '../support/csv.ts'
import { operations } from '../support/documents.ts'
import type { Evidence } from '../support/evidence.ts'
import { bodyOf, dataOf, listPath, optional, refused, succeeded } from '../support/reading.ts'
import type { Assumptions } from './assumed.ts'
import { resetSamples, unknownParameterSamples, updateSamples } from './samples.ts'
import { answerTo, bySituation, quoted, statusAndCode, usualAnswer } from './situations.ts'

/**
 * What a server does where the specification is silent, each with what we assume. One line for what
 * all operations do alike; a line of its own for one that does otherwise.
 */
export function observe(evidence: Evidence, assumptions: Assumptions): Observation[] {
  return [
    ...successes(evidence, assumptions),
    ...failures(evidence, assumptions),
    ...headers(evidence, assumptions),
    ...envelope(evidence, assumptions),
    ...lists(evidence, assumptions),
    ...updates(evidence, assumptions),
    ...parameters(evidence, assumptions),
    ...exports(evidence, assumptions),
    ...members(evidence, assumptions),
  ]
}

function successes(evidence: Evidence, assumptions: Assumptions): Observation[] {
  return operations.flatMap(({ operation }) => {
    const exchanges = evidence.of('main').filter((each) => each.operation === operation)
    const seen = agreed(exchanges.filter(succeeded).map(({ response }) => response?.status))
    if (!seen) return []
    return observation({
      id: `status.${operation}.success`,
      subject: 'status',
      operation,
      situation: 'success',
      ...seen,
      assumed: assumptions.successStatus(operation),
      says: (value) => `${operation} answers success with ${value}`,
    })
  })
}

/** Situations that fail: the answer of most operations, then those that give another. */
function failures(evidence: Evidence, assumptions: Assumptions): Observation[] {
  const refusals = evidence.exchanges.filter(refused)
  return [...bySituation(evidence, refusals)].flatMap(([situation, exchanges]) => {
    const answers = exchanges.map(answerTo)
    const usual = usualAnswer(exchanges)
    const samples = answers.filter((answer) => answer === usual).length
    const general = observation({
      id: `failure.${situation}`,
      subject: 'failure',
      situation,
      observed: JSON.parse(usual),
      samples,
      assumed: assumptions.failure(situation, undefined),
      says: (value) => `${quoted(situation)} gives ${statusAndCode(value)}`,
    })
    const operationIds = [...new Set(exchanges.map(({ operation }) => operation))]
    const special = operationIds.flatMap((operation) => {
      const own = exchanges.filter((each) => each.operation === operation)
      const seen = agreed(own.map(answerTo))
      if (!operation || !seen || seen.observed === usual) return []
      return observation({
        id: `failure.${situation}.${operation}`,
        subject: 'failure',
        operation,
        situation,
        observed: JSON.parse(String(seen.observed)),
        samples: seen.samples,
        assumed: assumptions.failure(situation, operation),
        says: (value) => `${quoted(situation)} gives ${statusAndCode(value)} on ${operation}`,
      })
    })
    return [...general, ...special]
  })
}

function headers(evidence: Evidence, assumptions: Assumptions): Observation[] {
  const seen = agreed(resetSamples(evidence).map(({ value }) => value))
  if (!seen) return []
  return observation({
    id: 'reset_unit',
    subject: 'reset_unit',
    ...seen,
    assumed: assumptions.resetUnit(),
    says: (value) => `X-RateLimit-Reset counts in ${String(value).replaceAll('_', ' ')}`,
  })
}

function envelope(evidence: Evidence, assumptions: Assumptions): Observation[] {
  const bodies = evidence
    .of('main')
    .filter(succeeded)
    .filter((each) => !isCsv(each))
    .map(bodyOf)
  const presence = (member: string) => bodies.map((body) => optional(body?.[member]) !== undefined)
  return ['meta', 'message'].flatMap((member) => {
    const seen = agreed(presence(member))
    if (!seen) return []
    return observation({
      id: `${member}_present`,
      subject: `${member}_present`,
      ...seen,
      assumed: assumptions.shows(member),
      says: (value) => `a success ${value ? 'has' : 'has no'} ${member}`,
    })
  })
}

function lists(evidence: Evidence, assumptions: Assumptions): Observation[] {
  return ['listCampaigns', 'getRankings', 'getMentions'].flatMap((operation) => {
    const exchanges = evidence.of('main').filter((each) => each.operation === operation)
    const seen = agreed(exchanges.filter(succeeded).map(listPath))
    if (!seen || seen.observed === undefined) return []
    return observation({
      id: `list_shape.${operation}`,
      subject: 'list_shape',
      operation,
      ...seen,
      assumed: assumptions.listPath(operation),
      says: (value) =>
        value === ''
          ? `${operation} gives data as the list`
          : `${operation} wraps its list in data.${value}`,
    })
  })
}

function updates(evidence: Evidence, assumptions: Assumptions): Observation[] {
  const seen = agreed(updateSamples(evidence).map(({ value }) => value))
  if (!seen) return []
  const says: Record<string, string> = {
    whole_body: 'an update has to give the whole campaign',
    patch: 'an update changes the members that it gives',
    replace: 'an update replaces the whole campaign',
  }
  return observation({
    id: 'update_semantics',
    subject: 'update_semantics',
    operation: 'updateCampaign',
    ...seen,
    assumed: assumptions.updateSemantics(),
    says: (value) => says[String(value)] ?? '',
  })
}

function parameters(evidence: Evidence, assumptions: Assumptions): Observation[] {
  const seen = agreed(unknownParameterSamples(evidence).map(({ value }) => value))
  if (!seen) return []
  return observation({
    id: 'unknown_parameters',
    subject: 'unknown_parameters',
    operation: 'listCampaigns',
    ...seen,
    assumed: assumptions.unknownParameters('listCampaigns'),
    says: (value) => `an unknown query parameter is ${value}`,
  })
}

function exports(evidence: Evidence, assumptions: Assumptions): Observation[] {
  const exchange = evidence.find('exportCsv')
  if (!exchange || !succeeded(exchange)) return []
  return observation({
    id: 'export_form',
    subject: 'export_form',
    operation: 'exportCsv',
    observed: isCsv(exchange) ? 'csv' : 'envelope',
    samples: 1,
    assumed: assumptions.mediaTypes('exportCsv').includes('application/json') ? 'envelope' : 'csv',
    says: (value) => `exportCsv answers with ${value === 'csv' ? 'plain CSV' : 'the envelope'}`,
  })
}

/** Members that a payload has beyond those of the document. */
function members(evidence: Evidence, assumptions: Assumptions): Observation[] {
  return operations.flatMap(({ operation }) => {
    const exchanges = evidence
      .of('main')
      .filter((each) => each.operation === operation && succeeded(each) && !isCsv(each))
    const schema = assumptions.dataSchema(operation)
    const extra = exchanges.flatMap((each) => assumptions.undeclared(schema, dataOf(each)))
    const names = [...new Set(extra)].sort()
    if (names.length === 0) return []
    return observation({
      id: `extra_fields.${operation}`,
      subject: 'extra_fields',
      operation,
      observed: names,
      samples: exchanges.length,
      assumed: [],
      says: () => `${operation} shows ${names.join(', ')}, which our document does not know`,
    })
  })
}

/** One observation as a list: empty where there is nothing to say. */
function observation(
  seen: Omit<Observation, 'differs' | 'sentence' | 'assumed'> & {
    assumed: unknown
    says: (value: unknown) => string
  },
): Observation[] {
  const { says, assumed, ...rest } = seen
  const differs = assumed !== undefined && JSON.stringify(assumed) !== JSON.stringify(rest.observed)
  const clause = Array.isArray(assumed) ? '' : `; we assume: ${says(assumed)}`
  return [
    {
      ...rest,
      ...(assumed !== undefined && { assumed }),
      differs,
      sentence: says(rest.observed) + (differs ? clause : ''),
    },
  ]
}

/** The value that all samples agree on. What does not agree is no observation. */
function agreed(values: unknown[]): { observed: unknown; samples: number } | undefined {
  const first = values[0]
  if (values.length === 0 || values.some((value) => value !== first)) return undefined
  return { observed: first, samples: values.length }
}

import type { Observation } from '../report/result.ts'
import { isCsv } from '../support/csv.ts'
import { operations } from '../support/documents.ts'
import type { Evidence } from '../support/evidence.ts'
import type { Exchange } from '../support/exchange.ts'
import { quotaOf, resetUnit } from '../support/quota.ts'
import {
  bodyOf,
  campaignOf,
  dataOf,
  errorCode,
  isObject,
  listPath,
  refused,
  succeeded,
} from '../support/reading.ts'
import type { Assumptions } from './assumed.ts'
import { situationOf } from './situations.ts'

/**
 * What a server does where the specification is silent, each with what we assume. One line for what
 * all operations do alike; a line of its own for one that does otherwise.
 */
export function observe(evidence: Evidence, assumptions: Assumptions): Observation[] {
  return [
    ...successes(evidence, assumptions),
    ...failures(evidence, assumptions),
    ...headers(evidence),
    ...envelope(evidence, assumptions),
    ...lists(evidence, assumptions),
    ...updates(evidence),
    ...parameters(evidence),
    ...exports(evidence),
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
  const bySituation = new Map<string, Exchange[]>()
  for (const exchange of evidence.exchanges.filter(refused)) {
    const situation = situationOf(evidence, exchange)
    if (situation) bySituation.set(situation, [...(bySituation.get(situation) ?? []), exchange])
  }
  return [...bySituation].flatMap(([situation, exchanges]) => {
    const answers = exchanges.map(answerTo)
    const usual = mostFrequent(answers)
    const samples = answers.filter((answer) => answer === usual).length
    const general = observation({
      id: `failure.${situation}`,
      subject: 'failure',
      situation,
      observed: JSON.parse(usual),
      samples,
      assumed: assumptions.failure(situation, undefined),
      says: (value) => `${wording(situation)} gives ${statusAndCode(value)}`,
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
        says: (value) => `${wording(situation)} gives ${statusAndCode(value)} on ${operation}`,
      })
    })
    return [...general, ...special]
  })
}

function answerTo(exchange: Exchange): string {
  return JSON.stringify({ status: exchange.response?.status, code: errorCode(exchange) ?? null })
}

function statusAndCode(value: unknown): string {
  const { status, code } = isObject(value) ? value : {}
  return `${status} ${code ?? 'without a code'}`
}

function wording(situation: string): string {
  return `"${situation.replaceAll('_', ' ')}"`
}

function headers(evidence: Evidence): Observation[] {
  const resets = evidence.exchanges
    .map((each) => quotaOf(each).reset)
    .filter((each) => each !== null)
  const seen = agreed(resets.map(resetUnit))
  if (!seen) return []
  return observation({
    id: 'reset_unit',
    subject: 'reset_unit',
    ...seen,
    assumed: 'epoch_seconds',
    says: (value) => `X-RateLimit-Reset counts in ${String(value).replaceAll('_', ' ')}`,
  })
}

function envelope(evidence: Evidence, assumptions: Assumptions): Observation[] {
  const bodies = evidence
    .of('main')
    .filter(succeeded)
    .filter((each) => !isCsv(each))
    .map(bodyOf)
  const presence = (member: string) => bodies.map((body) => body?.[member] !== undefined)
  return ['meta', 'message'].flatMap((member) => {
    const seen = agreed(presence(member))
    if (!seen) return []
    return observation({
      id: `${member}_present`,
      subject: `${member}_present`,
      ...seen,
      assumed: assumptions.requires(member) ? true : undefined,
      says: (value) => `a success ${value ? 'has' : 'has no'} ${member}`,
    })
  })
}

function lists(evidence: Evidence, assumptions: Assumptions): Observation[] {
  return ['listCampaigns', 'getRankings', 'getMentions'].flatMap((operation) => {
    const exchanges = evidence.of('main').filter((each) => each.operation === operation)
    const seen = agreed(exchanges.filter(succeeded).map(listPath))
    if (!seen || seen.observed === undefined) return []
    const schema = assumptions.dataSchema(operation)
    return observation({
      id: `list_shape.${operation}`,
      subject: 'list_shape',
      operation,
      ...seen,
      assumed: schema?.type === 'array' ? '' : undefined,
      says: (value) =>
        value === ''
          ? `${operation} gives data as the list`
          : `${operation} wraps its list in data.${value}`,
    })
  })
}

function updates(evidence: Evidence): Observation[] {
  const update = evidence.find('update:partly')
  const read = evidence.find('get:partly updated')
  if (!update || !read) return []
  const shown = succeeded(read) ? campaignOf(read) : undefined
  const keywords = shown?.keywords
  const observed = !succeeded(update)
    ? 'whole_body'
    : Array.isArray(keywords) && keywords.length > 0
      ? 'patch'
      : 'replacement'
  const says: Record<string, string> = {
    whole_body: 'an update has to give the whole campaign',
    patch: 'an update changes the members that it gives',
    replacement: 'an update replaces the whole campaign',
  }
  return observation({
    id: 'update_semantics',
    subject: 'update_semantics',
    operation: 'updateCampaign',
    observed,
    samples: 1,
    assumed: 'patch',
    says: (value) => says[String(value)] ?? '',
  })
}

function parameters(evidence: Evidence): Observation[] {
  const exchange = evidence.find('unknown parameter')
  if (!exchange?.response) return []
  return observation({
    id: 'unknown_parameters',
    subject: 'unknown_parameters',
    operation: 'listCampaigns',
    observed: succeeded(exchange) ? 'ignored' : 'refused',
    samples: 1,
    assumed: 'ignored',
    says: (value) => `an unknown query parameter is ${value}`,
  })
}

function exports(evidence: Evidence): Observation[] {
  const exchange = evidence.find('exportCsv')
  if (!exchange || !succeeded(exchange)) return []
  return observation({
    id: 'export_form',
    subject: 'export_form',
    operation: 'exportCsv',
    observed: isCsv(exchange) ? 'csv' : 'envelope',
    samples: 1,
    assumed: 'envelope',
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

function mostFrequent(values: string[]): string {
  const counts = new Map<string, number>()
  for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1)
  return [...counts].reduce((best, each) => (each[1] > best[1] ? each : best))[0]
}

import { groupedBy } from '../grouped.ts'
import type { Failure, ReportedExchange, RunResult } from './result.ts'
import { count } from './wording.ts'

/** A contradiction, with everything in the run that showed it. */
export interface Contradiction extends Omit<Failure, 'operation'> {
  /** Id of the fact, or `assumption`. */
  name: string
  mark: 'fail' | 'known'
  /** operationIds in the order of the run. */
  operations: string[]
}

/** A missing header is missing from every response: one contradiction with many operations, not one for each check. */
export function contradictionsOf(result: RunResult): Contradiction[] {
  const failures = result.checks.flatMap((check) => check.failures)
  const same = groupedBy(failures, ({ fact, statement, expected, actual, known, by }) =>
    JSON.stringify([fact ?? statement, expected, actual, known, by]),
  )
  const ledger = new Map(result.facts.map(({ id }, index) => [id, index]))
  const place = ({ fact }: Contradiction) => ledger.get(fact ?? '') ?? ledger.size
  return [...same.values()]
    .map((all) => contradictionOf(all as [Failure, ...Failure[]]))
    .sort((a, b) => Number(a.mark === 'known') - Number(b.mark === 'known') || place(a) - place(b))
}

function contradictionOf(all: [Failure, ...Failure[]]): Contradiction {
  const [{ operation: _, ...first }, ...others] = all
  const { fact, known, requests } = first
  const numbers = [...new Set(all.flatMap(({ requests = [] }) => requests))]
  const weight = ({ script }: ReportedExchange) => script?.split('\n').length ?? 0
  // The one that takes the fewest requests to repeat.
  const [exchange] = all
    .flatMap(({ exchange }) => exchange ?? [])
    .toSorted((one, other) => weight(one) - weight(other))
  return {
    ...first,
    name: fact ?? 'assumption',
    mark: known ? 'known' : 'fail',
    operations: [...new Set(all.flatMap(({ operation }) => operation ?? []))],
    occurrences: all.reduce((sum, { occurrences }) => sum + occurrences, 0),
    requests: others.length === 0 ? requests : numbers.toSorted((one, other) => one - other),
    exchange,
  }
}

/** Counts a fact that is contradicted in several ways once. */
export function distinct(contradictions: Contradiction[]): number {
  return new Set(contradictions.map(({ fact, statement }) => fact ?? statement)).size
}

/** Contradictions with one cause: one response that breaks several facts, or one fact broken in several ways. */
export interface Cause {
  /** From 1, in the order of the report. */
  number: number
  mark: Contradiction['mark']
  /** The contradiction that explains the others. */
  lead: Contradiction
  others: Contradiction[]
  /** Names of the contradicted facts, that of the lead first. */
  names: string[]
}

/** About the form of a response: one that breaks it cannot have what else a fact asks of it. The first explains most. */
const FORM = ['4.4', '1.3', '7.2', '7.3', '4.6', '4.7', '7.1', '7.6']

type Group = [lead: Contradiction, ...others: Contradiction[]]

/** Groups contradictions, which stay in their order. Accepted ones, and those of the app, have causes of their own. */
export function causesOf(contradictions: Contradiction[]): Cause[] {
  const groups = [
    ...grouped(contradictions.filter(({ known, by }) => !known && by === 'app')),
    ...grouped(contradictions.filter(({ known, by }) => !known && by !== 'app')),
    ...grouped(contradictions.filter(({ known }) => known)),
  ]
  return groups.map(([lead, ...others], index) => ({
    number: index + 1,
    mark: lead.mark,
    lead,
    others,
    names: [...new Set([lead, ...others].map(({ name }) => name))],
  }))
}

/** The cause of a failure; several failures may share one. */
export function causeOf(failure: Failure, causes: Cause[]): Cause | undefined {
  return causes.find(({ lead, others }) =>
    [lead, ...others].some(
      ({ fact, statement, expected, actual }) =>
        (fact ?? statement) === (failure.fact ?? failure.statement) &&
        expected === failure.expected &&
        actual === failure.actual,
    ),
  )
}

/** ` (also 1.3 and 7.1)`, or nothing. */
export function alsoOf({ names: [, ...others] }: Cause, shown = others.join(', ')): string {
  return others.length > 0 ? ` (also ${shown})` : ''
}

/** `2 causes, 5 facts`, or assumptions. */
export function countOf(contradictions: Contradiction[], causes: Cause[]): string {
  const isFact = contradictions.some(({ fact }) => fact !== undefined)
  const noun = isFact ? 'fact' : 'assumption'
  return `${count(causes.length, 'cause')}, ${count(distinct(contradictions), noun)}`
}

/** By the requests that showed them; then those join that the form of these responses explains, or the same fact. */
function grouped(contradictions: Contradiction[]): Group[] {
  const byRequests = groupedBy(contradictions, (each) =>
    each.requests?.length ? each.requests.join() : each,
  )
  const groups = [...byRequests.values()].map(ledByForm)
  const joined = groupedBy(groups, (group) => {
    const [lead] = groups.find((head) => explains(head, group)) ?? group
    return kindOf(lead)
  })
  return [...joined.values()].map((all) => ledByForm(inOrder(all.flat(), contradictions)))
}

/** What explains most comes first. */
function ledByForm(group: Contradiction[]): Group {
  return group.toSorted((one, other) => rank(one) - rank(other)) as Group
}

function inOrder(group: Contradiction[], all: Contradiction[]): Contradiction[] {
  return group.toSorted((one, other) => all.indexOf(one) - all.indexOf(other))
}

/** Whether the responses of a group are among those whose form is wrong. What a header lacks has another cause. */
function explains([head]: Group, [lead]: Group): boolean {
  if (head === lead || !FORM.includes(head.fact ?? '') || rank(head) > rank(lead)) return false
  const shown = new Set(head.requests)
  const requests = lead.requests ?? []
  const isOfHeader = lead.fact?.startsWith('8.')
  return requests.length > 0 && !isOfHeader && requests.every((each) => shown.has(each))
}

/** The fact; each kind of page that is not JSON has a cause of its own. */
function kindOf({ fact, statement, exchange }: Contradiction): string {
  if (fact !== '4.4' || !exchange) return fact ?? statement
  return `${fact} ${exchange.status} ${exchange.responseHeaders['content-type']}`
}

function rank({ fact = '' }: Contradiction): number {
  const place = FORM.indexOf(fact)
  return place < 0 ? FORM.length : place
}

import { type Contradiction, distinct } from './contradictions.ts'
import { count } from './wording.ts'

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

/** Groups contradictions, which stay in their order. Accepted ones, and those of the app, have causes of their own. */
export function causesOf(contradictions: Contradiction[]): Cause[] {
  const groups = [
    ...grouped(contradictions.filter(({ known, by }) => !known && by === 'app')),
    ...grouped(contradictions.filter(({ known, by }) => !known && by !== 'app')),
    ...grouped(contradictions.filter(({ known }) => known)),
  ]
  return groups.map((group, index) => {
    const lead = group.toSorted((one, other) => rank(one) - rank(other))[0] as Contradiction
    const others = group.filter((each) => each !== lead)
    const names = [...new Set([lead, ...others].map(({ name }) => name))]
    return { number: index + 1, mark: lead.mark, lead, others, names }
  })
}

/** `2 causes, 5 facts`, or assumptions. */
export function countOf(contradictions: Contradiction[], causes: Cause[]): string {
  const isFact = contradictions.some(({ fact }) => fact !== undefined)
  const noun = isFact ? 'fact' : 'assumption'
  return `${count(causes.length, 'cause')}, ${count(distinct(contradictions), noun)}`
}

function rank({ fact = '' }: Contradiction): number {
  const place = FORM.indexOf(fact)
  return place < 0 ? FORM.length : place
}

function grouped(contradictions: Contradiction[]): Contradiction[][] {
  const leaders = contradictions.map((_, index) => index)
  const leaderOf = (index: number): number =>
    leaders[index] === index ? index : leaderOf(leaders[index] as number)
  const join = (one: number, other: number) => {
    const [first, second] = [leaderOf(one), leaderOf(other)].toSorted((a, b) => a - b)
    leaders[second as number] = first as number
  }
  const explained = new Set<number>()
  for (const [index, each] of contradictions.entries()) {
    const form = contradictions.findIndex((other) => other !== each && explains(other, each))
    if (form >= 0) {
      join(index, form)
      explained.add(index)
    }
  }
  for (const [index, each] of contradictions.entries()) {
    for (const [other, later] of contradictions.entries()) {
      if (other <= index) continue
      const isSameFact =
        each.fact !== undefined &&
        each.fact === later.fact &&
        !(explained.has(index) || explained.has(other)) &&
        (!isNoJson(each) || isSameAnswer(each, later))
      if (isSameFact || isSameRequests(each, later) || isSameOutcome(each, later)) {
        join(index, other)
      }
    }
  }
  const groups = new Map<number, Contradiction[]>()
  for (const [index, each] of contradictions.entries()) {
    const leader = leaderOf(index)
    groups.set(leader, [...(groups.get(leader) ?? []), each])
  }
  return withSameRequests([...groups.values()])
}

/** Joins groups that the same requests showed. */
function withSameRequests(groups: Contradiction[][]): Contradiction[][] {
  const joined = new Map<string, Contradiction[]>()
  for (const [index, group] of groups.entries()) {
    const requests = [...new Set(group.flatMap(({ requests = [] }) => requests))]
    const key = requests.length > 0 ? requests.toSorted((a, b) => a - b).join() : `alone ${index}`
    joined.set(key, [...(joined.get(key) ?? []), ...group])
  }
  return [...joined.values()]
}

/** Whether all responses that show the second lack the form that the first is about. */
function explains(form: Contradiction, other: Contradiction): boolean {
  if (!FORM.includes(form.fact ?? '') || rank(form) > rank(other)) return false
  const shown = new Set(form.requests)
  const requests = other.requests ?? []
  if (requests.length === 0 || !requests.every((request) => shown.has(request))) return false
  // If the form is wrong, a code cannot be right.
  if (FORM.includes(other.fact ?? '') || /^(?!success)\S.* \(status \d+\)$/.test(other.actual))
    return true
  // A response that is not JSON has nothing that the other facts ask for, except its headers.
  return isNoJson(form) && !other.fact?.startsWith('8.')
}

/** 4.4 is also about the content type of what is JSON. */
function isNoJson({ fact, expected }: Contradiction): boolean {
  return fact === '4.4' && expected !== 'a JSON content type'
}

function isSameAnswer({ exchange: one }: Contradiction, { exchange: other }: Contradiction) {
  const type = (headers: Record<string, string> = {}) => headers['content-type']
  return (
    one?.status === other?.status && type(one?.responseHeaders) === type(other?.responseHeaders)
  )
}

/** The same outcome of one operation, or of the same requests. */
function isSameOutcome(one: Contradiction, other: Contradiction): boolean {
  if (one.actual !== other.actual || !/ \(status \d+\)$/.test(one.actual)) return false
  const [operation] = one.operations
  const isOneOperation = one.operations.length === 1 && other.operations.length === 1
  if (isOneOperation && operation === other.operations[0]) return true
  return (one.requests ?? []).some((request) => other.requests?.includes(request))
}

function isSameRequests({ requests: one = [] }: Contradiction, other: Contradiction): boolean {
  return one.length > 0 && JSON.stringify(one) === JSON.stringify(other.requests)
}

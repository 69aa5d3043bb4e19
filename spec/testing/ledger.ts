import type { JsonObject } from '../../src/schema/json.ts'
import { escapeRegExp } from '../../src/text/pattern.ts'
import { at, claims } from './claims.ts'

/**
 * The lint that keeps statements, assumptions and the ledger of facts apart and complete. Each
 * function returns its problems as sentences, an empty list when there are none.
 */

/** One entry of facts.yaml, whose header says what each field means. */
export interface Fact {
  id: string
  section: string
  statement: string
  quote?: string
  proof: string
  why?: string
  operations?: 'all' | string[]
  at?: string
  note?: string
}

/** How many numbered rules each section of the interface specification has; no rule is nested. */
const NUMBERED_RULES: Record<string, number> = {
  1: 3,
  2: 0,
  3: 3,
  4: 0,
  5: 9,
  6: 0,
  7: 0,
  8: 0,
  9: 0,
}
const PROOFS = ['contract', 'sandbox', 'none']
const FACT_FIELDS = [
  'id',
  'section',
  'statement',
  'quote',
  'proof',
  'at',
  'why',
  'operations',
  'note',
]

/** Whether the specification has a place of that number, such as `§4` or `§5.7`. */
export function isSection(citation: unknown): boolean {
  const [, section = '', rule] = /^§(\d+)(?:\.(\d+))?$/.exec(String(citation)) ?? []
  const rules = NUMBERED_RULES[section]
  return rules !== undefined && (rule === undefined || (Number(rule) >= 1 && Number(rule) <= rules))
}

/** Facts without an owner, a place, or an id of that place. */
export function factProblems(facts: Fact[]): string[] {
  const ids = facts.map((fact) => fact.id)
  return facts.flatMap((fact, index) => {
    const problems: string[] = []
    const report = (problem: string) => problems.push(`Fact ${fact.id} ${problem}.`)

    for (const field of Object.keys(fact)) {
      if (!FACT_FIELDS.includes(field)) report(`has an unknown field ${field}`)
    }
    if (typeof fact.id !== 'string') report('needs quotes around its id: 4.10 is no number')
    if (ids.indexOf(fact.id) !== index) report('shares its id with an earlier one')
    if (!isSection(fact.section)) report(`stands in ${fact.section}, which does not exist`)
    if (!idBelongsTo(String(fact.id), String(fact.section))) {
      report(`has an id that does not extend ${fact.section}`)
    }
    if (!isSentence(fact.statement)) report('needs a statement that ends with a full stop')
    if (/not shown/.test(String(fact.statement))) {
      report('states what is not shown; that belongs to the overlay')
    }
    if (!PROOFS.includes(fact.proof)) report(`has the proof ${fact.proof}, not ${PROOFS.join('/')}`)
    if (fact.proof !== 'contract' && !isSentence(fact.why)) {
      report('cannot be proved by a contract check and does not say why')
    }
    if (fact.proof === 'contract' && !fact.quote) {
      report('needs a quote: the words of the specification that a failure contradicts')
    }
    if (fact.proof === 'contract' && fact.why !== undefined) {
      report('is proved by a contract check, so a why excuses nothing')
    }
    if (!isOperationList(fact.operations)) report('has operations that are neither all nor a list')
    return problems
  })
}

/** `1.4` is of §1 because §1 has no fourth rule; `1.2` would be taken for rule §1.2. */
function idBelongsTo(id: string, section: string): boolean {
  const [first, second] = id.split('.')
  const rule = `§${first}.${second}`
  if (!/^\d+(\.\d+){1,2}$/.test(id)) return false
  return isSection(rule) ? section === rule : section === `§${first}` && id.split('.').length === 2
}

function isSentence(text: unknown): boolean {
  return typeof text === 'string' && /\S.*\.$/s.test(text.trim())
}

function isOperationList(operations: unknown): boolean {
  if (operations === undefined || operations === 'all') return true
  return (
    Array.isArray(operations) &&
    operations.length > 0 &&
    operations.every((name) => typeof name === 'string') &&
    new Set(operations).size === operations.length
  )
}

/** The operationIds under `paths`. */
export function operationIds(document: JsonObject): string[] {
  return claims(document)
    .filter(({ kind, pointer }) => kind === 'operation' && pointer.startsWith('/paths/'))
    .map(({ node }) => String(node.operationId))
}

/** Operations that no fact names by itself (`all` is no name), and names that are no operation. */
export function operationProblems(document: JsonObject, facts: Fact[]): string[] {
  const existing = operationIds(document)
  const named = facts.flatMap(({ id, operations }) =>
    Array.isArray(operations) ? operations.map((operation) => ({ id, operation })) : [],
  )
  const unnamed = existing.filter((name) => !named.some(({ operation }) => operation === name))
  const unknown = named.filter(({ operation }) => !existing.includes(operation))
  return [
    ...unnamed.map((name) => `Operation ${name} is named by no fact.`),
    ...unknown.map(({ id, operation }) => `Fact ${id} names ${operation}, which is no operation.`),
  ]
}

/** The words of the document that at least one statement must hold, each with its kind. */
export function statedTerms(document: JsonObject): { kind: string; term: string }[] {
  const schemas = at(document, 'components', 'schemas')
  const enumOf = (schema: string) => at(schemas, schema).enum as string[]
  const kinds: Record<string, string[]> = {
    'error code': enumOf('ErrorCode'),
    'rate-limit header': Object.keys(at(document, 'components', 'headers')),
    plan: Object.keys(at(document, 'x-rate-limit-plans')),
    'event kind': [...enumOf('EventKind'), ...Object.keys(at(document, 'webhooks'))],
    'token prefix': Object.values(at(document, 'x-token-types')).flatMap(
      (type) => (type as { prefixes: string[] }).prefixes,
    ),
    release: (document['x-releases'] as { version: string }[]).map(({ version }) => `v${version}`),
  }
  return Object.entries(kinds).flatMap(([kind, terms]) => terms.map((term) => ({ kind, term })))
}

/** Codes, headers, plans, events, prefixes and releases that no statement names. */
export function unnamedTerms(document: JsonObject, facts: Fact[]): string[] {
  return statedTerms(document)
    .filter(({ term }) => !facts.some(({ statement }) => names(statement, term)))
    .map(({ kind, term }) => `No fact names the ${kind} ${term}.`)
}

/** Whether `text` holds `term` as a word of its own, not as part of a longer identifier. */
function names(text: string, term: string): boolean {
  return new RegExp(`(?<![\\w.-])${escapeRegExp(term)}(?![\\w-]|\\.\\w)`).test(text)
}

/** Definite statuses: the specification states none, so each would be an assumption. */
export function definiteStatuses(document: JsonObject): string[] {
  return claims(document)
    .filter(({ kind }) => kind === 'operation')
    .flatMap(({ node, pointer }) =>
      Object.keys(at(node, 'responses'))
        .filter((status) => !/^([1-5]XX|default)$/.test(status))
        .map((status) => `${pointer} answers with ${status}, which is not stated.`),
    )
}

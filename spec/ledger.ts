import { isDeepStrictEqual } from 'node:util'
import type { JsonObject } from '../src/document/json.ts'
import { isObject } from '../src/document/json.ts'
import type { Overlay } from '../src/document/overlay.ts'

/**
 * The lint that keeps statements, assumptions and the ledger of facts apart and complete. Each
 * function returns its problems as sentences, an empty list when there are none.
 */

/** One entry of facts.yaml, whose header says what each field means. */
export interface Fact {
  id: string
  section: string
  statement: string
  proof: string
  why?: string
  operations?: 'all' | string[]
  note?: string
}

export type ApplyOverlay = (document: JsonObject, overlay: Overlay) => JsonObject

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
const FACT_FIELDS = ['id', 'section', 'statement', 'proof', 'why', 'operations', 'note']
const METHODS = ['get', 'put', 'post', 'delete', 'options', 'head', 'patch', 'trace']
const SHORTEST_DESCRIPTION = 40

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
  const escaped = term.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
  return new RegExp(`(?<![\\w.-])${escaped}(?![\\w-]|\\.\\w)`).test(text)
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

/** A node of an OpenAPI document that must have a source. */
export interface Claim {
  kind: string
  pointer: string
  node: JsonObject
}

const CLAIMS = [
  'top-level entry',
  'operation',
  'parameter',
  'header',
  'response',
  'schema',
  'property',
  'security scheme',
]

const SCHEMA: Record<string, string> = {
  properties: '*property',
  ...each(['patternProperties', 'dependentSchemas', '$defs', 'prefixItems'], '*subschema'),
  ...each(['allOf', 'anyOf', 'oneOf'], '*subschema'),
  ...each(['items', 'contains', 'additionalProperties', 'not', 'if', 'then', 'else'], 'subschema'),
}

/** What stands below each kind of node: at a key one node or, with `*`, one for each entry. */
const SHAPE: Record<string, Record<string, string>> = {
  document: {
    info: 'top-level entry',
    paths: '*path',
    webhooks: '*path',
    components: 'components',
  },
  components: {
    securitySchemes: '*security scheme',
    parameters: '*parameter',
    headers: '*header',
    responses: '*response',
    requestBodies: '*body',
    schemas: '*schema',
  },
  path: {
    parameters: '*parameter',
    ...each(METHODS, 'operation'),
  },
  operation: { parameters: '*parameter', requestBody: 'body', responses: '*response' },
  parameter: { schema: 'subschema', content: '*media type' },
  header: { schema: 'subschema', content: '*media type' },
  response: { headers: '*header', content: '*media type' },
  body: { content: '*media type' },
  'media type': { schema: 'subschema' },
  schema: SCHEMA,
  subschema: SCHEMA,
  property: SCHEMA,
}

/**
 * Every node that claims something of the service. A reference is no claim, its target is; but a
 * property that refers to a schema claims that the property exists.
 */
export function claims(document: JsonObject): Claim[] {
  const extensions = Object.keys(document).filter((key) => SHAPE.document?.[key] === undefined)
  return claimsBelow(document, '', {
    ...SHAPE.document,
    ...each(extensions, '*top-level entry'),
  })
}

function claimsBelow(parent: JsonObject, pointer: string, shape: Record<string, string>): Claim[] {
  return Object.entries(shape).flatMap(([key, kind]) => {
    const path = `${pointer}/${pointerKey(key)}`
    if (!kind.startsWith('*')) return claimsAt(parent[key], path, kind)
    return Object.entries(children(parent[key])).flatMap(([entry, node]) =>
      claimsAt(node, `${path}/${pointerKey(entry)}`, kind.slice(1)),
    )
  })
}

function claimsAt(node: unknown, pointer: string, kind: string): Claim[] {
  if (!isObject(node)) return []
  const isClaim = CLAIMS.includes(kind) && (node.$ref === undefined || kind === 'property')
  return [
    ...(isClaim ? [{ kind, pointer, node }] : []),
    ...claimsBelow(node, pointer, SHAPE[kind] ?? {}),
  ]
}

/** Nodes of the document of statements that do not say which section states them. */
export function unsourcedClaims(document: JsonObject): string[] {
  return claims(document)
    .filter(({ node }) => !isSource(node['x-source']))
    .map(
      ({ kind, pointer, node }) =>
        `The ${kind} ${pointer} has the x-source ${JSON.stringify(node['x-source'])}, which names no section.`,
    )
}

function isSource(source: unknown): boolean {
  return typeof source === 'string' && source.split(', ').every(isSection)
}

/**
 * Nodes of the merged document that come from nowhere: neither stated with a section, nor brought by
 * an action that explains itself; and nodes of an action that pass themselves off as stated. Actions
 * are applied one by one, so that each node is laid at the door of the action that brought it.
 */
export function originProblems(
  stated: JsonObject,
  overlay: Overlay,
  applyOverlay: ApplyOverlay,
): string[] {
  const origins = new Map<string, number | 'stated'>()
  for (const { pointer } of claims(stated)) origins.set(pointer, 'stated')

  let document = stated
  for (const [index, action] of overlay.actions.entries()) {
    document = applyOverlay(document, { ...overlay, actions: [action] })
    const present = new Set(claims(document).map(({ pointer }) => pointer))
    // What was removed and comes back later is no longer a statement.
    for (const pointer of origins.keys()) if (!present.has(pointer)) origins.delete(pointer)
    for (const pointer of present) if (!origins.has(pointer)) origins.set(pointer, index)
  }

  const sources = new Map(claims(stated).map(({ pointer, node }) => [pointer, node['x-source']]))
  return claims(document).flatMap(({ kind, pointer, node }) => {
    const origin = origins.get(pointer)
    if (origin === 'stated') {
      const isIntact = isSource(node['x-source']) && node['x-source'] === sources.get(pointer)
      return isIntact ? [] : [`The stated ${kind} ${pointer} has lost its x-source.`]
    }
    const action = overlay.actions[origin as number]
    const problems: string[] = []
    if (!isExplained(action?.description)) {
      problems.push(`The ${kind} ${pointer} is neither stated nor explained by its action.`)
    }
    if ('x-source' in node) {
      problems.push(`The ${kind} ${pointer} of actions[${origin}] claims to be stated (x-source).`)
    }
    return problems
  })
}

/** Actions that do not say which section leaves the point open, and why this was chosen. */
export function unexplainedActions(overlay: Overlay): string[] {
  return overlay.actions.flatMap(({ target, description }, index) =>
    isExplained(description)
      ? []
      : [
          `actions[${index}] (${target}) needs a description of ${SHORTEST_DESCRIPTION} characters ` +
            'or more that cites an existing section (§) and says why.',
        ],
  )
}

function isExplained(description: unknown): boolean {
  if (typeof description !== 'string' || description.trim().length < SHORTEST_DESCRIPTION) {
    return false
  }
  // A section of an RFC is no section of the interface specification.
  const citations = description.match(/(?<!RFC \d+ ?)§\d+(\.\d+)*/g) ?? []
  return citations.length > 0 && citations.every(isSection)
}

/** Actions that leave the document as it was, or whose target is not there. */
export function deadActions(
  stated: JsonObject,
  overlay: Overlay,
  applyOverlay: ApplyOverlay,
): string[] {
  const dead: string[] = []
  let document = stated
  for (const [index, action] of overlay.actions.entries()) {
    try {
      const changed = applyOverlay(document, { ...overlay, actions: [action] })
      if (isDeepStrictEqual(changed, document)) {
        dead.push(`actions[${index}] (${action.target}) changes nothing.`)
      }
      document = changed
    } catch (error) {
      dead.push(`actions[${index}] (${action.target}) fails: ${(error as Error).message}`)
    }
  }
  return dead
}

/** The object at `path`; empty where there is none, so that callers need not ask at every step. */
function at(value: unknown, ...path: string[]): JsonObject {
  const found = path.reduce<unknown>((node, key) => (isObject(node) ? node[key] : undefined), value)
  return children(found)
}

/** An object as it is, an array by index, anything else as empty. */
function children(value: unknown): JsonObject {
  if (Array.isArray(value)) return Object.fromEntries(value.entries())
  return isObject(value) ? value : {}
}

function each(keys: string[], kind: string): Record<string, string> {
  return Object.fromEntries(keys.map((key) => [key, kind]))
}

/** A key as a JSON Pointer spells it. */
function pointerKey(key: string): string {
  return key.replaceAll('~', '~0').replaceAll('/', '~1')
}

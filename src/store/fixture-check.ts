import type { ErrorObject } from 'ajv'
import { Ajv2020 } from 'ajv/dist/2020.js'
import { tokenPrefix } from '../accounts/token.ts'
import { namesIn } from '../document/pointer.ts'
import { faultIssues } from '../faults/input.ts'
import { fixtureFormats } from './fixture-formats.ts'
import { referenceProblems } from './fixture-references.ts'
import { type Fixture, type FixtureTerms, fixtureSchema } from './fixture-schema.ts'
import type { FixtureProblem, FixtureSource, Path } from './fixture-source.ts'

/** All that is wrong with a fixture, in the order of its lines; empty when it is a `Fixture`. */
export function checkFixture(source: FixtureSource, terms: FixtureTerms): FixtureProblem[] {
  if (source.problems.length > 0) return source.problems

  const inSchema = schemaProblems(source, terms)
  const problems = [
    ...inSchema,
    ...duplicateProblems(source),
    // What they are held against has to be of the right types.
    ...(inSchema.length > 0 ? [] : faultProblems(source, terms)),
  ]
  if (problems.length === 0) return referenceProblems(source)
  return withoutRepetition(problems).sort((a, b) => a.line - b.line || a.column - b.column)
}

/** Nobody reads as many, and to find the place of each takes its time. */
const MAX_PROBLEMS = 1000

function schemaProblems(source: FixtureSource, terms: FixtureTerms): FixtureProblem[] {
  const ajv = new Ajv2020({
    allErrors: true,
    verbose: true,
    formats: fixtureFormats(terms),
    // The schema is our own and used once: checking and optimizing it would take half of the start.
    validateSchema: false,
    // Fault rules take one value or a list of them.
    allowUnionTypes: true,
    code: { optimize: false },
  })
  const validate = ajv.compile(fixtureSchema(terms))
  if (validate(source.value)) return []

  return (validate.errors ?? []).slice(0, MAX_PROBLEMS).map((error) => schemaProblem(source, error))
}

function schemaProblem(source: FixtureSource, error: ErrorObject): FixtureProblem {
  const path = toPath(error.instancePath)
  const schema = error.parentSchema as {
    description?: string
    properties?: Record<string, Described>
  }
  const known = schema.properties ?? {}

  if (error.keyword === 'additionalProperties') {
    const unknown = String(error.params.additionalProperty)
    return source.problem([...path, unknown], unknownKey(unknown, Object.keys(known)), true)
  }

  if (error.keyword === 'required') {
    const missing = String(error.params.missingProperty)
    return source.problem([...path, missing], `is missing; expected ${known[missing]?.description}`)
  }

  if (error.keyword === 'dependentRequired') {
    const { property, missingProperty: missing } = error.params
    const way = `add ${missing}, ${known[missing]?.description}, or leave it out`
    return source.problem([...path, property], `does nothing without ${missing}; ${way}`)
  }

  const hint = error.keyword === 'type' && isUnquoted(error) ? ' (put it in quotes)' : ''
  return source.problem(path, `${show(error.data)}: expected ${schema.description}${hint}`)
}

interface Described {
  description?: string
}

// In YAML, 2024 is a number and true is no word.
function isUnquoted({ params, data }: ErrorObject): boolean {
  return params.type === 'string' && (typeof data === 'number' || typeof data === 'boolean')
}

function unknownKey(unknown: string, known: string[]): string {
  const near = known.find((key) => distance(key, unknown.toLowerCase()) <= 2)
  const way = near ? `did you mean ${near}?` : `expected one of ${known.join(', ')}`
  return `unknown key; ${way}`
}

/** Values that must differ from each other. Looks at any data, sound or not. */
function duplicateProblems(source: FixtureSource): FixtureProblem[] {
  const problems: FixtureProblem[] = []
  const refuseRepeated = (
    paths: Path[],
    what: string,
    way: string,
    fold = (value: string) => value,
  ) => {
    const first = new Map<string, Path>()
    for (const path of paths) {
      const value = valueAt(source.value, path)
      if (typeof value !== 'string') continue

      const earlier = first.get(fold(value))
      if (!earlier) first.set(fold(value), path)
      else {
        const lines = `lines ${source.lineOf(earlier)} and ${source.lineOf(path)}`
        problems.push(source.problem(path, `${show(value)}: the same ${what} on ${lines}; ${way}`))
      }
    }
  }

  const accounts = entriesAt(source.value, ['accounts'])
  const keys = accounts.flatMap((account) => entriesAt(source.value, [...account, 'keys']))
  const within = (path: Path, field: string) => [...path, field]

  // Case aside, because the names of files are made from ids, and may differ in nothing else.
  refuseRepeated(
    accounts.map((account) => within(account, 'id')),
    'account id',
    'expected one account for each id, whatever its case',
    lowerCase,
  )
  refuseRepeated(
    keys.map((key) => within(key, 'token')),
    'token',
    'expected one key for each token',
  )

  for (const account of accounts) {
    const users = entriesAt(source.value, [...account, 'users'])
    refuseRepeated(
      users.map((user) => within(user, 'email')),
      'email',
      'expected one user of an account for each email',
      lowerCase,
    )
    for (const kind of ['campaign', 'alert', 'webhook']) {
      const entries = entriesAt(source.value, [...account, `${kind}s`])
      refuseRepeated(
        entries.map((entry) => within(entry, 'id')),
        `${kind} id`,
        `expected one ${kind} for each id`,
      )
    }
  }

  return problems
}

/** What the schema of fault rules cannot say. */
function faultProblems(source: FixtureSource, terms: FixtureTerms): FixtureProblem[] {
  const { accounts } = source.value as Fixture
  return accounts.flatMap(({ faults = [], keys = [] }, account) =>
    faults.flatMap((fault, index) => {
      const isKey = (text: string) =>
        keys.some(({ token }) => token === text || tokenPrefix(token) === text)
      const { operationIds } = terms
      // Lengths of time are the same from any moment on.
      return faultIssues(fault, { operationIds, now: 0 }, isKey).map(({ path, message }) =>
        source.problem(['accounts', account, 'faults', index, ...toPath(path)], message),
      )
    }),
  )
}

function lowerCase(value: string): string {
  return value.toLowerCase()
}

function entriesAt(value: unknown, path: Path): Path[] {
  const list = valueAt(value, path)
  return Array.isArray(list) ? list.map((_, index) => [...path, index]) : []
}

function valueAt(value: unknown, path: Path): unknown {
  return path.reduce<unknown>(
    (held, step) =>
      typeof held === 'object' && held !== null ? Reflect.get(held, step) : undefined,
    value,
  )
}

/** The same value may fail several rules of its schema, all with the same advice. */
function withoutRepetition(problems: FixtureProblem[]): FixtureProblem[] {
  return [...new Map(problems.map((problem) => [JSON.stringify(problem), problem])).values()]
}

function toPath(pointer: string): Path {
  return namesIn(pointer).map((step) => (/^\d+$/.test(step) ? Number(step) : step))
}

function show(value: unknown): string {
  const text = JSON.stringify(value) ?? 'nothing'
  return text.length > 80 ? `${text.slice(0, 77)}…` : text
}

/** Levenshtein's: how many letters must be put in, taken out or changed. */
function distance(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, index) => index)

  for (const [i, letter] of [...a].entries()) {
    const next = [i + 1]
    for (const [j, other] of [...b].entries()) {
      const change = (row[j] ?? 0) + (letter === other ? 0 : 1)
      next.push(Math.min(change, (row[j + 1] ?? 0) + 1, (next[j] ?? 0) + 1))
    }
    row = next
  }

  return row.at(-1) ?? 0
}

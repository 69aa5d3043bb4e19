import { groupedBy } from '../grouped.ts'
import { isCsv } from '../http/csv.ts'
import type { Exchange } from '../http/exchange.ts'
import { bodyOf, isObject, type Json } from '../http/reading.ts'
import { operations } from '../specification/documents.ts'
import { type Context, noteSeldom, type Records } from './context.ts'
import { differences } from './describe.ts'
import { infer } from './infer.ts'
import { FEWEST, type Learned, type Seen } from './lesson.ts'

/** Components with a learned schema. */
export interface Settled {
  learned: Learned
  /** The observed records by component. */
  records: Records[]
  /** The components that an operation shows as they were learned. */
  of(operation: string): Set<string>
}

interface Shown {
  operation: string
  exchanges: Exchange[]
  values: Json[]
}

/**
 * Learns a record that several operations show, such as a campaign, once, if they agree on its members. An operation
 * that shows other members gets a schema of its own.
 */
export function settle(seen: Seen, shared: Context): Settled {
  const learned: Learned = []
  const settled = new Map<string, Set<string>>()
  const all = shownComponents(seen, shared)
  const records = [...all].map(([component, shown]) => ({
    component,
    values: shown.flatMap((each) => each.values),
  }))
  for (const [component, shown] of all) {
    const group = largestGroup(shown)
    if (usesOf(seen.document, component) > shown.length) continue
    const values = group.flatMap((each) => each.values)
    const exchanges = group.flatMap((each) => each.exchanges)
    const known = { $ref: `#/components/schemas/${component}` }
    const seldom = noteSeldom(component)
    const schema = infer(values, known, { ...shared, records, onSeldom: seldom.onSeldom })
    if (schema === known || exchanges.length < FEWEST) continue
    learned.push(...seldom.notLearned())
    const description = shared.reader.flatten(known).keyword('description')
    for (const { operation } of group) {
      settled.set(operation, new Set([...(settled.get(operation) ?? []), component]))
    }
    const named = { ...(description !== undefined && { description }), ...schema }
    learned.push({
      open: `§2 and §4 do not define all members in the responses of ${names(group)}.`,
      seen: `${component} ${differences(known, schema, shared.reader)}`,
      changes: [
        { target: `$.components.schemas.${component}`, remove: true },
        { target: '$.components.schemas', update: { [component]: named } },
      ],
      samples: exchanges,
    })
  }
  return {
    learned,
    records,
    of: (operation) => settled.get(operation) ?? new Set(),
  }
}

/** The objects of each component, by the operations that show them. */
function shownComponents(seen: Seen, shared: Context): Map<string, Shown[]> {
  const found = new Map<string, Shown[]>()
  for (const { operation } of operations) {
    const exchanges = seen.successes(operation).filter((exchange) => !isCsv(exchange))
    const known = seen.assumptions.dataReference(operation)
    if (!known || exchanges.length === 0) continue
    const values = exchanges.map((exchange) => bodyOf(exchange)?.data)
    const own = new Map<string, Json[]>()
    const onComponent = (name: string, objects: Json[]) => {
      if (!own.has(name)) own.set(name, objects)
    }
    infer(values, known, { ...shared, onComponent }, true)
    const direct = directComponent(known)
    if (direct === undefined) continue
    const objects = own.get(direct) ?? []
    if (objects.length === 0) continue
    found.set(direct, [...(found.get(direct) ?? []), { operation, exchanges, values: objects }])
  }
  return found
}

/** The component of `data`, or of its items. */
function directComponent(known: Json): string | undefined {
  const schema = isObject(known.items) ? known.items : known
  return typeof schema.$ref === 'string' ? schema.$ref.split('/').at(-1) : undefined
}

/** The largest group of operations that show the same members. */
function largestGroup(shown: Shown[]): Shown[] {
  const groups = groupedBy(shown, ({ values }) =>
    [...new Set(values.flatMap((value) => Object.keys(value)))].sort().join(),
  )
  return [...groups.values()].reduce((best, group) => (group.length > best.length ? group : best))
}

/** How often the document refers to a component. */
function usesOf(document: Json, component: string): number {
  return JSON.stringify(document).split(`"#/components/schemas/${component}"`).length - 1
}

function names(group: Shown[]): string {
  return group.map(({ operation }) => operation).join(', ')
}

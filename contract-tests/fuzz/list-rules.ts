import { completeness } from '../journey/campaigns.ts'
import { idIn, isMarked } from '../journey/traveller.ts'
import { rowOf } from '../support/campaigns.ts'
import type { Exchange } from '../support/exchange.ts'
import { campaignsOf, isObject, type Json, rowsOf, succeeded } from '../support/reading.ts'
import { phrase } from '../support/schema.ts'
import { relation } from './habits.ts'
import type { Problem } from './problem.ts'
import { type Context, judgeShown, type Step, type World } from './state.ts'

/** What a list, with the pages that follow it, shows that cannot be. */
export function judgeList(world: World, step: Step, context: Context): Problem | undefined {
  const lists = [step.exchange, ...(step.pages ?? [])]
  if (!lists.every(succeeded)) return undefined
  const rows = lists.flatMap((list) => (campaignsOf(list) ?? []).map((row) => ({ row, list })))
  return (
    judgeRows(world, rows, step, context) ??
    judgeAbsent(world, step, context) ??
    judgeStuck(world, rows, context)
  )
}

interface Row {
  row: Json
  list: Exchange
}

function judgeRows(
  world: World,
  rows: Row[],
  { key }: Step,
  { habits }: Context,
): Problem | undefined {
  const seen = new Set<string>()
  for (const { row, list } of rows) {
    const id = idIn(row)
    const known = id === undefined ? undefined : world.campaigns[id]
    if (id === undefined || !known || known.state === 'unsure') continue
    const related = relation(habits, known.key, key)
    if (related === 'unknown') continue
    if (known.state === 'gone') {
      return {
        rule: 'gone',
        fact: '4.18',
        expected: 'a list without the campaign that was deleted',
        actual: `a list with ${id}`,
        exchange: list,
      }
    }
    if (related === 'apart') {
      return {
        rule: 'isolated',
        expected: 'a list without campaigns of other accounts',
        actual: `a list with ${id}`,
        exchange: list,
      }
    }
    if (seen.has(id)) {
      return {
        rule: 'listed',
        fact: '4.14',
        expected: `the campaign ${id} once`,
        actual: 'the same campaign twice',
        exchange: list,
      }
    }
    seen.add(id)
    const problem = judgeShown(row, known, list, '4.14')
    if (problem) return problem
  }
  return undefined
}

/** A campaign that a list lacks may be on another page; see "An ambiguous list is never judged". */
function judgeAbsent(world: World, step: Step, { longest }: Context): Problem | undefined {
  const { exchange: list, key, pages } = step
  const count = rowsOf(list)?.length ?? 0
  const said = completeness(list)
  const isPlain = !list.url.includes('?')
  const isWhole =
    pages !== undefined ||
    (isPlain &&
      (said === 'whole' ||
        (said === 'unknown' && (count === 0 || count < (longest.get(key) ?? 0)))))
  if (!isWhole) return undefined
  const all = [list, ...(pages ?? [])]
  for (const [id, known] of Object.entries(world.campaigns)) {
    if (known.state !== 'live' || known.key !== key || all.some((page) => rowOf(page, id))) continue
    return {
      rule: 'listed',
      fact: '4.14',
      expected: `the campaign ${id} among all campaigns`,
      actual: pages ? 'pages to the last without it' : `${count} campaigns without it`,
      exchange: all.at(-1) as Exchange,
    }
  }
  return undefined
}

/** A campaign with the mark of the case that no accepted create made. */
function judgeStuck(world: World, rows: Row[], { marks }: Context): Problem | undefined {
  if (world.unsure) return undefined
  for (const { row, list } of rows) {
    const id = idIn(row)
    if (id === undefined || world.campaigns[id] || !isObject(row)) continue
    if (!Object.values(marks).some((mark) => isMarked(row, mark))) continue
    return {
      rule: 'refused',
      fact: '7.8',
      expected: 'no campaign besides those whose creation was accepted',
      actual: `a further campaign ${id}, ${phrase(row.name)}`,
      exchange: list,
    }
  }
  return undefined
}

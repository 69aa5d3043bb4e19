import { rowOf } from '../../evidence/campaigns.ts'
import type { Exchange } from '../../http/exchange.ts'
import { campaignsOf, idIn, isObject, type Json, rowsOf, succeeded } from '../../http/reading.ts'
import { isMarked } from '../../journey/runner.ts'
import { completeness } from '../../paging/hints.ts'
import { phrase } from '../../specification/schema.ts'
import { relation } from './habits.ts'
import { broken, type Problem } from './problem.ts'
import { type Context, judgeShown, type Step, type World } from './state.ts'

/** The impossible contents of a list and the pages that follow it. */
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
    const actual = `a list with ${id}`
    if (known.state === 'gone') {
      const expected = 'a list without the campaign that was deleted'
      return broken(['gone', '4.18'], list, expected, actual)
    }
    if (related === 'apart') {
      return broken('isolated', list, 'a list without campaigns of other accounts', actual)
    }
    if (seen.has(id)) {
      return broken(['listed', '4.14'], list, `the campaign ${id} once`, 'the same campaign twice')
    }
    seen.add(id)
    const problem = judgeShown(row, known, list, '4.14')
    if (problem) return problem
  }
  return undefined
}

/** A campaign that a list lacks may be on another page, so only a list that is known to be whole is judged. */
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
    return broken(
      ['listed', '4.14'],
      all.at(-1) as Exchange,
      `the campaign ${id} among all campaigns`,
      pages ? 'all pages without it' : `${count} campaigns without it`,
    )
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
    return broken(
      ['refused', '7.8'],
      list,
      'no campaigns except those that were created',
      `another campaign, ${id}, named ${phrase(row.name)}`,
    )
  }
  return undefined
}

import type { Exchange } from '../../http/exchange.ts'
import { campaignOf, errorCode, idIn, type Json, sentBody, succeeded } from '../../http/reading.ts'
import { phrase } from '../../specification/schema.ts'
import type { Key } from '../command.ts'
import { judgeStranger } from '../strangers.ts'
import { judgeFilter } from './filter-rules.ts'
import { relation } from './habits.ts'
import { judgeList } from './list-rules.ts'
import { broken, type Problem } from './problem.ts'
import {
  type Context,
  farOff,
  judgeShown,
  judgeWhole,
  type Known,
  plainMembers,
  type Step,
  type World,
} from './state.ts'

export interface Outcome {
  world: World
  problem?: Problem | undefined
}

/** The world after a step, and the rule that the step breaks in it. */
export function after(world: World, step: Step, context: Context): Outcome {
  const foreign = leakIn(step, context)
  if (foreign) return { world, problem: foreign }
  switch (step.do) {
    case 'create':
      return afterCreate(world, step)
    case 'update':
      return afterUpdate(world, step, context)
    case 'delete':
      return afterDelete(world, step, context)
    case 'get':
      return afterGet(world, step, context)
    case 'read':
      return { world, problem: judgeRead(world, step, context) }
    case 'filter':
      return { world, problem: judgeFilter(step, context) }
    case 'stranger':
      return { world, problem: step.way && judgeStranger(step.way, step.exchange) }
    default:
      return { world, problem: judgeList(world, step, context) }
  }
}

/** An answer to one account that holds the mark of a campaign that another made. */
function leakIn(
  { key, exchange, pages = [] }: Step,
  { habits, marks }: Context,
): Problem | undefined {
  for (const owner of Object.keys(marks) as Key[]) {
    if (relation(habits, owner, key) !== 'apart') continue
    const mark = marks[owner]
    for (const each of [exchange, ...pages]) {
      // An answer may repeat what it was sent.
      const isSent = each.requestBody?.includes(mark) || each.url.includes(encodeURIComponent(mark))
      if (isSent || !each.response?.text.includes(mark)) continue
      return broken(
        'isolated',
        each,
        `nothing of what the ${owner} key made, since its account is another`,
        `an answer that holds ${phrase(mark)}`,
      )
    }
  }
  return undefined
}

/** Whether the answer leaves open if the request was carried out. */
function isOpen({ exchange }: Step): boolean {
  // It may have been carried out twice.
  const isSecond = exchange.repeats === 'lost' || exchange.repeats === 'failed'
  return !exchange.response || errorCode(exchange) === 'server_error' || isSecond
}

function afterCreate(world: World, step: Step): Outcome {
  const { key, exchange, id: listed } = step
  if (isOpen(step)) return { world: { ...world, unsure: true } }
  if (!succeeded(exchange)) return { world }
  const body = sentBody(exchange)
  const reason = body ? farOff(body) : 'the body is no JSON object'
  if (!body || reason) {
    return { world, problem: broken('required', exchange, `a refusal, because ${reason}`) }
  }
  const shown = campaignOf(exchange)
  const id = idIn(shown) ?? listed
  if (id === undefined) return { world: { ...world, unsure: true } }
  if (world.campaigns[id]) {
    const [expected, actual] = ['a new id for each campaign', `the id ${id} for a second time`]
    return { world, problem: broken(['exists', '2.16'], exchange, expected, actual) }
  }
  const known: Known = { key, state: 'live', fields: plainMembers(body), before: {} }
  return {
    world: withCampaign(world, id, known),
    problem: judgeShown(shown, known, exchange, '2.23'),
  }
}

function withCampaign(world: World, id: string, known: Known): World {
  return { ...world, campaigns: { ...world.campaigns, [id]: known } }
}

function afterUpdate(world: World, step: Step, context: Context): Outcome {
  const { id = '', exchange } = step
  const known = world.campaigns[id]
  if (!known || known.state === 'unsure') return { world }
  if (isOpen(step)) return { world: withCampaign(world, id, { ...known, fields: {} }) }
  if (!succeeded(exchange)) {
    const problem = judgeMissing(known, step)
    return { world: withCampaign(world, id, refusedOf(known, exchange)), problem }
  }
  const problem = judgeTouched(known, step, context)
  if (problem) return { world, problem }
  const body = sentBody(exchange) ?? {}
  const kept = context.habits.patches ? { ...known.fields } : {}
  for (const member of Object.keys(body)) delete kept[member]
  const fields = { ...kept, ...plainMembers(body) }
  const changed: Known = { ...known, fields, before: known.fields }
  const shown = campaignOf(exchange)
  return {
    world: withCampaign(world, id, changed),
    problem: judgeId(id, shown, exchange, '4.17') ?? judgeShown(shown, changed, exchange, '4.17'),
  }
}

/** Settings that were refused are strange where they are shown (`differences`). */
function refusedOf(known: Known, exchange: Exchange): Known {
  const { settings } = plainMembers(sentBody(exchange) ?? {})
  const { before } = known
  if (!settings) return known
  return { ...known, before: { ...before, settings: { ...before.settings, ...settings } } }
}

function judgeId(
  id: string,
  shown: Json | undefined,
  exchange: Exchange,
  fact: string,
): Problem | undefined {
  const other = shown?.id
  if (other === undefined || other === null || String(other) === id) return undefined
  return broken(['read_back', fact], exchange, `the campaign ${id}`, `that with the id ${other}`)
}

/** A success that is about a campaign of another account, or one that is gone. */
function judgeTouched(
  known: Known,
  { key, exchange, id = '', alongside = [] }: Step,
  { habits }: Context,
): Problem | undefined {
  const related = relation(habits, known.key, key)
  if (related === 'apart') {
    const expected = 'a refusal, because the campaign belongs to another account'
    return broken('isolated', exchange, expected)
  }
  if (known.state !== 'gone' || alongside.includes(id)) return undefined
  return broken(['gone', '4.18'], exchange, 'a refusal, because the campaign was deleted')
}

/** A not_found for a campaign of the same key. */
function judgeMissing(known: Known, { key, exchange }: Step): Problem | undefined {
  if (known.state !== 'live' || known.key !== key || errorCode(exchange) !== 'not_found')
    return undefined
  return broken(['exists', '7.12'], exchange, 'the campaign, which was created and not deleted')
}

function afterDelete(world: World, step: Step, context: Context): Outcome {
  const { id = '', exchange } = step
  const known = world.campaigns[id]
  if (!known || known.state === 'unsure') return { world }
  if (isOpen(step)) return { world: withCampaign(world, id, { ...known, state: 'unsure' }) }
  if (!succeeded(exchange)) return { world, problem: judgeMissing(known, step) }
  const problem = judgeTouched(known, step, context)
  return problem
    ? { world, problem }
    : { world: withCampaign(world, id, { ...known, state: 'gone' }) }
}

/** Codes of refusals that say nothing of the campaign. */
const UNRELATED = ['rate_limit_exceeded', 'insufficient_permissions', 'server_error']

function afterGet(world: World, step: Step, context: Context): Outcome {
  const { id = '', key, exchange } = step
  const known = world.campaigns[id]
  if (!known || known.state === 'unsure' || !exchange.response) return { world }
  if (!succeeded(exchange)) {
    const isAboutIt = !UNRELATED.includes(errorCode(exchange) ?? '')
    if (known.state !== 'live' || known.key !== key || !isAboutIt) return { world }
    const expected = `the campaign ${id}, which exists`
    return { world, problem: broken(['exists', '4.16'], exchange, expected) }
  }
  const touched = judgeTouched(known, { ...step, alongside: [] }, context)
  if (touched || relation(context.habits, known.key, key) !== 'same')
    return { world, problem: touched }
  const shown = campaignOf(exchange)
  const problem =
    judgeId(id, shown, exchange, '4.16') ??
    judgeShown(shown, known, exchange, '4.17') ??
    judgeWhole(shown, known, exchange)
  return { world: withCampaign(world, id, adopted(known, shown)), problem }
}

/** Members that were read are known from then on: they must not change by themselves. */
function adopted(known: Known, shown: Json | undefined): Known {
  const seen = plainMembers(shown ?? {})
  delete seen.settings
  return { ...known, fields: { ...seen, ...known.fields } }
}

function judgeRead(
  world: World,
  { id, key, exchange }: Step,
  { habits }: Context,
): Problem | undefined {
  const known = id === undefined ? undefined : world.campaigns[id]
  const isAbout = exchange.operation === 'getCampaignAnalytics' && succeeded(exchange)
  if (!known || !isAbout || known.state === 'unsure') return undefined
  if (relation(habits, known.key, key) === 'apart') {
    const expected = 'a refusal, because the campaign belongs to another account'
    return broken('isolated', exchange, expected)
  }
  if (known.state !== 'gone') return undefined
  return broken(['gone', '7.11'], exchange, 'not_found, because the campaign was deleted')
}

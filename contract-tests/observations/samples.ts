import { rowOf } from '../evidence/campaigns.ts'
import type { Evidence } from '../evidence/evidence.ts'
import type { Exchange } from '../http/exchange.ts'
import { quotaOf, type ResetUnit, resetUnit } from '../http/quota.ts'
import { campaignOf, type Json, succeeded } from '../http/reading.ts'

/** An exchange, and what it shows about something that the specification leaves open. */
export interface Sample<Value> {
  value: Value
  exchange: Exchange
}

/** An update that contains only a part of a campaign, and what was shown around it. */
interface PartialUpdate {
  update: Exchange
  /** The campaign before the update. */
  before?: Json | undefined
  /** The first read after it. */
  read?: Exchange | undefined
}

/** `whole_body`: refuses a part; `replace`: removes other members; `patch`: keeps them. */
export type UpdateSemantics = 'whole_body' | 'replace' | 'patch'

/** The effect of a PUT of the name only. */
export function updateSamples(evidence: Evidence): Sample<UpdateSemantics>[] {
  const takesWhole = evidence.tried('whole update').some(succeeded)
  return updatesOfName(evidence).flatMap(({ update, before, read }): Sample<UpdateSemantics>[] => {
    if (!update.response) return []
    if (!succeeded(update)) {
      // If it also refuses a whole campaign, its body is not shown.
      return takesWhole ? [{ value: 'whole_body', exchange: update }] : []
    }
    // Without keywords in the answers, their fate is unknown.
    if (!read || !succeeded(read) || !hasKeywords(before)) return []
    return [{ value: hasKeywords(campaignOf(read)) ? 'patch' : 'replace', exchange: update }]
  })
}

/** Updates of the name by the journey. */
function updatesOfName(evidence: Evidence): PartialUpdate[] {
  const before = secondBefore(evidence)
  return (['', 'again:'] as const).flatMap((again): PartialUpdate[] => {
    const update = evidence.find(`${again}update:partly`)
    const read = evidence.find(`${again}get:partly updated`)
    return update ? [{ update, before, read }] : []
  })
}

/** Updates of all but the settings by the journey: the first campaign has settings from the beginning. */
export function updatesWithoutSettings(evidence: Evidence): PartialUpdate[] {
  return (['first', 'second'] as const).flatMap((which): PartialUpdate[] => {
    const update = evidence.find(`probe:put without settings:${which}`)
    const read = evidence.find(`probe:get without settings:${which}`)
    const earlier = evidence.find(which === 'first' ? 'get:updated' : 'probe:put settings:second')
    const before = earlier && campaignOf(earlier)
    return update ? [{ update, before, read }] : []
  })
}

/** The second campaign before its first update. It is read only if the list does not show all of it. */
function secondBefore(evidence: Evidence): Json | undefined {
  const { second } = evidence.own
  const read = evidence.find('get:second')
  const list = evidence.find('list:created')
  return (read && campaignOf(read)) ?? (second && list && rowOf(list, second.id))
}

function hasKeywords(campaign: Json | undefined): boolean {
  const keywords = campaign?.keywords
  return Array.isArray(keywords) && keywords.length > 0
}

export function unknownParameterSamples(evidence: Evidence): Sample<'ignored' | 'refused'>[] {
  // An operation that refuses all requests says nothing of the parameter.
  const answers = new Set(
    evidence
      .of('main')
      .filter(succeeded)
      .map(({ operation }) => operation),
  )
  return evidence
    .tried('unknown parameter')
    .filter(({ operation }) => answers.has(operation))
    .map((exchange) => ({ value: succeeded(exchange) ? 'ignored' : 'refused', exchange }))
}

export function resetSamples(evidence: Evidence): Sample<ResetUnit>[] {
  return evidence.exchanges.flatMap((exchange) => {
    const { reset } = quotaOf(exchange)
    // 0 has no unit.
    return reset === null || reset === 0 ? [] : [{ value: resetUnit(reset), exchange }]
  })
}

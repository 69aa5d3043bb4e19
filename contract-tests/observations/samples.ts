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

/** `whole_body`: refuses a part; `replace`: removes other members; `patch`: keeps them. */
export type UpdateSemantics = 'whole_body' | 'replace' | 'patch'

/** The effect of a PUT of the name only. */
export function updateSamples(evidence: Evidence): Sample<UpdateSemantics>[] {
  const whole = evidence.find('update')
  const hadKeywords = hasKeywords(secondBefore(evidence))
  return (['', 'again:'] as const).flatMap((again): Sample<UpdateSemantics>[] => {
    const update = evidence.find(`${again}update:partly`)
    const read = evidence.find(`${again}get:partly updated`)
    if (!update?.response) return []
    if (!succeeded(update)) {
      // If it also refuses a whole campaign, its body is not shown.
      return whole && succeeded(whole) ? [{ value: 'whole_body', exchange: update }] : []
    }
    // Without keywords in the answers, their fate is unknown.
    if (!read || !succeeded(read) || !hadKeywords) return []
    return [{ value: hasKeywords(campaignOf(read)) ? 'patch' : 'replace', exchange: update }]
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
  return (['unknown parameter', 'again:unknown parameter'] as const).flatMap((step) => {
    const exchange = evidence.find(step)
    if (!exchange?.response) return []
    return [{ value: succeeded(exchange) ? ('ignored' as const) : ('refused' as const), exchange }]
  })
}

export function resetSamples(evidence: Evidence): Sample<ResetUnit>[] {
  return evidence.exchanges.flatMap((exchange) => {
    const { reset } = quotaOf(exchange)
    // 0 has no unit.
    return reset === null || reset === 0 ? [] : [{ value: resetUnit(reset), exchange }]
  })
}

import type { Evidence } from '../support/evidence.ts'
import type { Exchange } from '../support/exchange.ts'
import { quotaOf, type ResetUnit, resetUnit } from '../support/quota.ts'
import { campaignOf, succeeded } from '../support/reading.ts'

/** One exchange, and what it says of something that the specification leaves open. */
export interface Sample<Value> {
  value: Value
  exchange: Exchange
}

/** `whole_body`: refuses a part; `replace`: what is not sent is gone; `patch`: it stays. */
export type UpdateSemantics = 'whole_body' | 'replace' | 'patch'

/** What a PUT of a name alone did. */
export function updateSamples(evidence: Evidence): Sample<UpdateSemantics>[] {
  const whole = evidence.find('update')
  const before = evidence.find('get:second')
  return ['', 'again:'].flatMap((again): Sample<UpdateSemantics>[] => {
    const update = evidence.find(`${again}update:partly`)
    const read = evidence.find(`${again}get:partly updated`)
    if (!update?.response || !read) return []
    if (!succeeded(update)) {
      // A server that refuses a whole campaign too takes something that is not shown.
      return whole && succeeded(whole) ? [{ value: 'whole_body', exchange: update }] : []
    }
    // A campaign that never shows its keywords does not tell what became of them.
    if (!succeeded(read) || !hasKeywords(before)) return []
    return [{ value: hasKeywords(read) ? 'patch' : 'replace', exchange: update }]
  })
}

function hasKeywords(exchange: Exchange | undefined): boolean {
  const keywords = exchange && campaignOf(exchange)?.keywords
  return Array.isArray(keywords) && keywords.length > 0
}

/** What became of a query parameter that nobody knows. */
export function unknownParameterSamples(evidence: Evidence): Sample<'ignored' | 'refused'>[] {
  return ['unknown parameter', 'again:unknown parameter'].flatMap((step) => {
    const exchange = evidence.find(step)
    if (!exchange?.response) return []
    return [{ value: succeeded(exchange) ? ('ignored' as const) : ('refused' as const), exchange }]
  })
}

/** What X-RateLimit-Reset counts in. */
export function resetSamples(evidence: Evidence): Sample<ResetUnit>[] {
  return evidence.exchanges.flatMap((exchange) => {
    const { reset } = quotaOf(exchange)
    // Nothing left of a window has no unit.
    return reset === null || reset === 0 ? [] : [{ value: resetUnit(reset), exchange }]
  })
}

import { CHOICES, type Choice, type Situation } from '../evidence/situations.ts'
import type { Exchange } from '../http/exchange.ts'
import { errorCode, isObject, type Json, refused, succeeded } from '../http/reading.ts'
import { normalForm, otherMembers, sentBody, without } from './bodies.ts'

/** A part of a body that may be the reason of a refusal. */
type Factor = 'name' | 'other members' | Choice

const FACTORS: Factor[] = ['name', 'other members', ...CHOICES]

/**
 * The bodies of campaigns that a server accepted. A refusal shows its reason only if a body was accepted that differs
 * in one point.
 */
export class AcceptedBodies {
  /** The last time that a body without the factor was accepted, by factor and body. */
  readonly #acceptedAt = new Map<string, number>()

  constructor(writes: readonly Exchange[]) {
    for (const exchange of writes.filter(succeeded)) {
      const body = sentBody(exchange)
      if (!isObject(body)) continue
      for (const factor of FACTORS) {
        const key = keyOf(factor, body)
        const last = this.#acceptedAt.get(key) ?? 0
        this.#acceptedAt.set(key, Math.max(last, exchange.endedAt))
      }
    }
  }

  /**
   * Whether one factor alone is the reason of a refusal. A refused create may be a duplicate of an earlier one, so the
   * other body has to be accepted after it.
   */
  explains(factor: Factor, exchange: Exchange, body: Json): boolean {
    if (errorCode(exchange) !== 'invalid_request') return false
    const at = this.#acceptedAt.get(keyOf(factor, body))
    if (at === undefined) return false
    return exchange.operation === 'updateCampaign' || at > exchange.startedAt
  }
}

function keyOf(factor: Factor, body: Json): string {
  return `${factor} ${normalForm(lacking(factor, body))}`
}

function lacking(factor: Factor, body: Json): Json {
  if (factor === 'other members') return without(body, otherMembers(body))
  if (factor !== 'device' && factor !== 'search_engine') return without(body, [factor])
  const { settings } = body
  if (!isObject(settings)) return body
  const rest = without(settings, [factor])
  // Settings of this one alone are as none.
  return Object.keys(rest).length > 0 ? { ...body, settings: rest } : without(body, ['settings'])
}

/** The situation that the body of a create or an update tries, which a server accepts or refuses. */
export function triedByBody(
  exchange: Exchange,
  accepted: AcceptedBodies,
  shownMembers: ReadonlySet<string>,
): Situation[] {
  const body = sentBody(exchange)
  if (!isObject(body)) return []
  const isRefused = refused(exchange)
  const tried: Situation[] = []
  const { name, keywords } = body
  if (name === '') tried.push('empty name')
  if (Array.isArray(keywords) && keywords.length === 0) tried.push('empty keywords')
  const others = otherMembers(body)
  const isUnknown = others.length > 0 && others.every((each) => !shownMembers.has(each))
  if (isUnknown && (!isRefused || accepted.explains('other members', exchange, body))) {
    tried.push('unknown member')
  }
  if (!isRefused) return tried
  for (const choice of CHOICES) {
    const isGiven = typeof choiceIn(choice, body) === 'string'
    if (isGiven && accepted.explains(choice, exchange, body)) tried.push(`value of ${choice}`)
  }
  if (isPlain(name) && accepted.explains('name', exchange, body)) {
    tried.push(`name of ${name.length}`)
  }
  return tried
}

function choiceIn(choice: Choice, body: Json): unknown {
  if (choice === 'type' || choice === 'frequency') return body[choice]
  return isObject(body.settings) ? body.settings[choice] : undefined
}

/** Servers count other letters in characters, in code points or in bytes. */
function isPlain(name: unknown): name is string {
  return typeof name === 'string' && /^[\x20-\x7e]+$/.test(name)
}

/** The write of the longest name that was accepted. */
export function longestName(
  writes: readonly Exchange[],
): { length: number; exchange: Exchange } | undefined {
  const named = writes.filter(succeeded).flatMap((exchange) => {
    const body = sentBody(exchange)
    const name = isObject(body) ? body.name : undefined
    return isPlain(name) ? [{ length: name.length, exchange }] : []
  })
  return named.toSorted((one, other) => other.length - one.length)[0]
}

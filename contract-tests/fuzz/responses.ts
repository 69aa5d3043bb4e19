import { sections } from '../sections/sections.ts'
import { Judge } from '../support/check.ts'
import { Evidence } from '../support/evidence.ts'
import type { Exchange } from '../support/exchange.ts'
import { errorCode, outcomeOf } from '../support/reading.ts'
import type { Settings } from '../support/settings.ts'
import type { Habits } from './habits.ts'
import type { Problem } from './problem.ts'

/** The checks of the suite that ask the same of every response. */
const CHECKS = sections.flatMap(({ checks }) => checks.flatMap(({ each }) => each ?? []))

/**
 * The first thing that is wrong with a response by itself. `before` are exchanges that some checks
 * have to know of: a key is valid because it was seen to work.
 */
export function problemOf(
  exchange: Exchange,
  before: Exchange[],
  settings: Settings,
  habits: Habits,
): Problem | undefined {
  const failure = failureOf(exchange, habits)
  if (failure) return failure
  // A connection that is closed may have been idle: that it was tried again has been seen to.
  if (exchange.broken?.kind === 'no_answer' && exchange.broken.wasIdle) return undefined
  const evidence = new Evidence(settings, [...before, exchange])
  const judge = new Judge(settings)
  for (const each of CHECKS) each(judge, exchange, evidence)
  const [found] = judge.failures
  if (!found) return undefined
  const { fact, expected, actual } = found
  return { rule: 'response', ...(fact !== undefined && { fact }), expected, actual, exchange }
}

/**
 * A failure on the side of the service. The code `server_error` says so; a status of 5xx does where
 * the server does not answer its ordinary refusals with such, since statuses are not shown (§7).
 */
function failureOf(exchange: Exchange, habits: Habits): Problem | undefined {
  const code = errorCode(exchange)
  const status = exchange.response?.status ?? 0
  const byStatus = status >= 500 && code !== 'rate_limit_exceeded' && !habits.refusesWith5xx
  if (code !== 'server_error' && !byStatus) return undefined
  return {
    rule: 'failure',
    expected: 'a success, or a refusal that tells the client what is wrong with the request',
    actual: outcomeOf(exchange),
    exchange,
  }
}

import { Judge } from '../../checks/check.ts'
import { sections } from '../../checks/sections.ts'
import { Evidence } from '../../evidence/evidence.ts'
import type { Exchange } from '../../http/exchange.ts'
import { errorCode } from '../../http/reading.ts'
import type { Settings } from '../../http/settings.ts'
import type { Habits } from './habits.ts'
import { broken, type Problem } from './problem.ts'

/** The checks of the suite that ask the same of every response. */
const CHECKS = Object.values(sections).flatMap((checks) => checks.flatMap(({ each }) => each ?? []))

/** The first problem of a response by itself. Some checks need the exchanges `before` it, to know which keys work. */
export function problemOf(
  exchange: Exchange,
  before: Exchange[],
  settings: Settings,
  habits: Habits,
): Problem | undefined {
  const failure = failureOf(exchange, habits)
  if (failure) return failure
  if (isOfAnEdge(exchange)) return undefined
  // The server may close an idle connection; the client has repeated the request.
  if (exchange.broken?.kind === 'no_answer' && exchange.broken.wasIdle) return undefined
  const evidence = new Evidence(settings, [...before, exchange])
  const judge = new Judge(settings)
  for (const each of CHECKS) each(judge, exchange, evidence)
  const [found] = judge.failures
  if (!found) return undefined
  const { fact, expected, actual } = found
  return { rule: 'response', ...(fact !== undefined && { fact }), expected, actual, exchange }
}

/** A refusal by what stands in front of the service, such as a page that says 429: it has no envelope. */
function isOfAnEdge({ response }: Exchange): boolean {
  return response?.json === undefined && [403, 408, 425, 429].includes(response?.status ?? 0)
}

/** A failure of the service: the code `server_error`, or a status of 5xx unless ordinary refusals have one, too. */
function failureOf(exchange: Exchange, habits: Habits): Problem | undefined {
  const code = errorCode(exchange)
  const status = exchange.response?.status ?? 0
  const byStatus = status >= 500 && code !== 'rate_limit_exceeded' && !habits.refusesWith5xx
  if (code !== 'server_error' && !byStatus) return undefined
  return broken('failure', exchange, 'a success, or an error that the client caused')
}

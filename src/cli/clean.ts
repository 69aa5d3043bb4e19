import type { Settings } from '../../contract-tests/http/settings.ts'
import { removeEarlierRuns } from '../../contract-tests/journey/earlier-runs.ts'
import { leftoverText } from '../../contract-tests/report/terminal.ts'
import { ConfigError } from '../config.ts'
import type { CheckFlags } from './check-settings.ts'
import { interruptible } from './interruptible.ts'
import { counted, print, printReport } from './output.ts'

/** Requests that `clean` makes at most. */
const MOST_REQUESTS = 1000

/** `svc-sandbox clean`: deletes what earlier runs left, and returns the exit code. */
export async function clean(flags: CheckFlags, settings: Settings): Promise<number> {
  const limit = flags.maxRequests === undefined ? MOST_REQUESTS : settings.maxRequests
  const limits = { maxRequests: limit, maxTotal: limit }
  const { seen, removed, left, reason } = await interruptible(({ signal, onProgress }) =>
    removeEarlierRuns({ ...settings, ...limits }, signal, onProgress),
  )
  for (const { id, name } of removed) print(`Removed ${name} (${id})`)
  if (left.length > 0) printReport(`${leftoverText(left)}\n`)
  print(
    `${counted(removed.length, 'campaign')} of earlier runs removed; ${counted(seen, 'campaign')} looked at.`,
  )
  if (reason !== undefined) throw new Error(reason)
  return left.length > 0 ? 1 : 0
}

/** Refuses options that contradict `clean`. */
export function requireCleanable({ fuzz, replay, learn, compare, readOnly }: CheckFlags): void {
  if (readOnly) {
    throw new ConfigError('clean deletes campaigns, which --read-only forbids. Leave one out.')
  }
  if ([fuzz, replay, learn, compare].some((option) => option !== undefined)) {
    throw new ConfigError('clean cannot be combined with fuzz, --replay, learn or --compare.')
  }
}

import { parseDay } from '../intelligence/dates.ts'

const UNIT_MS: Record<string, number> = {
  m: 60_000,
  h: 3_600_000,
  d: 86_400_000,
  w: 604_800_000,
}

const RELATIVE = /^([+-]?)(\d{1,5})([mhdw])$/
const ISO = /^(\d{4}-\d{2}-\d{2})(T\d{2}:\d{2}(:\d{2}(\.\d{1,9})?)?(Z|[+-]\d{2}:\d{2}))?$/

/**
 * A time in a fixture: relative to `now` (`-40d`, `12h`; minutes, hours, days, weeks), or ISO 8601,
 * which is a day in UTC or a time with its zone. In epoch milliseconds, as `now` is; undefined if
 * it is neither.
 */
export function parseFixtureTime(text: string, now: number): number | undefined {
  const [, sign, amount, unit = ''] = RELATIVE.exec(text) ?? []
  if (amount) return now + Number(`${sign}1`) * Number(amount) * (UNIT_MS[unit] ?? 0)

  const [, day] = ISO.exec(text) ?? []
  // Date.parse takes the 30th of February for the 2nd of March.
  if (!day || parseDay(day) === undefined) return undefined

  const time = Date.parse(text)
  return Number.isNaN(time) ? undefined : time
}

/** Whether a relative time lies ahead. `365d` for `-365d` is a slip that is easy to make. */
export function isAhead(text: string): boolean {
  const [, sign, amount] = RELATIVE.exec(text) ?? []
  return amount !== undefined && sign !== '-' && Number(amount) > 0
}

import { dayNumber, formatDay } from '../intelligence/dates.ts'
import type { Period } from '../intelligence/period.ts'
import { invalidInput } from '../invalid-input.ts'
import { isoDay } from '../time/clock.ts'

const DEFAULT_DAYS = 30
/** Ten years: enough for any chart, and little enough that no request takes for ever. */
export const MAX_DAYS = 3660
/** Before anything that a sandbox can know; figures of the period before need some years of room. */
export const EARLIEST = '1900-01-01'

interface PeriodInput {
  start_date?: string | undefined
  end_date?: string | undefined
}

/** The period that `start_date` and `end_date` mean at `now` (epoch ms): the last 30 days without them. */
export function periodOf({ start_date, end_date }: PeriodInput, now: number): Period {
  const today = isoDay(now)
  const to = end_date ?? (start_date !== undefined && start_date > today ? start_date : today)
  requireKnown('end_date', to)
  const from = start_date ?? formatDay(dayNumber(to) - (DEFAULT_DAYS - 1))
  if (start_date !== undefined) requireKnown('start_date', from)
  if (from > to) {
    throw invalidInput([
      {
        in: 'query',
        path: 'start_date',
        message: `must not be after end_date (${to}); found "${from}"`,
        value: from,
      },
    ])
  }
  const earliest = dayNumber(to) - (MAX_DAYS - 1)
  if (dayNumber(from) < earliest) {
    throw invalidInput([
      {
        in: 'query',
        path: 'start_date',
        message:
          `must be ${formatDay(earliest)} or later: a period has at most ${MAX_DAYS} days, its first and its last ` +
          `(${to}) among them; found "${from}"`,
        value: from,
      },
    ])
  }
  return { from, to, today, now }
}

function requireKnown(path: string, date: string): void {
  if (date >= EARLIEST) return
  throw invalidInput([
    { in: 'query', path, message: `must be ${EARLIEST} or later; found "${date}"`, value: date },
  ])
}

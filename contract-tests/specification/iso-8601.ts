/**
 * A date of the calendar, of the year (2026-331) or of a week (2026-W48-5) with a time, in the extended or the basic form of
 * ISO 8601, with or without a zone. The last unit may have a fraction.
 */
const ISO_8601 =
  /^(?<year>\d{4})(?<dash>-?)((?<month>\d{2})\k<dash>(?<day>\d{2})|(?<ordinal>\d{3})|W(?<week>\d{2})\k<dash>(?<weekday>[1-7]))[T ](?<hour>\d{2})(:?(?<minute>\d{2})(:?(?<second>\d{2}))?)?([.,]\d+)?(?<zone>Z|[+-]\d{2}(:?\d{2})?)?$/i

const DAY_MS = 86_400_000

export interface IsoTime {
  /** Milliseconds of the epoch if the time is that of UTC, without a fraction. */
  utc: number
  /** `Z`, an offset, or '' if there is none. */
  zone: string
}

/** The time that a text of ISO 8601 names; undefined for another text, and for a day or an hour that does not exist. */
export function isoTime(text: unknown): IsoTime | undefined {
  const parts = typeof text === 'string' ? ISO_8601.exec(text)?.groups : undefined
  if (!parts) return undefined
  const day = dayOf(parts)
  const { hour, minute = '00', second = '00', zone = '' } = parts
  // 24:00 ends a day, and 60 is a leap second.
  const exists = Number(hour) <= 24 && Number(minute) <= 59 && Number(second) <= 60
  if (day === undefined || !exists) return undefined
  const seconds = (Number(hour) * 60 + Number(minute)) * 60 + Number(second)
  return { utc: day + seconds * 1000, zone }
}

/** The beginning of a day; undefined if it does not exist. */
function dayOf(parts: Record<string, string | undefined>): number | undefined {
  const [year, month, day, ordinal, week] = ['year', 'month', 'day', 'ordinal', 'week'].map(
    (name) => Number(parts[name]),
  ) as [number, number, number, number, number]
  if (parts.month !== undefined) {
    const at = Date.UTC(year, month - 1, day)
    return month > 0 && new Date(at).getUTCMonth() === month - 1 && day > 0 ? at : undefined
  }
  if (parts.ordinal !== undefined) {
    const at = Date.UTC(year, 0, ordinal)
    return new Date(at).getUTCFullYear() === year && ordinal > 0 ? at : undefined
  }
  // The first week is that of 4 January, and a week is of the year of its Thursday.
  const fourth = Date.UTC(year, 0, 4)
  const monday = fourth - ((new Date(fourth).getUTCDay() + 6) % 7) * DAY_MS
  const start = monday + (week - 1) * 7 * DAY_MS
  const isOfYear = new Date(start + 3 * DAY_MS).getUTCFullYear() === year
  return isOfYear ? start + (Number(parts.weekday) - 1) * DAY_MS : undefined
}

import { parseIsoTime } from '../../../time/iso-time.ts'

const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec']
const DAY = /^(\d{1,2})[. -]+([a-z]{3})[a-z]*[.,]?[ -]+(\d{4})$/i
const CLOCK = /[ ,T]+(\d{1,2}:\d\d(?::\d\d)?)Z?$/

/** The text of a day (YYYY-MM-DD) in an input: `15 Jan 2026`. Other texts stay as they are. */
export function textOfDay(day: string): string {
  const [, year, month, date] = /^(\d{4})-(\d\d)-(\d\d)$/.exec(day) ?? []
  const name = MONTHS[Number(month) - 1]
  if (name === undefined) return day
  return `${Number(date)} ${name[0]?.toUpperCase()}${name.slice(1)} ${year}`
}

/** The day (YYYY-MM-DD) that a text names. Other texts stay as they are, so that the server refuses them. */
export function dayIn(text: string): string {
  const [, date = '', name = '', year] = DAY.exec(text.trim()) ?? []
  const month = MONTHS.indexOf(name.toLowerCase()) + 1
  return month === 0
    ? text.trim()
    : `${year}-${`${month}`.padStart(2, '0')}-${date.padStart(2, '0')}`
}

/** The text of a time (ISO 8601) in an input, in UTC: `15 Jan 2026, 09:00`. Other texts stay as they are. */
export function textOfTime(iso: string): string {
  const time = parseIsoTime(iso)
  if (time === undefined) return iso
  const utc = new Date(time).toISOString()
  return `${textOfDay(utc.slice(0, 10))}, ${utc.slice(11, 19).replace(/:00$/, '')}`
}

/** The time (ISO 8601) that a text in UTC names; a day alone is its midnight. Other texts stay as they are. */
export function timeIn(text: string): string {
  const clock = CLOCK.exec(text)?.[1]
  const day = dayIn(text.replace(CLOCK, ''))
  if (!/^\d{4}-\d\d-\d\d$/.test(day)) return text.trim()
  return `${day}T${(clock ?? '00:00').replace(/^\d:/, '0$&').replace(/^\d\d:\d\d$/, '$&:00')}Z`
}

import { invalidValue } from '../errors.ts'

/** A length of time: the sum of its fields. */
export interface Duration {
  weeks?: number
  days?: number
  hours?: number
  minutes?: number
  seconds?: number
}

/** An invalid time stays unchanged, so that the control API refuses it. */
export function timeText(time: Date | number | string): string {
  const date = new Date(time)
  return Number.isNaN(date.getTime()) ? String(time) : date.toISOString()
}

const UNITS = { weeks: 'w', days: 'd', hours: 'h', minutes: 'm', seconds: 's' } as const

/** The duration as the control API takes it, such as `1d12h`. Throws an ApiError for an invalid field. */
export function durationText(duration: Duration): string {
  const parts = (Object.keys(UNITS) as (keyof Duration)[]).flatMap((unit) => {
    const value = duration[unit]
    if (value === undefined) return []
    if (Number.isInteger(value) && value >= 0) return `${value}${UNITS[unit]}`
    throw invalidValue('body', `/${unit}`, `must be a whole number from 0 on; found ${value}`)
  })
  return parts.length > 0 ? parts.join('') : '0s'
}

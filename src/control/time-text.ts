import { invalidInput } from '../invalid-input.ts'

/** A length of time: the fields are added up. */
export interface Duration {
  weeks?: number
  days?: number
  hours?: number
  minutes?: number
  seconds?: number
}

/** What is no time stays as it is, for the control plane to refuse. */
export function timeText(time: Date | number | string): string {
  const date = new Date(time)
  return Number.isNaN(date.getTime()) ? String(time) : date.toISOString()
}

const UNITS = { weeks: 'w', days: 'd', hours: 'h', minutes: 'm', seconds: 's' } as const

/** As the control plane takes it, such as `1d12h`. Throws the ApiError that says what is wrong with it. */
export function durationText(duration: Duration): string {
  const parts = (Object.keys(UNITS) as (keyof Duration)[]).flatMap((unit) => {
    const value = duration[unit]
    if (value === undefined) return []
    if (Number.isInteger(value) && value >= 0) return `${value}${UNITS[unit]}`
    throw invalidInput([
      { in: 'body', path: `/${unit}`, message: `must be a whole number from 0 on; found ${value}` },
    ])
  })
  return parts.length > 0 ? parts.join('') : '0s'
}

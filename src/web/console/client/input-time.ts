import { parseIsoTime } from '../../../time/iso-time.ts'

/** The value of an input for a local time, `2026-03-01T09:00`, in UTC; empty for a text that is no time. */
export function inputTimeOf(iso: string): string {
  const time = parseIsoTime(iso)
  if (time === undefined) return ''
  return new Date(time).toISOString().replace(/(:00)?\.\d+Z$/, '')
}

/** The time in ISO 8601 of such an input; other texts are unchanged, so that the server refuses them. */
export const utcOf = (text: string) =>
  text.replace(/T\d\d:\d\d$/, '$&:00').replace(/T\d\d:\d\d:\d\d$/, '$&Z')

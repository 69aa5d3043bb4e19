import type { RunResult } from './result.ts'

/** `1 fact`, `3 facts`. */
export function count(amount: number, noun: string, plural = `${noun}s`): string {
  return `${amount.toLocaleString('en-US')} ${amount === 1 ? noun : plural}`
}

/** `850 ms`, `4.2 s`, `1 min 12 s`. */
export function duration(ms: number): string {
  if (ms < 1000) return `${Math.round(ms)} ms`
  if (ms < 59_950) return `${(ms / 1000).toFixed(1)} s`
  const seconds = Math.round(ms / 1000)
  return `${Math.floor(seconds / 60)} min ${seconds % 60} s`
}

/** `a`, `a and b`, `a, b and 7 more`: at most `most` of the names. */
export function enumerate(names: string[], most = 4): string {
  const shown = names.length > most ? names.slice(0, most - 1) : names.slice(0, -1)
  const rest = names.length - shown.length
  const last = rest > 1 ? `${rest} more` : (names.at(-1) ?? '')
  return shown.length === 0 ? last : `${shown.join(', ')} and ${last}`
}

/** JSON in one line: `200`, `"seconds left"`, `["a","b"]`. */
export function inline(value: unknown): string {
  return JSON.stringify(value) ?? 'nothing'
}

/** The subject of a report. */
export function titleOf({ baseUrl, traffic }: Pick<RunResult, 'baseUrl' | 'traffic'>): string {
  return traffic ? `What traffic showed of ${baseUrl}` : `Contract check of ${baseUrl}`
}

export function lowerFirst(text: string): string {
  return text.charAt(0).toLowerCase() + text.slice(1)
}

/** The resources that a run could not delete, in a sentence. */
export function leftBehind(leftovers: unknown[]): string {
  return `${count(leftovers.length, 'campaign')} that the run created and could not delete.`
}

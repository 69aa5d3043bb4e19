import type { RunResult } from './result.ts'

/** The result itself, for programs. */
export function jsonReport(result: RunResult): string {
  return `${JSON.stringify(result, null, 2)}\n`
}

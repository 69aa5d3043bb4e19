import { RefusedError } from '../../control-client/http-client.ts'

/** Real milliseconds before each retry to reach the sandbox or the receiver; the last one repeats. */
const WAITS_MS = [500, 1_000, 2_000, 5_000]

/** Real milliseconds to wait after so many failures in a row, before the next attempt. */
export function waitAfter(failures: number): number {
  return WAITS_MS[Math.min(failures, WAITS_MS.length - 1)] as number
}

/** Whether no later attempt can succeed. */
export function isFinal(error: unknown): boolean {
  return error instanceof RefusedError && !error.isTemporary
}

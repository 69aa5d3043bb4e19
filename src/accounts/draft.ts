import { current, isDraft } from 'immer'

/** The value behind a draft; any other value unchanged. */
export function plain<T extends object>(value: T): T {
  return isDraft(value) ? (current(value as never) as T) : value
}

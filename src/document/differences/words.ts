import { isObject, type Json } from '../json.ts'

const MAX_LENGTH = 60

/** A value as a line tells it: texts that are plain words as they are, else JSON, cut when it is long. */
export function show(value: Json | undefined): string {
  if (value === undefined) return 'none'
  if (typeof value === 'string' && /^[\w.:/-]+$/.test(value)) return value
  const text = JSON.stringify(value)
  return text.length > MAX_LENGTH ? `${text.slice(0, MAX_LENGTH - 1)}…` : text
}

/** `1 → 2`, `1 added` or `1 removed`. */
export function change(before: Json | undefined, after: Json | undefined): string {
  if (before === undefined) return `${show(after)} added`
  return after === undefined ? `${show(before)} removed` : `${show(before)} → ${show(after)}`
}

/** `a, b and c`. */
export function enumerate(words: readonly string[], last = 'and'): string {
  if (words.length < 2) return words.join()
  return `${words.slice(0, -1).join(', ')} ${last} ${words.at(-1)}`
}

/** The same text for values that are equal, whatever the order of their members. */
export function canonical(value: Json | undefined): string {
  if (Array.isArray(value)) return `[${value.map(canonical).join()}]`
  if (!isObject(value)) return JSON.stringify(value) ?? ''
  const members = Object.keys(value)
    .filter((name) => value[name] !== undefined)
    .sort()
    .map((name) => `${JSON.stringify(name)}:${canonical(value[name])}`)
  return `{${members.join()}}`
}

export function isEqual(one: Json | undefined, other: Json | undefined): boolean {
  return canonical(one) === canonical(other)
}

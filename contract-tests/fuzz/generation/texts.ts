import fc, { type Arbitrary } from 'fast-check'
import type { Json } from '../../http/reading.ts'

/** Samples of unusual texts. */
export const ODD_TEXTS = [
  ...['', ' ', '\u0000', 'null', '__proto__', 'constructor', '<b>&amp;</b>', "'; --", '%00%zz'],
  ...['\ud83d', '\u202egnp', 'a\u0301\u0327', 'ﬃ', 'İı', '{{7*7}}', '../..', '  two  spaces  '],
  ...['line\nbreak', '1e999', '-0', '\ufeff', 'true'],
]
export const WORDS = [
  'alpha',
  'beta',
  'größer',
  '更大',
  'naïve café',
  '👩 rocket 🚀',
  "o'neill & co",
  'ωμέγα',
  'Trail-Running',
  'city bike, black',
  'C++ "guide"',
  '100%25 free',
]
export const NUMBERS = [0, -1, 1.5, 1e21, -1e-7, Number.MAX_SAFE_INTEGER + 2]
export const ELSEWHERE = [
  'null',
  'true',
  '0',
  '-1',
  '[]',
  '{}',
  '[[]]',
  '{"value":"serp"}',
  '[{"a":1}]',
]

const LONGEST = 5000

/** One of several arbitraries, each as often as its weight says. */
export function weighted<T>(...choices: [weight: number, arbitrary: Arbitrary<T>][]): Arbitrary<T> {
  return fc.oneof(...choices.map(([weight, arbitrary]) => ({ arbitrary, weight })))
}

/** Texts that a schema of a string allows: at its limits first, then any. */
export function textOf(schema: Json): Arbitrary<string> {
  const { examples = [], enum: values = [], minLength = 0, maxLength } = schema as TextSchema
  const known = [...examples, ...values]
  const most = Math.min(Number(maxLength ?? 255), LONGEST)
  return weighted(
    [4, fc.constantFrom(...(known.length > 0 ? known : WORDS))],
    [2, fc.constantFrom(...WORDS)],
    [1, fc.constant('x'.repeat(Math.max(1, minLength)))],
    [1, fc.constantFrom('x'.repeat(most), '更'.repeat(most))],
    [1, fc.stringMatching(/^[a-z]{1,12}$/)],
  )
}

interface TextSchema {
  examples?: string[]
  enum?: string[]
  minLength?: number
  maxLength?: number
}

/** Texts that are odd, or beyond the limits of a schema. */
export function strangeText(schema: Json): Arbitrary<string> {
  const beyond = Number(schema.maxLength ?? 255) + 1
  return weighted(
    [3, fc.constantFrom(...ODD_TEXTS)],
    [1, fc.constantFrom('x'.repeat(beyond), 'é'.repeat(LONGEST))],
    [1, fc.string({ unit: 'binary', maxLength: 8 })],
  )
}

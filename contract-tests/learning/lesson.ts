import type { Exchange } from '../support/exchange.ts'
import type { Json } from '../support/reading.ts'

/** One step of an OpenAPI Overlay 1.0, without its description. */
export type Change = { target: string; update: Json | unknown[] } | { target: string; remove: true }

/** Something that a server does otherwise than the document says, seen often enough to be believed. */
export interface Lesson {
  /** What the specification leaves open, with its section. */
  open: string
  /** What was seen, as the rest of a sentence: `a success of createCampaign has status 200; we assume 201`. */
  seen: string
  changes: Change[]
  /** The exchanges that showed it. */
  samples: Exchange[]
  /** How often it could have been seen. */
  of: number
}

/** A difference that could not be learned. */
export interface NotLearned {
  what: string
  why: string
}

/** What a part of the learning came to. */
export interface Learned {
  lessons: Lesson[]
  notLearned: NotLearned[]
}

/** Samples that have to agree. */
export const FEWEST = 2

export function nothing(): Learned {
  return { lessons: [], notLearned: [] }
}

export function together(parts: Learned[]): Learned {
  return {
    lessons: parts.flatMap(({ lessons }) => lessons),
    notLearned: parts.flatMap(({ notLearned }) => notLearned),
  }
}

/**
 * A lesson where samples agree and are enough, else the reason why there is none. `differs` tells whether
 * what they say is anything new.
 */
export function learnAgreed<Value>(
  samples: { value: Value; exchange: Exchange }[],
  what: string,
  lesson: (value: Value) => Omit<Lesson, 'samples' | 'of'> | undefined,
): Learned {
  const [first, ...others] = samples
  if (!first) return nothing()
  const agree = others.every(({ value }) => JSON.stringify(value) === JSON.stringify(first.value))
  if (!agree) {
    // Where one of the values is what we assume, there may be nothing to learn but an exception.
    const isNews = samples.some(({ value }) => lesson(value) !== undefined)
    return isNews ? { lessons: [], notLearned: [{ what, why: disagreement(samples) }] } : nothing()
  }
  const found = lesson(first.value)
  if (!found) return nothing()
  if (samples.length < FEWEST) return { lessons: [], notLearned: [{ what, why: ONCE }] }
  const exchanges = samples.map(({ exchange }) => exchange)
  return { lessons: [{ ...found, samples: exchanges, of: samples.length }], notLearned: [] }
}

export const ONCE = 'it was seen once; two agreeing samples are needed'

function disagreement(samples: { value: unknown }[]): string {
  const counts = new Map<string, number>()
  for (const { value } of samples) {
    const text = JSON.stringify(value)
    counts.set(text, (counts.get(text) ?? 0) + 1)
  }
  return `samples disagree: ${[...counts].map(([text, count]) => `${text} (${count})`).join(', ')}`
}

/** A JSONPath to the operation: `$.paths['/campaigns'].post`. */
export function operationPath({ path, method }: { path: string; method: string }): string {
  return `$.paths['${path}'].${method.toLowerCase()}`
}

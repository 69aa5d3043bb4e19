import { isSecretName } from '../support/credentials.ts'
import type { Json } from '../support/reading.ts'
import { FEWEST, type NotLearned, ONCE } from './lesson.ts'
import type { Records } from './records.ts'
import type { SchemaReader } from './schema-reader.ts'

/** What is known around the samples. */
export interface Context {
  reader: SchemaReader
  /** Components whose schema was learned by itself: what refers to them is as it should be. */
  settled?: Set<string>
  /** Records that several operations may show. */
  records?: Records[]
  isPrivate: (text: string) => boolean
  /** How many members are around the samples. */
  depth?: number
  /** Told of a member whose samples are of several kinds. */
  onDisagreement?: (member: string, kinds: string[]) => void
  /** The member that the samples are of, and those around it. */
  path?: string[]
  /**
   * Told of a member that the document does not know and that was shown too seldom to be believed, which is left
   * out. Without it, every member is taken.
   */
  onSeldom?: (path: string[]) => void
  /** Told of every object that a component describes. */
  onComponent?: (name: string, values: Json[]) => void
}

/** The context of a member: nothing is shown of one that holds a secret, nor an id, which is that of one thing. */
export function within(around: Context, name: string): Context {
  const path = [...(around.path ?? []), ...(name ? [name] : [])]
  const context = { ...around, path, depth: (around.depth ?? 0) + 1 }
  return isSecretName(name) || /(^|_)id$|Id$/.test(name)
    ? { ...context, isPrivate: () => true }
    : context
}

/** Whether a new member was shown often enough to be believed; if not, it is told. */
export function isBelieved(
  shown: unknown[],
  name: string,
  { onSeldom, path = [] }: Context,
): boolean {
  if (!onSeldom || shown.length >= FEWEST) return true
  onSeldom([...path, name])
  return false
}

/** Notes new members that were shown too seldom; `of` says whose they are. */
export function noteSeldom(of: string): {
  onSeldom: (path: string[]) => void
  told: () => NotLearned[]
} {
  const seldom = new Set<string>()
  return {
    onSeldom: (path) => seldom.add(path.join('.')),
    told: () => [...seldom].map((member) => ({ what: `the member ${member} of ${of}`, why: ONCE })),
  }
}

import { isSecretName, SECRET_NAME, SECRET_VALUE } from '../../src/text/secrets.ts'
import type { Json } from '../http/reading.ts'
import { FEWEST, type NotLearned, ONCE } from './lesson.ts'
import { readerOf, type SchemaReader } from './schema-reader.ts'
import type { Seen } from './seen.ts'

/** Objects of a component, from all operations that show it. */
export interface Records {
  component: string
  values: Json[]
}

/** Facts about the samples. */
export interface Context {
  reader: SchemaReader
  /** Components with a learned schema: references to them are right. */
  settled?: Set<string>
  /** Records that several operations may show. */
  records?: Records[]
  isPrivate: (text: string) => boolean
  /** Levels of members around the samples. */
  depth?: number
  /** Called for a member whose samples are of several kinds. */
  onDisagreement?: (member: string, kinds: string[]) => void
  /** The member of the samples, and those around it. */
  path?: string[]
  /** Called for a new member that was shown too seldom, which is left out. Without it, every member is learned. */
  onSeldom?: (path: string[]) => unknown
  /** Called for the objects of each component. */
  onComponent?: (name: string, values: Json[]) => void
}

/** The context of all samples. */
export function contextOf({ document, evidence }: Pick<Seen, 'document' | 'evidence'>): Context {
  return {
    reader: readerOf(document),
    isPrivate: (text) =>
      text.includes(evidence.settings.runId) ||
      text.includes('svc_') ||
      SECRET_VALUE.test(text) ||
      SECRET_NAME.test(text),
  }
}

/** The context of a member. Secrets and ids never become examples. */
export function within(around: Context, name: string): Context {
  const path = [...(around.path ?? []), ...(name ? [name] : [])]
  const context = { ...around, path, depth: (around.depth ?? 0) + 1 }
  return isSecretName(name) || /(^|_)id$|Id$/.test(name)
    ? { ...context, isPrivate: () => true }
    : context
}

/** Whether a new member was shown often enough to be believed; if not, reports it. */
export function isBelieved(shown: unknown[], name: string, context: Context): boolean {
  const { onSeldom, path = [] } = context
  if (!onSeldom || shown.length >= FEWEST) return true
  onSeldom([...path, name])
  return false
}

/** Collects new members that were shown too seldom; `of` names their owner. */
export function noteSeldom(of: string) {
  const seldom = new Set<string>()
  const asUnlearned = (member: string) => ({ what: `the member ${member} of ${of}`, why: ONCE })
  return {
    onSeldom: (path: string[]) => seldom.add(path.join('.')),
    notLearned: (): NotLearned[] => [...seldom].map(asUnlearned),
  }
}

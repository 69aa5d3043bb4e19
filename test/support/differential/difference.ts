import type { NotLearned } from '../../../contract-tests/learning/lesson.ts'
import type { Sent } from './client.ts'
import { compare } from './portrait.ts'
import { isAbout, topicsOf } from './topics.ts'

/** A request whose answers differ between a server and its replica. */
export interface Difference {
  label: string
  topic: string
  what: string[]
  /** Why the overlay lists it as not learned. */
  listed: string | undefined
}

export interface Comparison {
  requests: number
  differences: Difference[]
}

/** Compares the answers of a server and of its replica to the same requests. */
export function differencesOf(
  server: Sent[],
  sandbox: Sent[],
  notLearned: Pick<NotLearned, 'what'>[],
): Comparison {
  const replica = new Map(sandbox.map((each) => [each.request.label, each]))
  const entries = notLearned.map(({ what }) => ({ what, topics: topicsOf(what) }))
  const topics = entries.flatMap((entry) => entry.topics)
  const differences = server.flatMap(({ request, portrait }): Difference[] => {
    const other = replica.get(request.label)
    const what = other ? compare(portrait, other.portrait) : ['the sandbox has no such page']
    if (what.length === 0) return []
    const { label, topic } = request
    const open = what.filter((line) => !topics.some((each) => coversLine(each, line)))
    const listed = entries.find((entry) =>
      entry.topics.some((name) => open.length === 0 || covers(name, request, open)),
    )
    return [{ label, topic, what: listed ? what : open, listed: listed?.what }]
  })
  const others = sandbox
    .filter(({ request }) => !server.some((each) => each.request.label === request.label))
    .map(({ request: { label, topic } }): Difference => {
      const listed = entries.find((entry) => entry.topics.some((name) => isAbout(name, topic)))
      return { label, topic, what: ['the server has no such page'], listed: listed?.what }
    })
  return { requests: server.length, differences: [...differences, ...others] }
}

/** Topics that are about a part of an answer: `header:allow`, and `details:invalid_input`. */
function coversLine(topic: string, line: string): boolean {
  const [kind, name] = topic.split(':')
  if (kind === 'header') return line.startsWith(`${name} `)
  return kind === 'details' && line.startsWith('error.details')
}

/** `answer` topics cover the shape alone; others cover their requests. */
function covers(topic: string, { topic: of, operation }: Sent['request'], what: string[]): boolean {
  if (isAbout(topic, of)) return true
  const isShape = what.every((each) => /^(data|meta|body|message)/.test(each))
  return isShape && operation !== undefined && topic === `${operation}:answer`
}

import type { NotLearned } from '../lesson.ts'
import type { Sent } from './client.ts'
import { compare } from './portrait.ts'

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
  notLearned: Pick<NotLearned, 'what' | 'topics'>[],
): Comparison {
  const replica = new Map(sandbox.map((each) => [each.request.label, each]))
  const differences = server.flatMap(({ request, portrait }): Difference[] => {
    const other = replica.get(request.label)
    const what = other ? compare(portrait, other.portrait) : ['the sandbox has no such page']
    if (what.length === 0) return []
    const { label, topic } = request
    const listed = notLearned.find(({ topics }) =>
      topics?.some((each) => covers(each, request, what)),
    )
    return [{ label, topic, what, listed: listed?.what }]
  })
  const others = sandbox
    .filter(({ request }) => !server.some((each) => each.request.label === request.label))
    .map(({ request: { label, topic } }): Difference => {
      const listed = notLearned.find(({ topics }) => topics?.includes(topic))
      return { label, topic, what: ['the server has no such page'], listed: listed?.what }
    })
  return { requests: server.length, differences: [...differences, ...others] }
}

/** `answer` topics cover the shape alone; others cover their requests. */
function covers(topic: string, { topic: of, operation }: Sent['request'], what: string[]): boolean {
  if (topic === of) return true
  const isShape = what.every((each) => /^(data|meta|body|message)/.test(each))
  return isShape && operation !== undefined && topic === `${operation}:answer`
}

import { isObject } from '../http/reading.ts'
import { type Command, type Single, singlesOf } from './command.ts'
import type { Problem } from './model/problem.ts'

/** The smallest form of a case that broke a rule. */
export interface Shrunk {
  commands: Command[]
  /** How often it was played for that. */
  attempts: number
  /** Whether it broke the rule again when it was played once more as it was found. */
  repeats: boolean
}

/** Plays commands, and returns the problem that they show. */
export type Play = (commands: Command[]) => Promise<Problem | undefined>

/** A race is not lost each time. */
const TRIES_AS_FOUND = 3

/**
 * Finds the smallest case that breaks the same rule: without parts of it, then with the requests of a pair one after
 * the other, then with simpler bodies. Each attempt costs requests, so there are `most` of them.
 */
export async function shrink(
  found: Command[],
  problem: Problem,
  play: Play,
  most: number,
): Promise<Shrunk> {
  let attempts = 0
  let commands = found
  const breaks = async (candidate: Command[]) => {
    attempts += 1
    return (await play(candidate))?.rule === problem.rule
  }
  let repeats = false
  while (!repeats && attempts < TRIES_AS_FOUND) repeats = await breaks(found)
  if (!repeats) return { commands, attempts, repeats }

  let isSmaller = true
  while (isSmaller && attempts < most) {
    isSmaller = false
    for (const candidate of smaller(commands)) {
      if (attempts >= most) break
      if (!(await breaks(candidate))) continue
      commands = candidate
      isSmaller = true
      break
    }
  }
  return { commands, attempts, repeats }
}

/** Cases that are smaller than a case, the much smaller ones first. */
function* smaller(commands: Command[]): Generator<Command[]> {
  for (let size = Math.floor(commands.length / 2); size >= 1; size = Math.floor(size / 2)) {
    // From the end: what comes last is a look at all that there is.
    for (let at = commands.length - size; at >= 0; at -= size) {
      yield [...commands.slice(0, at), ...commands.slice(at + size)]
    }
  }
  for (const [at, command] of commands.entries()) {
    if (command.do === 'create') yield withoutCreate(commands, at)
    for (const simpler of simplerThan(command)) {
      yield [...commands.slice(0, at), ...simpler, ...commands.slice(at + 1)]
    }
  }
}

/** Without one create; the campaigns after its own move up, so that commands aim at the same as before. */
function withoutCreate(commands: Command[], at: number): Command[] {
  const before = singlesOf(commands.slice(0, at))
  const ordinal = before.filter((each) => each.do === 'create').length
  const moved = <Kind extends Single>(command: Kind): Kind =>
    'campaign' in command && command.campaign > ordinal
      ? { ...command, campaign: command.campaign - 1 }
      : command
  const rest = [...commands.slice(0, at), ...commands.slice(at + 1)]
  return rest.map((command) =>
    command.do === 'together'
      ? { ...command, commands: [moved(command.commands[0]), moved(command.commands[1])] }
      : moved(command),
  )
}

function* simplerThan(command: Command): Generator<Command[]> {
  if (command.do === 'together') {
    const [one, two] = command.commands
    yield [one]
    yield [two]
    yield [one, two]
    for (const simpler of simplerSingles(one)) yield [{ do: 'together', commands: [simpler, two] }]
    for (const simpler of simplerSingles(two)) yield [{ do: 'together', commands: [one, simpler] }]
    return
  }
  for (const simpler of simplerSingles(command)) yield [simpler]
}

function* simplerSingles(command: Single): Generator<Single> {
  if ('campaign' in command && command.campaign > 0)
    yield { ...command, campaign: command.campaign - 1 }
  if ('query' in command && command.query !== undefined) {
    const parts = command.query.split('&')
    if (parts.length > 1) {
      for (const part of parts)
        yield { ...command, query: parts.filter((each) => each !== part).join('&') }
    }
  }
  if ('body' in command) for (const body of simplerBodies(command.body)) yield { ...command, body }
}

/** The value of each member in the plainest campaign. */
const PLAIN: Record<string, unknown> = {
  name: '{mark} a',
  type: 'serp',
  keywords: ['{mark}'],
  frequency: 'daily',
}

function* simplerBodies(body: string): Generator<string> {
  let parsed: unknown
  try {
    parsed = JSON.parse(body)
  } catch {
    return
  }
  if (!isObject(parsed)) return
  for (const member of Object.keys(parsed)) {
    if (member in PLAIN) continue
    const { [member]: _, ...rest } = parsed
    yield JSON.stringify(rest)
  }
  for (const [member, plain] of Object.entries(PLAIN)) {
    const is = JSON.stringify(parsed[member])
    // Only what is longer than the plain value: a missing member, or a null, is what it is about.
    if (is === undefined || is.length <= JSON.stringify(plain).length) continue
    yield JSON.stringify({ ...parsed, [member]: plain })
  }
}

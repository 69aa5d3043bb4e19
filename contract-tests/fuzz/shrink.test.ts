import { expect, it } from 'vitest'
import type { Exchange } from '../http/exchange.ts'
import { type Command, type Single, singlesOf } from './command.ts'
import { broken } from './model/problem.ts'
import { shrink } from './shrink.ts'

const create = (name: string): Single => ({ do: 'create', key: 'main', body: `"${name}"` })
const get = (campaign: number): Single => ({ do: 'get', key: 'main', campaign })
const remove = (campaign: number): Single => ({ do: 'delete', key: 'main', campaign })
const together = (...commands: [Single, Single]): Command => ({ do: 'together', commands })

/** A server that fails when `read` is read after `removed` was deleted. */
function failsAfter(removed: string, read: string) {
  return (commands: Command[]): boolean => {
    const made: string[] = []
    let isRemoved = false
    for (const command of singlesOf(commands)) {
      if (command.do === 'create') made.push(JSON.parse(command.body))
      if (command.do === 'delete' && made[command.campaign] === removed) isRemoved = true
      if (command.do === 'get' && made[command.campaign] === read && isRemoved) return true
    }
    return false
  }
}

const hasPair = (commands: Command[]) => commands.some((each) => each.do === 'together')

it.each<[string, Command[], (commands: Command[]) => boolean, Command[]]>([
  [
    'a campaign before the removed one and one after it',
    [create('first'), create('unused'), create('last'), remove(2), get(0)],
    failsAfter('last', 'first'),
    [create('first'), create('last'), remove(1), get(0)],
  ],
  [
    'a campaign after several removed ones',
    [create('unused'), create('unused'), create('last'), get(1), remove(2), get(2)],
    failsAfter('last', 'last'),
    [create('last'), remove(0), get(0)],
  ],
  [
    'commands of a pair',
    [create('unused'), create('first'), create('last'), together(remove(2), get(1))],
    (commands) => hasPair(commands) && failsAfter('last', 'first')(commands),
    [create('first'), create('last'), together(remove(1), get(0))],
  ],
  [
    'campaigns that a pair created',
    [together(create('a'), create('b')), create('unused'), create('c'), remove(3), get(1)],
    (commands) => hasPair(commands) && failsAfter('c', 'b')(commands),
    [together(create('a'), create('b')), create('c'), remove(2), get(1)],
  ],
])(
  'removes creates and still aims at the same campaigns: %s',
  async (_, found, fails, smallest) => {
    const problem = broken('failure', {} as Exchange, 'a success', 'a failure')

    const shrunk = await shrink(
      found,
      problem,
      async (commands) => (fails(commands) ? problem : undefined),
      100,
    )

    expect(shrunk).toMatchObject({ commands: smallest, repeats: true })
  },
)

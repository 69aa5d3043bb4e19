import type { Command } from 'commander'
import { expect, it } from 'vitest'
import { optionsFromEnvironment } from '../config.ts'
import { flagsOf } from './check-settings.ts'
import { EXAMPLES } from './examples.ts'
import { createProgram, withCommand } from './program.ts'

/** All commands that the help shows, by their path; the program itself has an empty one. */
function walk(command: Command, path: string[] = []): [string, Command][] {
  const shown = command.createHelp().visibleCommands(command)
  return [
    [path.join(' '), command],
    ...shown
      .filter((child) => child.name() !== 'help')
      .flatMap((child) => walk(child, [...path, child.name()])),
  ]
}

const program = await createProgram({ withControl: true })
const commands = walk(program)

it.each(commands)('%j has examples in its help', (path, command) => {
  const [, examples = ''] = command.helpInformation().split('\nExamples:\n')

  expect(examples.trim().split('\n')).toHaveLength(EXAMPLES[path]?.length ?? -1)
  expect(examples).toContain(`svc-sandbox${path && ` ${path.split(' ')[0]}`}`)
})

it('no example is of a command that does not exist', () => {
  const paths = commands.map(([path]) => path)

  expect(Object.keys(EXAMPLES).filter((path) => !paths.includes(path))).toEqual([])
})

const EACH = Object.entries(EXAMPLES).flatMap(([path, lines]) =>
  lines.map((line) => [line, path, callsIn(line)] as const),
)

it.each(EACH)('the program accepts %s', async (_line, path, calls) => {
  const ran: string[] = []
  for (const args of calls) {
    const fresh = await createProgram({ withControl: true })
    for (const [name, command] of walk(fresh)) {
      command.exitOverride((error) => {
        throw error
      })
      if (name !== '') command.action(() => void ran.push(name))
    }
    await fresh.parseAsync(withCommand(args), { from: 'user' })
  }

  expect(ran).toHaveLength(calls.length)
  expect(ran.at(-1)).toContain(path)
})

/** The arguments of each call of the program in a line of a shell. */
function callsIn(line: string): string[][] {
  const [code = ''] = line.split(/ +# /)
  return [...code.matchAll(/svc-sandbox(?= |$)([^&|)>]*)/g)].map(([, rest = '']) =>
    [...rest.matchAll(/'([^']*)'|(\S+)/g)].map(([, quoted, word]) => quoted ?? word ?? ''),
  )
}

it.each([
  [[], ['serve']],
  [
    ['--port', '5000'],
    ['serve', '--port', '5000'],
  ],
  [['--help'], ['--help']],
  [['-V'], ['-V']],
  [['check'], ['check']],
])('%j is %j', (given, expected) => {
  expect(withCommand(given)).toEqual(expected)
})

/** The variables that a function reads. */
function readBy(read: (env: Record<string, string | undefined>) => void): string[] {
  const names = new Set<string>()
  const get = (_: object, name: string) => void names.add(name)
  read(new Proxy<Record<string, string | undefined>>({}, { get }))
  // Variables of OpenTelemetry have no options.
  return [...names].filter((name) => name.startsWith('SVC_')).sort()
}

function namedIn(name: string): string[] {
  const command = program.commands.find((each) => each.name() === name) as Command
  const texts = command.options.map(({ description }) => description).join('\n')
  return [...new Set(texts.match(/SVC_\w+/g))].sort()
}

it('the help of serve names each variable that serve reads, and no other', () => {
  // Secrets have no option: others could read them in the list of processes.
  const secret = ['SVC_ADMIN_TOKEN', 'SVC_METRICS_TOKEN', 'SVC_SECRET_KEY']

  expect([...namedIn('serve'), ...secret].sort()).toEqual(
    [...readBy((env) => optionsFromEnvironment(env)), 'SVC_CONFIG'].sort(),
  )
})

it('the help of check names each variable that check reads, and no other', () => {
  const read = readBy((env) => flagsOf({}, env))

  expect(namedIn('check')).toEqual(
    [...read.filter((name) => name !== 'SVC_BASE_URL'), 'SVC_CONFIG'].sort(),
  )
})

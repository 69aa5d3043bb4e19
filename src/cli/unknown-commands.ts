import type { Command } from 'commander'
import { didYouMean } from '../schema/similar.ts'

/**
 * Reports the misspelt command in `clock advnace 3d` as such: commander counts the words after a command that has an
 * action and commands of its own, and reports too many arguments.
 */
export function refuseUnknownCommands(program: Command): void {
  refuseUnknownInHelp(program)
  for (const command of program.commands) {
    // `deliveries` runs `deliveries list`.
    const acting = actsItself(command) ? [command] : command.commands.filter(isDefault(command))
    if (command.commands.length === 0) continue
    refuseUnknownInHelp(command)
    for (const each of acting) {
      if (each.registeredArguments.length > 0) continue
      each.allowExcessArguments()
      each.hook('preAction', (_, acted) => {
        if (acted === each) requireNoWords(each, command)
      })
    }
  }
}

/** Commander answers `help clokc` and `clokc --help` with the help of all commands. */
function refuseUnknownInHelp(command: Command): void {
  command.addHelpText('before', () => {
    const [word = '-'] = command.args.filter((each) => each !== 'help')
    const isCommand = command.commands.some((each) => each.name() === word)
    if (!word.startsWith('-') && !isCommand) refuse(word, command)
    return ''
  })
}

function requireNoWords(acted: Command, parent: Command): void {
  const [word] = acted.args
  if (word !== undefined) refuse(word, parent)
}

/** Ends the program because `word` is no command of `parent`. */
function refuse(word: string, parent: Command): void {
  const shown = parent.createHelp().visibleCommands(parent)
  const names = parent.commands.filter((each) => shown.includes(each)).map((each) => each.name())
  const path = parent.name()
  parent.error(
    `error: ${path} has no command ${JSON.stringify(word)}.${didYouMean(word, names)} It has ${names.join(', ')}.`,
    { exitCode: 2, code: 'commander.unknownCommand' },
  )
}

function isDefault(parent: Command): (child: Command) => boolean {
  const name = '_defaultCommandName' in parent ? parent._defaultCommandName : undefined
  return (child) => child.name() === name
}

function actsItself(command: Command): boolean {
  return '_actionHandler' in command && command._actionHandler !== null
}

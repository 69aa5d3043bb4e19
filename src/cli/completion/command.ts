import { Argument, type Command } from 'commander'
import { withChoices } from '../choices.ts'
import { linesOf, print } from '../output.ts'
import { SCRIPTS, SHELLS, type Shell } from './scripts.ts'

/** Adds `completion`, for users, and the hidden `complete`, which the scripts call at each press of the Tab key. */
export function addCompletion(program: Command): void {
  program
    .command('completion')
    .description('print a script that completes commands, options and their values in a shell')
    .addArgument(withChoices(new Argument('<shell>', 'shell that reads the script'), SHELLS))
    .action((shell: Shell) => print(linesOf(SCRIPTS[shell].trimEnd())))

  program
    .command('complete', { hidden: true })
    .addArgument(new Argument('<shell>').choices(SHELLS))
    .argument('[words...]', 'words after the name of the program, up to the cursor')
    .action(async (shell: Shell, words: string[]) => {
      const { candidatesFor } = await import('./candidates.ts')
      const found = await candidatesFor(program, words)
      print(found.map(({ value, about }) => lineFor(shell, value, about)))
    })
}

/** A candidate as the script of a shell reads it. */
function lineFor(shell: Shell, value: string, about: string): string {
  if (shell === 'bash') return value
  // Tabs would be escaped on the way to a terminal.
  return shell === 'zsh'
    ? `${value.replaceAll(':', '\\:')}:${about}`
    : `${value}  ${about}`.trimEnd()
}

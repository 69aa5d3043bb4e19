import type { Command, Option } from 'commander'
import { valuesOf } from '../choices.ts'

/** A word that may stand at the cursor. */
export interface Candidate {
  value: string
  /** Short, for shells that show it next to the word. */
  about: string
}

/** The candidates for the last of the words; none where a file or a free text is expected. */
export async function candidatesFor(
  program: Command,
  words: readonly string[],
): Promise<Candidate[]> {
  const current = words.at(-1) ?? ''
  const { command, pending, position } = placeAfter(program, words.slice(0, -1))
  const all = current.startsWith('-')
    ? optionsOf(command, program)
    : pending === undefined
      ? [...commandsOf(command), ...(await argumentsOf(command, position))]
      : plain(await valuesOf(pending))
  return all.filter(({ value }) => value.startsWith(current))
}

interface Place {
  command: Command
  /** The option whose value comes next. */
  pending: Option | undefined
  /** How many arguments of the command came before. */
  position: number
}

function placeAfter(program: Command, words: readonly string[]): Place {
  const place: Place = { command: program, pending: undefined, position: 0 }
  for (const word of words) {
    if (word.startsWith('-')) {
      // Flags alone are those of serve.
      if (place.command === program) place.command = childOf(program, 'serve') ?? program
      const [name, value] = word.split('=', 2)
      const option = place.command.options.find(
        ({ long, short }) => name === long || name === short,
      )
      const takesValue = option?.required || option?.optional
      place.pending = takesValue && value === undefined ? option : undefined
    } else if (place.pending !== undefined) {
      if (!place.pending.variadic) place.pending = undefined
    } else {
      const child = place.position === 0 ? childOf(place.command, word) : undefined
      if (child === undefined) place.position++
      else place.command = child
    }
  }
  return place
}

function childOf(command: Command, name: string): Command | undefined {
  return command.commands.find((child) => child.name() === name)
}

function commandsOf(command: Command): Candidate[] {
  const shown = command.createHelp().visibleCommands(command)
  return shown.map((child) => ({ value: child.name(), about: lineOf(child.description()) }))
}

function optionsOf(command: Command, program: Command): Candidate[] {
  const own = command.createHelp().visibleOptions(command)
  const serve = command === program ? childOf(program, 'serve') : undefined
  const options = [...own, ...(serve?.options ?? [])]
  return options.map(({ long, short, description }) => ({
    value: long ?? short ?? '',
    about: lineOf(description),
  }))
}

async function argumentsOf(command: Command, position: number): Promise<Candidate[]> {
  const { registeredArguments: known } = command
  const last = known.at(-1)
  const argument = known[position] ?? (last?.variadic ? last : undefined)
  return argument === undefined ? [] : plain(await valuesOf(argument))
}

function plain(values: readonly string[]): Candidate[] {
  return values.map((value) => ({ value, about: '' }))
}

/** A description without what is in parentheses at its end. */
function lineOf(description: string): string {
  const [line = ''] = description.split('\n')
  return line.replace(/( \([^()]*\))+$/, '')
}

import type { Command, Option } from 'commander'
import { EVENT_KINDS } from '../../accounts/event.ts'
import { LOG_LEVELS } from '../../config/observability.ts'
import { packagedDocument } from '../../openapi/load.ts'
import { operationsOf } from '../../schema/operations.ts'

/** A word that may stand at the cursor. */
export interface Candidate {
  value: string
  /** Short, for shells that show it next to the word. */
  about: string
}

/** Values of options that take other values as well, such as files. */
const VALUES: Readonly<Record<string, () => readonly string[]>> = {
  '--operation': operations,
  '--only': operations,
  '--skip': operations,
  '--sandbox': () => [...operations(), 'all'],
  '--enforce': () => ['stated', 'assumed'],
  '--type': () => EVENT_KINDS,
  '--events': () => EVENT_KINDS,
  '--fixture': () => ['demo', 'empty', 'starter', 'edges'],
  '--log-level': () => LOG_LEVELS,
  '--level': () => ['stated', 'assumed'],
  '--format': () => ['text', 'markdown', 'json'],
  '--fail-on': () => ['breaking', 'may-break', 'any', 'none'],
  '--report': () => ['junit=', 'json=', 'html=', 'md=', 'sarif=', 'badge='],
}

function operations(): string[] {
  return operationsOf(packagedDocument).map(({ id }) => String(id))
}

/** The candidates for the last of the words; none where a file or a free text is expected. */
export function candidatesFor(program: Command, words: readonly string[]): Candidate[] {
  const current = words.at(-1) ?? ''
  const { command, pending, position } = placeAfter(program, words.slice(0, -1))
  const all = current.startsWith('-')
    ? optionsOf(command, program)
    : pending === undefined
      ? [...commandsOf(command), ...argumentsOf(command, position)]
      : valuesOf(pending)
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

function argumentsOf(command: Command, position: number): Candidate[] {
  const { registeredArguments: known } = command
  const last = known.at(-1)
  const argument = known[position] ?? (last?.variadic ? last : undefined)
  return plain(argument?.argChoices ?? [])
}

function valuesOf({ long = '', argChoices }: Option): Candidate[] {
  return plain(argChoices ?? VALUES[long]?.() ?? [])
}

function plain(values: readonly string[]): Candidate[] {
  return values.map((value) => ({ value, about: '' }))
}

/** A description without what is in parentheses at its end. */
function lineOf(description: string): string {
  const [line = ''] = description.split('\n')
  return line.replace(/( \([^()]*\))+$/, '')
}

import { type Command, Help, type Option } from 'commander'
import { variableOf } from '../config/options.ts'
import { EXAMPLES } from './examples.ts'

/** The commands whose options have variables, and those of their options that have none. */
const WITH_VARIABLES: Record<string, readonly string[]> = {
  serve: ['open'],
  check: [],
  fuzz: ['cases'],
  learn: ['to'],
  clean: [],
  proxy: [],
  diff: [],
  migrate: ['status', 'new-document'],
  export: ['account'],
  import: ['replace'],
}

/** Completes the help of all commands: the variable of each option, and examples. */
export function describe(program: Command): void {
  withExamples(program, [])
  for (const command of program.commands) {
    const without = WITH_VARIABLES[command.name()]
    if (without === undefined) continue
    for (const option of command.options) {
      const name = longName(option)
      if (!without.includes(name)) addVariable(option, variableOf(name))
    }
  }
}

function withExamples(command: Command, path: readonly string[]): void {
  const examples = EXAMPLES[path.join(' ')] ?? []
  const { formatHelp } = Help.prototype
  command.configureHelp({
    ...command.configureHelp(),
    formatHelp(shown, helper) {
      const text = formatHelp.call(helper, shown, helper)
      return examples.length === 0 ? text : `${text}\nExamples:\n${indented(examples)}`
    },
  })
  for (const child of command.commands) withExamples(child, [...path, child.name()])
}

function indented(lines: readonly string[]): string {
  return lines.map((line) => `  ${line}\n`).join('')
}

function addVariable(option: Option, variable: string): void {
  if (!option.description.includes(variable)) option.description += ` (env: ${variable})`
}

/** `no-rate-limits` of `--no-rate-limits` */
function longName({ long }: Option): string {
  return (long ?? '').replace(/^--/, '')
}

import { type Command, Option } from 'commander'
import { flagOf, variableOf } from '../config/options.ts'
import { readSwitch } from '../config/parse.ts'
import { kindOf, type SuiteOption } from '../config/suite-options.ts'
import { requireFilled } from './check-keys.ts'
import { operationIds, optionWith, withChoices } from './choices.ts'

type Environment = Readonly<Record<string, string | undefined>>
type Rows = Readonly<Record<string, SuiteOption>>

type ValueOf<Row> = Row extends { values: string }
  ? string[]
  : Row extends { value: `[${string}` }
    ? string | boolean
    : Row extends { value: string }
      ? string
      : boolean

/** The flags of options as commander reads them, in camelCase. */
export type FlagsOf<Table extends Rows> = { [Name in keyof Table]?: ValueOf<Table[Name]> }

const repeated = (value: string, before: string[] = []) => [...before, value]

/** Adds the flags of options to a command, in their order. Its help does not show those that another command has replaced. */
export function addFlags(command: Command, rows: Rows): void {
  for (const [name, option] of Object.entries(rows)) {
    const isHidden = ![undefined, command.name()].includes(option.replacedBy)
    command.addOption(flagFor(name, option).hideHelp(isHidden))
  }
}

function flagFor(name: string, option: SuiteOption): Option {
  const { value = option.values, offers, choices, says } = option
  const flag = value === undefined ? flagOf(name) : `${flagOf(name)} ${value}`
  if (choices !== undefined) return withChoices(new Option(flag, says), choices)
  const made =
    offers === undefined ? new Option(flag, says) : optionWith(offered(offers), flag, says ?? '')
  return option.values !== undefined && !made.variadic ? made.argParser(repeated) : made
}

function offered(offers: NonNullable<SuiteOption['offers']>) {
  if (offers === 'operations') return operationIds
  if (offers === 'operations and all') return async () => [...(await operationIds()), 'all']
  return offers
}

/**
 * The flags, completed from SVC_* variables (SVC_READ_ONLY sets `--read-only`). Leaves out empty values, as shell scripts
 * have them for unset variables. Throws ConfigError for an empty key, and for a variable that is no switch.
 */
export function completedFlags<Table extends Rows>(
  table: Table,
  given: FlagsOf<Table>,
  env: Environment,
): FlagsOf<Table> {
  const entries = Object.entries(table).map(([name, option]) => {
    const flag: unknown = given[name]
    if (option.key !== undefined) requireKey(name, flag as string | undefined, env)
    return [name, flag === undefined || flag === '' ? inVariable(name, option, env) : flag]
  })
  return Object.fromEntries(entries.filter(([, value]) => value !== undefined)) as FlagsOf<Table>
}

function inVariable(
  name: string,
  option: SuiteOption,
  env: Environment,
): string | string[] | boolean | undefined {
  const { separator = ',', offers = [] } = option
  const variable = variableOf(name)
  const text = env[variable] || undefined
  const kind = kindOf(option)
  if (kind === 'list') return text?.split(separator)
  const isText = kind === 'text' || (text !== undefined && offers.includes(text))
  return isText ? text : readSwitch(variable, env)
}

function requireKey(name: string, flag: string | undefined, env: Environment): void {
  requireFilled(flag, flagOf(name))
  if (flag === undefined) requireFilled(env[variableOf(name)], variableOf(name))
}

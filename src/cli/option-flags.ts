import { type Command, Option as CommandOption } from 'commander'
import {
  OPTIONS,
  type Option,
  type OptionName,
  optionRows,
  shownDefault,
} from '../config/options.ts'
import { fixtureNames, optionWith } from './choices.ts'

/** What a command says about an option in another way than `serve` does. */
type Wording = Pick<Option, 'says' | 'usual' | 'served'>

/** Adds the flags of all options of a sandbox to a command. */
export function addServeFlags(command: Command): void {
  for (const [, option] of optionRows) addFlag(command, option)
}

/** Adds the flags of some options. */
export function addSandboxFlags(
  command: Command,
  wordings: Partial<Record<OptionName, Partial<Wording>>>,
): void {
  for (const [name, wording] of Object.entries(wordings)) {
    addFlag(command, { ...OPTIONS[name as OptionName], ...wording })
  }
}

function addFlag(command: Command, option: Option): void {
  const { flag, says, choices, isFixture } = option
  if (flag === undefined) return
  const usual = shownDefault(option)
  const description = usual === undefined ? says : `${says} (default: ${usual})`
  const offered = isFixture ? fixtureNames : choices
  command.addOption(
    offered ? optionWith(offered, flag, description) : new CommandOption(flag, description),
  )
}

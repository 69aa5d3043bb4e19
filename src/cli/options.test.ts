import { readFileSync } from 'node:fs'
import type { Command } from 'commander'
import { describe, expect, it } from 'vitest'
import { checkedConfig, requireKnownOptions } from '../config/members.ts'
import { isNegated, type Option, optionRows, variableOfOption } from '../config/options.ts'
import { optionOf, optionsFromEnvironment, optionsFromFlags } from '../config/sources.ts'
import { createProgram } from './program.ts'

// An option is a row of the table, and nothing else has to name it.

const program = await createProgram({ withControl: false })
const serve = program.commands.find((command) => command.name() === 'serve') as Command
const page = readFileSync(new URL('../../docs/configuration.md', import.meta.url), 'utf8')

const withFlag = optionRows.filter(([, { flag }]) => flag !== undefined)
const withVariable = optionRows.filter(([, { variable, flag }]) => variable ?? flag)

/** A value that an option accepts, as code has it and as text. */
function sampleOf(option: Option): [value: unknown, text: string] {
  const { kind, within = [1], choices = ['x'.repeat(32)] } = option
  if (kind === 'number') return [within[0], String(within[0])]
  if (kind === 'list') return [['a', 'b'], 'a,b']
  if (kind === 'switch') return [!isNegated(option), '1']
  return [choices[0], choices[0] as string]
}

describe.each(withFlag)('%s has', (name, option) => {
  const [flag = '', placeholder] = option.flag?.split(' ') ?? []

  it('a flag of serve, with its sentence', () => {
    // The help breaks lines.
    const help = serve.helpInformation().replace(/\s+/g, ' ')

    expect(help).toContain(`${option.flag} ${option.says}`.replace(/\s+/g, ' '))
    expect(help).toContain(variableOfOption(option))
  })

  it('a flag that sets it, and that messages name', async () => {
    const [value, text] = sampleOf(option)
    const fresh = (await createProgram({ withControl: false })).commands[0] as Command
    fresh.parseOptions([flag, ...(placeholder === undefined ? [] : text.split(','))])

    expect(optionsFromFlags(fresh.opts())).toEqual({ [name]: value })
    if (!isNegated(option)) expect(optionOf(flag.slice(2))).toBe(name)
  })
})

describe.each(withVariable)('%s has', (name, option) => {
  const variable = variableOfOption(option) as string
  const [value, text] = sampleOf(option)

  it('a variable', () => {
    expect(optionsFromEnvironment({ [variable]: text })).toEqual(
      expect.objectContaining({ [name]: value }),
    )
  })

  it('a member of the configuration file, of its kind only', () => {
    const at = (path: readonly string[]) => path.join('.')
    // A target has it itself, for `check` as well.
    const members = (given: unknown) =>
      name === 'overlay' ? { overlay: given } : { serve: { [name]: given } }

    expect(() => checkedConfig(members(value), at)).not.toThrow()
    expect(() => checkedConfig(members({}), at)).toThrow(`${name} must be`)
  })

  it('a row in docs/configuration.md', () => {
    const [row] = page.split('\n').filter((line) => line.includes(`| \`${variable}\``))

    expect(row).toContain(option.flag?.replace('|', '\\|') ?? '(none)')
  })
})

it.each(optionRows)('%s is an option of createSandbox', (name, option) => {
  const [value] = sampleOf(option)

  expect(() => requireKnownOptions({ [name]: value })).not.toThrow()
})

import { randomInt } from 'node:crypto'
import { parseArgs } from 'node:util'
import { table } from '../bench/table.ts'

export const randomSeed = (): number => randomInt(2 ** 31 - 1)

/** Reads options that are whole numbers, such as `--kills 50`, with their defaults. */
export function wholeNumbers<Name extends string>(
  defaults: Record<Name, number>,
  least = 0,
): Record<Name, number> {
  const options = Object.entries<number>(defaults).map(([name, value]) => [
    name,
    { type: 'string', default: String(value) },
  ])
  const { values } = parseArgs({ options: Object.fromEntries(options) })
  const numbers = Object.entries(values).map(([name, text]) => {
    const number = Number(text)
    if (Number.isSafeInteger(number) && number >= least) return [name, number]
    const kind = least === 0 ? 'a whole number' : `a whole number of ${least} or more`
    throw new Error(`--${name} must be ${kind}; found ${text}.`)
  })
  return Object.fromEntries(numbers)
}

/** Prints a run as Markdown; the process fails if there are failures. */
export function report(title: string, rows: string[][], failures: string[]): void {
  const lines = failures.map((text) => `Failed: ${text}`)
  console.log([title, table(['measured', 'value'], rows), ...lines].join('\n\n'))
  if (failures.length > 0) process.exitCode = 1
}

import { randomInt } from 'node:crypto'
import { parseArgs } from 'node:util'

/** Seeds are below this number. */
export const SEEDS = 2 ** 31 - 1

export const randomSeed = (): number => randomInt(SEEDS)

/** Reads options that are whole numbers, such as `--cases 1000`, with their defaults. */
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

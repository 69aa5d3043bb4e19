import { type Argument, InvalidArgumentError, Option } from 'commander'
import { didYouMean } from '../schema/similar.ts'

/** Restricts an option or argument to some values; a message about another one names the value that was probably meant. */
export function withChoices<T extends Option | Argument>(of: T, values: readonly string[]): T {
  of.choices(values)
  of.argParser((value: string, before: unknown) => {
    if (!values.includes(value)) {
      throw new InvalidArgumentError(
        `It must be one of ${values.join(', ')}.${didYouMean(value, values)}`,
      )
    }
    return of.variadic ? [...(Array.isArray(before) ? before : []), value] : value
  })
  return of
}

type Values = readonly string[] | (() => Promise<readonly string[]>)

/** An option for which shells offer some values. It accepts others, or its command checks them together with its variable. */
export function optionWith(offered: Values, flags: string, description: string): Option {
  return Object.assign(new Option(flags, description), { offered })
}

/** The values that shells offer for an option or argument. */
export async function valuesOf(of: Option | Argument): Promise<readonly string[]> {
  const values = 'offered' in of ? (of.offered as Values) : (of.argChoices ?? [])
  return typeof values === 'function' ? values() : values
}

/** The names of the packaged fixtures. */
export async function fixtureNames(): Promise<string[]> {
  const { packagedNames } = await import('../fixtures/packaged-fixture.ts')
  return packagedNames()
}

/** The ids of all operations, from the document that is packaged. */
export async function operationIds(): Promise<string[]> {
  const { packagedDocument } = await import('../openapi/load.ts')
  const { operationsOf } = await import('../schema/operations.ts')
  return operationsOf(packagedDocument).map(({ id }) => String(id))
}

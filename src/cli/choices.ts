import { type Argument, InvalidArgumentError, type Option } from 'commander'
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

import type { Requirements } from '../../contract-tests/report/requirements.ts'
import { provable } from '../../contract-tests/run.ts'
import { ConfigError } from '../config.ts'
import { didYouMean } from '../schema/similar.ts'

/** The facts that `--strict` and `--require` demand. Throws ConfigError. */
export function readRequirements(
  flags: { strict?: boolean; require?: string },
  judged: string[],
): Requirements {
  const { strict = false, require } = flags
  return { strict, ...(require !== undefined && { require: readRequired(require, judged) }) }
}

/** A number of facts, or their ids. */
function readRequired(value: string, judged: string[]): number | string[] {
  if (/^\d+$/.test(value)) {
    const number = Number(value)
    if (number >= 1 && number <= judged.length) return number
    throw new ConfigError(
      `--require must be a number of facts from 1 to ${judged.length}, or a list of facts such as 2.23,7.1; found ${value}.`,
    )
  }
  const ids = value.split(',').map((id) => id.trim())
  for (const id of ids) {
    requireFact(id, '--require')
    if (!judged.includes(id)) {
      throw new ConfigError(`--require ${id} is left out by --only or --skip. Change one of them.`)
    }
  }
  return ids
}

/** Refuses an id that no check proves. */
export function requireFact(id: string, flag: string): void {
  const known = provable.map((fact) => fact.id)
  if (known.includes(id)) return
  const near = known.filter((each) => each.startsWith(`${id.split('.')[0]}.`))
  throw new ConfigError(
    `${flag}: no check proves a fact ${JSON.stringify(id)}.${didYouMean(id, near)} A report of --report json=FILE lists all facts.`,
  )
}

import type { Requirements } from '../../contract-tests/report/requirements.ts'
import { provable } from '../../contract-tests/run.ts'
import { operations } from '../../contract-tests/specification/documents.ts'
import { ConfigError } from '../config.ts'
import { didYouMean } from '../schema/similar.ts'

/** The facts that `--only` and `--skip` select. */
export interface Selection {
  /** Ids of the facts to judge. */
  facts: string[]
  /** operationIds that no request of the run uses. */
  skipped: string[]
}

/** Reads `--only` and `--skip`: facts (2.23), sections (§7 or 7) and operations. Throws ConfigError. */
export function readSelection(only: string[] = [], skip: string[] = []): Selection {
  const wanted = itemsOf(only).flatMap((item) => factsOf(item, '--only'))
  const skipped = itemsOf(skip).filter((item) => names.includes(item))
  const unwanted = itemsOf(skip).flatMap((item) =>
    skipped.includes(item) ? factsOfNone(skipped) : factsOf(item, '--skip'),
  )
  const facts = provable
    .map(({ id }) => id)
    .filter((id) => only.length === 0 || wanted.includes(id))
    .filter((id) => !unwanted.includes(id))
  if (facts.length === 0) {
    throw new ConfigError('--only and --skip leave no fact to judge. Leave out one of them.')
  }
  if (['verifyToken', 'listCampaigns'].every((name) => skipped.includes(name))) {
    throw new ConfigError(
      '--skip needs verifyToken or listCampaigns, because one of them shows whether the key works. Leave one in.',
    )
  }
  return { facts, skipped }
}

const names: string[] = operations.map(({ operation }) => operation)
const sections = [...new Set(provable.map(({ id }) => sectionOf(id)))]

function sectionOf(id: string): string {
  return id.split('.')[0] as string
}

function itemsOf(values: string[]): string[] {
  return values
    .flatMap((value) => value.split(','))
    .map((item) => item.trim())
    .filter((item) => item !== '')
}

/** The facts that an item of `--only` or `--skip` means. */
function factsOf(item: string, flag: string): string[] {
  const section = item.replace(/^§/, '')
  if (sections.includes(section)) {
    return provable.filter(({ id }) => sectionOf(id) === section).map(({ id }) => id)
  }
  if (provable.some(({ id }) => id === item)) return [item]
  if (names.includes(item)) {
    return provable
      .filter(({ operations }) => operations !== 'all' && operations?.includes(item))
      .map(({ id }) => id)
  }
  const ids = provable.map(({ id }) => id)
  const known = /^[\d.§]/.test(item) ? ids : names
  throw new ConfigError(
    `${flag}: ${JSON.stringify(item)} is no fact such as 2.23, no section such as §7 and no operation such as getRankings.${didYouMean(item, known)}`,
  )
}

/** The facts about skipped operations and no other. */
function factsOfNone(skipped: string[]): string[] {
  return provable
    .filter(({ operations }) => {
      if (operations === undefined || operations === 'all') return false
      return operations.length > 0 && operations.every((each) => skipped.includes(each))
    })
    .map(({ id }) => id)
}

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

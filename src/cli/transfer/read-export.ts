import { createInterface } from 'node:readline'
import { Readable } from 'node:stream'
import type { Account } from '../../accounts/account.ts'
import { ConfigError } from '../../config.ts'
import { isObject } from '../../schema/json.ts'
import { accountShapeProblem } from '../../store/account-shape.ts'
import { restored, type StoredAccount } from '../../store/file/account-file.ts'
import { requireStorable } from '../../store/store-error.ts'
import { textFileParts } from '../../text/text-file.ts'
import { readingProblem } from '../read-file.ts'
import { HEADER } from './export-accounts.ts'

/** A state of an account: the present one, or the one of a snapshot. */
interface ReadState {
  account: Account
  /** As of `EventLog.save`. */
  rows: string
}

export interface ReadAccount extends ReadState {
  snapshots: (ReadState & { name: string; savedAt: number; shows: number })[]
}

/** Reads an export, and holds one account at a time. Rejects with a ConfigError if it is damaged or cut off. */
export async function* readExport(file: string): AsyncGenerator<ReadAccount> {
  let read: ReadAccount | undefined
  let isComplete = false
  for await (const [text, at] of linesIn(file)) {
    const line = parsed(text, at)
    if (isComplete) throw notAnExport(at, 'follows the last line of an export')
    if (at === 1) requireHeader(line)
    else if ('complete' in line) {
      if (line.lines !== at) throw notAnExport(at, `counts ${line.lines} lines`)
      isComplete = true
    } else if ('snapshot' in line) {
      if (!read) throw notAnExport(at, 'belongs to no account')
      read.snapshots.push(snapshotIn(line, read.account.id, at))
    } else if ('account' in line) {
      if (read) yield read
      read = { ...stateIn(line, at), snapshots: [] }
    } else throw notAnExport(at, 'is of an unknown kind')
  }
  if (!isComplete)
    throw new ConfigError('The export is cut off: its last line is missing. Export again.')
  if (read) yield read
}

/** The ids of the accounts in a sound export. Rejects as `readExport`. */
export async function accountIdsIn(file: string): Promise<string[]> {
  const ids: string[] = []
  for await (const { account } of readExport(file)) ids.push(account.id)
  const twice = ids.find((id, index) => ids.indexOf(id) !== index)
  if (twice !== undefined) throw new ConfigError(`The export has the account ${twice} twice.`)
  return ids
}

async function* linesIn(file: string): AsyncGenerator<readonly [string, number]> {
  let at = 0
  try {
    const input = Readable.from(textFileParts(file))
    for await (const text of createInterface({ input, crlfDelay: Number.POSITIVE_INFINITY })) {
      at += 1
      yield [text, at]
    }
  } catch (error) {
    throw new ConfigError(`${file} cannot be read: ${readingProblem(error)}.`)
  }
}

type Members = Readonly<Record<string, unknown>>

function parsed(text: string, at: number): Members {
  let line: unknown
  try {
    line = JSON.parse(text)
  } catch {
    throw notAnExport(at, 'is not JSON')
  }
  if (!isObject(line)) throw notAnExport(at, 'is not an object')
  return line
}

function requireHeader({ format, version }: Members): void {
  if (format !== HEADER.format) throw notAnExport(1, `does not name the format ${HEADER.format}`)
  if (version === HEADER.version) return
  throw new ConfigError(
    `The export has version ${JSON.stringify(version)} of the format, but this release reads version ` +
      `${HEADER.version}. Import it with the release that wrote it, and export it with this one.`,
  )
}

function stateIn({ account, deliveries }: Members, at: number): ReadState {
  const problem = accountShapeProblem(account)
  if (problem !== undefined) throw notAnExport(at, `is damaged (${problem})`)
  if (!Array.isArray(deliveries) || !deliveries.every(isObject)) {
    throw notAnExport(at, 'is damaged (deliveries should be a list of objects)')
  }
  const state = {
    account: restored(account as StoredAccount),
    rows: deliveries.map((each) => JSON.stringify(each)).join('\n'),
  }
  try {
    requireStorable(state.account)
  } catch (error) {
    throw new ConfigError((error as Error).message, { cause: error })
  }
  return state
}

function snapshotIn(line: Members, owner: string, at: number): ReadAccount['snapshots'][number] {
  const { name, saved_at: savedAt, shows } = isObject(line.snapshot) ? line.snapshot : {}
  const state = stateIn(line, at)
  const isSound =
    typeof name === 'string' &&
    /^[A-Za-z0-9][A-Za-z0-9._-]{0,63}$/.test(name) &&
    typeof savedAt === 'number' &&
    typeof shows === 'number'
  if (isSound && state.account.id === owner) return { ...state, name, savedAt, shows }
  throw notAnExport(at, 'is a snapshot of another account, or has no valid name and times')
}

/** The error for a line that an export does not have. */
function notAnExport(at: number, problem: string): ConfigError {
  return new ConfigError(
    `Line ${at} ${problem}, so the file is damaged or no export of svc-sandbox. Export again.`,
  )
}

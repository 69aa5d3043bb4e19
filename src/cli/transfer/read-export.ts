import { createInterface } from 'node:readline'
import { Readable } from 'node:stream'
import type { Account } from '../../accounts/account.ts'
import { ConfigError } from '../../config.ts'
import { accountIdProblem, accountShapeProblem } from '../../store/account-shape.ts'
import { requireStorable } from '../../store/store-error.ts'
import { textFileParts } from '../../text/text-file.ts'
import { readingProblem } from '../read-file.ts'
import {
  type ExportedHead,
  type Line,
  notAnExport,
  parseLine,
  type SnapshotLine,
} from './format.ts'

/** A state of an account: the present one, or the one of a snapshot. */
export interface ReadState {
  account: Account
  /** As of `EventLog.save`. */
  rows: string[]
}

export interface ReadAccount extends ReadState {
  snapshots: (ReadState & { name: string; savedAt: number; shows: number })[]
}

/** Reads an export line by line, and holds one account at a time. Rejects with a ConfigError if it is damaged or cut off. */
export async function* readExport(file: string): AsyncGenerator<ReadAccount> {
  const reading = new Reading()
  for await (const [text, at] of linesIn(file)) {
    const done = reading.take(parseLine(text, at), at)
    if (done) yield done
  }
  reading.end()
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

class Reading {
  #account: ReadAccount | undefined
  /** The account, or its snapshot that is being read. */
  #state: ReadState | undefined
  #lines = 0
  #accounts = 0
  #isComplete = false

  /** Takes the next line; returns the account that it ends. */
  take(line: Line, at: number): ReadAccount | undefined {
    if (this.#isComplete) throw notAnExport(at, 'follows the last line of an export')
    this.#lines += 1
    if ('format' in line) return this.#expect(at === 1, at)
    if ('complete' in line) {
      this.#expect(this.#account === undefined && line.accounts === this.#accounts, at)
      this.#isComplete = true
      return undefined
    }
    if ('account' in line) return this.#begin(line.account, at)
    const [account, state] = [this.#account, this.#state]
    if (!account || !state) throw notAnExport(at, 'belongs to no account')
    if ('end' in line) return this.#finish(line, account, at)
    if ('snapshot' in line) this.#beginSnapshot(line.snapshot, account, at)
    else this.#add(line, state, at)
    return undefined
  }

  /** Throws ConfigError if the last line is missing. */
  end(): void {
    if (this.#isComplete) return
    throw new ConfigError('The export is cut off: its last line is missing. Export again.')
  }

  #expect(isFine: boolean, at: number): undefined {
    if (!isFine) throw notAnExport(at, 'is out of place')
  }

  #begin(head: ExportedHead, at: number): undefined {
    this.#expect(this.#account === undefined, at)
    this.#account = { ...stateOf(head, at), snapshots: [] }
    this.#state = this.#account
    this.#lines = 1
  }

  #beginSnapshot(
    { name, saved_at: savedAt, shows, account }: SnapshotLine['snapshot'],
    owner: ReadAccount,
    at: number,
  ): void {
    const isSound =
      /^[A-Za-z0-9][A-Za-z0-9._-]{0,63}$/.test(name) && account?.id === owner.account.id
    if (!isSound) throw notAnExport(at, 'is a snapshot of another account, or has no valid name')
    const snapshot = { ...stateOf(account, at), name, savedAt, shows }
    owner.snapshots.push(snapshot)
    this.#state = snapshot
  }

  #add(line: Line, { account, rows }: ReadState, at: number): void {
    if ('delivery' in line) {
      rows.push(JSON.stringify(line.delivery))
    } else if ('campaign' in line) {
      const { id } = line.campaign
      account.campaigns.set(id, line.campaign)
      if (line.last_run) account.lastRuns.set(id, line.last_run)
      if (line.past) account.past.set(id, line.past)
    } else if ('deleted' in line) {
      account.past.set(line.deleted, line.past)
    } else if ('ran' in line) {
      account.lastRuns.set(line.ran, line.last_run)
    } else {
      throw notAnExport(at, 'is of an unknown kind')
    }
  }

  #finish(
    { end, lines }: { end: string; lines: number },
    account: ReadAccount,
    at: number,
  ): ReadAccount {
    if (end !== account.account.id || lines !== this.#lines) {
      throw notAnExport(at, `ends an account whose lines are not all there`)
    }
    requireFitting(account)
    this.#account = undefined
    this.#state = undefined
    this.#accounts += 1
    return account
  }
}

function requireFitting({ account, snapshots }: ReadAccount): void {
  try {
    requireStorable(account)
    for (const snapshot of snapshots) requireStorable(snapshot.account)
  } catch (error) {
    throw new ConfigError((error as Error).message, { cause: error })
  }
}

function stateOf(head: ExportedHead, at: number): ReadState {
  const problem =
    accountIdProblem(head?.id) ??
    accountShapeProblem({ ...head, campaigns: {}, lastRuns: {}, past: {} })
  if (problem !== undefined) throw notAnExport(at, `is damaged (${problem})`)
  const account = {
    ...head,
    campaigns: new Map(),
    lastRuns: new Map(),
    past: new Map(),
    history: new Map(Object.entries(head.history)),
  }
  return { account, rows: [] }
}

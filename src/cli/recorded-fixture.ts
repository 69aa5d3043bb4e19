import { existsSync } from 'node:fs'
import { dirname } from 'node:path'
import { stringify } from 'yaml'
import { writeTexts } from '../../contract-tests/report/write-report.ts'
import {
  PLACEHOLDER_PASSWORD,
  PLACEHOLDER_SECRET,
  type RecordedAccount,
  type RecordedFixture,
} from '../../contract-tests/traffic/fixture.ts'
import { checkFixture } from '../fixtures/fixture-check.ts'
import type { CheckTerms } from '../fixtures/fixture-schema.ts'
import { readFixtureSource } from '../fixtures/fixture-source.ts'
import { oneLine } from '../text/visible.ts'
import { requireWritable } from './learned-overlay.ts'
import { counted } from './output.ts'
import { readFileOf } from './read-file.ts'

/** Throws an Error that names the flag, if the file cannot be written, or is one that was written by hand. */
export function requireReplaceable(file: string): void {
  const flag = `--record-fixture ${file}`
  if (!existsSync(file)) {
    requireWritable(dirname(file), `${flag}: ${dirname(file)} cannot be written to`)
    return
  }
  requireWritable(file, `${flag} cannot be written`)
  if (readFileOf('--record-fixture', file).startsWith(FIRST_LINE)) return
  throw new Error(
    `${flag} exists, and was not recorded. Name another file; this one is not overwritten.`,
  )
}

/** Writes a recorded fixture, and returns a summary for the terminal. */
export async function writeRecordedFixture(
  file: string,
  recorded: RecordedFixture,
  terms: CheckTerms,
): Promise<string[]> {
  const { accounts, notes } = acceptable(recorded, terms)
  await writeTexts([{ name: 'fixture', file, text: () => textOf({ accounts, notes }) }])
  const count = (kind: 'campaigns' | 'webhooks' | 'users') =>
    accounts.reduce((sum, account) => sum + account[kind].length, 0)
  const parts = [
    counted(count('campaigns'), 'campaign'),
    counted(count('webhooks'), 'webhook'),
    counted(count('users'), 'user'),
  ]
  return [`${parts.join(', ')} written to ${file}.`, ...notes.map((note) => `  ${note}`)]
}

/**
 * The fixture without what the sandbox cannot load, by the rules of any fixture. A member that does not fit is left out,
 * and its record if it needs the member.
 */
export function acceptable(recorded: RecordedFixture, terms: CheckTerms): RecordedFixture {
  const { accounts, notes } = structuredClone(recorded)
  for (;;) {
    const problems = checkFixture(readFixtureSource(stringify({ accounts })), terms)
    if (problems.length === 0) return { accounts, notes }
    const unfit = new Set<unknown>()
    for (const { path, message } of problems) {
      notes.push(`Left out: ${path} ${message}.`)
      const found = leaveOut(accounts, path)
      if (found !== undefined) unfit.add(found)
    }
    for (const account of accounts) {
      for (const kind of LISTS) account[kind] = account[kind].filter((each) => !unfit.has(each))
    }
  }
}

const LISTS = ['users', 'keys', 'campaigns', 'alerts', 'webhooks'] as const

const PLACE = /^accounts\[(\d+)\]\.(\w+)(?:\[(\d+)\](?:\.(\w+))?)?/

/** Removes the member at the path of a problem. Returns the whole record if it cannot be without the member. */
function leaveOut(accounts: RecordedAccount[], path: string): unknown {
  const [, account, name = '', index, member = ''] = PLACE.exec(path) ?? []
  const owner = accounts[Number(account)]
  // The accounts themselves always fit.
  if (!owner) throw new Error(`The recorded fixture cannot be loaded: ${path}.`)
  if (index === undefined) {
    if (name === 'id') owner.id = `acc_recorded_${Number(account) + 1}`
    else Reflect.deleteProperty(owner, name)
    return undefined
  }
  const record = owner[name as (typeof LISTS)[number]][Number(index)]
  if (record?.[member] === undefined) return record
  delete record[member]
  return undefined
}

function textOf({ accounts, notes }: RecordedFixture): string {
  return [
    FIRST_LINE,
    '# Read it before you share it: names, email addresses and addresses of webhooks are those of the server.',
    '# Its keys are new ones of the sandbox.',
    `# Every password is ${PLACEHOLDER_PASSWORD}. Webhooks are disabled, and their secret is`,
    `# ${PLACEHOLDER_SECRET}: enter your own receiver and secret before you enable one.`,
    ...notes.map((note) => `# ${oneLine(note)}`),
    stringify({ accounts: accounts.map(withoutEmptyLists) }, { lineWidth: 110, singleQuote: true }),
  ].join('\n')
}

const FIRST_LINE = '# Recorded by `svc-sandbox proxy --record-fixture`.'

function withoutEmptyLists(account: RecordedAccount): object {
  const entries = Object.entries(account).filter(
    ([, value]) => !Array.isArray(value) || value.length > 0,
  )
  return Object.fromEntries(entries)
}

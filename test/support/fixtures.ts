import type { Account } from '../../src/accounts/account.ts'
import { withFiller } from '../../src/fixtures/filler-campaigns.ts'
import {
  builtAccount,
  type FilledAccount,
  hashedPasswords,
  type Origin,
} from '../../src/fixtures/fixture-account.ts'
import type { AccountFixture } from '../../src/fixtures/fixture-schema.ts'
import { parseFixture, readFixture } from '../../src/fixtures/fixtures.ts'

/** The accounts of a fixture, a name or a path, as its YAML has them. Rejects with a FixtureError. */
export async function loadFixture(pathOrName: string, origin: Origin): Promise<Account[]> {
  const accounts = parseFixture(readFixture(pathOrName), origin.document)
  return Promise.all(accounts.map((account) => accountOf(account, origin)))
}

/** The account that a fixture describes. */
export async function accountOf(fixture: AccountFixture, origin: Origin): Promise<Account> {
  const filled = await withFiller(fixture, origin.seed)
  return builtAccount(filled, origin, await hashedPasswords(fixture, origin))
}

/** As `accountOf`, without passwords, so that nobody can log in to it. */
export function buildAccount(fixture: FilledAccount, origin: Origin): Account {
  return builtAccount(fixture, origin)
}

import { accessSync, constants, fchmodSync, fstatSync } from 'node:fs'
import { blamed, variableUnless } from '../../config/sources.ts'
import { ConfigError } from '../../config.ts'
import { StoreError } from '../../store/store-error.ts'
import { counted, note, noteError, print, writeJsonLines } from '../output.ts'
import { readingProblem } from '../read-file.ts'
import { exportAccounts } from './export-accounts.ts'
import { importAccount, requireNone } from './import-account.ts'
import { openPlace, type PlaceFlags } from './open-place.ts'
import { accountIdsIn, readExport } from './read-export.ts'

export type ExportFlags = PlaceFlags & { account?: string[] }
export type ImportFlags = PlaceFlags & { replace?: true }

const OWNER_ONLY = 0o600

/** `svc-sandbox export`: accounts as JSON lines on standard output. The exit code is 2 if it cannot. */
export async function exportCommand({ account = [], ...flags }: ExportFlags): Promise<void> {
  await exitingWith2(
    () => 'svc-sandbox exported nothing that can be used.',
    flags,
    async () => {
      const place = await openPlace(flags, { mayCreate: false })
      try {
        protectOutput()
        const count = await exportAccounts(place.backing, {
          accounts: account,
          write: (line) => writeJsonLines([line]),
          warn: note,
        })
        note(`Exported ${counted(count, 'account')} of ${place.name}.`)
        note('The export contains webhook and link secrets. Keep it as private as the data.')
      } finally {
        await place.close()
      }
    },
  )
}

/** `svc-sandbox import`: adds the accounts of an export. The exit code is 2 if it cannot. */
export async function importCommand(file: string, flags: ImportFlags): Promise<void> {
  const { replace = false, ...where } = flags
  let failure = 'svc-sandbox imported nothing.'
  await exitingWith2(
    () => failure,
    where,
    async () => {
      // Before a place for the accounts is opened or made.
      requireReadable(file)
      const place = await openPlace(where, { mayCreate: true })
      try {
        const ids = await accountIdsIn(file)
        if (!replace) await requireNone(ids, place.backing)
        failure = 'svc-sandbox did not import the whole file.'
        for await (const read of readExport(file)) await importAccount(read, place.backing)
        const names = ids.length > 10 ? '' : `: ${ids.join(', ')}`
        print(`Imported ${counted(ids.length, 'account')} into ${place.name}${names}.`)
      } finally {
        await place.close()
      }
    },
  )
}

function requireReadable(file: string): void {
  try {
    accessSync(file, constants.R_OK)
  } catch (error) {
    throw new ConfigError(`${file} cannot be read: ${readingProblem(error)}.`)
  }
}

/** Shells create the file of `>` with the usual mode. */
function protectOutput(): void {
  const { fd } = process.stdout
  if (fd !== undefined && fstatSync(fd).isFile()) fchmodSync(fd, OWNER_ONLY)
}

async function exitingWith2(
  failure: () => string,
  flags: PlaceFlags,
  work: () => Promise<void>,
): Promise<void> {
  try {
    await work()
  } catch (error) {
    if (!(error instanceof ConfigError || error instanceof StoreError)) throw error
    noteError(blamed(error, variableUnless(flags)), failure())
    process.exitCode = 2
  }
}

import { type Command, Option } from 'commander'
import { withChoices } from './choices.ts'
import { addCompletion } from './completion/command.ts'
import { addHealthCommands } from './health.ts'
import { CI_SYSTEMS, DEFAULT_FILE, init } from './init.ts'
import type { MigrateFlags } from './migrate.ts'
import type { ExportFlags, ImportFlags } from './transfer/transfer.ts'

/** Adds the commands that need neither a server nor the contract suite. */
export function addLocalCommands(program: Command): void {
  addHealthCommands(program)
  addCompletion(program)

  program
    .command('init')
    .description('write a commented fixture to start from, or files for CI, Playwright and Compose')
    .argument('[file]', `fixture to write (default: ${DEFAULT_FILE}, if nothing else is written)`)
    .addOption(
      withChoices(
        new Option('--ci <system>', 'write a job that tests against a sandbox'),
        CI_SYSTEMS,
      ),
    )
    .option('--playwright', 'write a Playwright configuration and a first test')
    .option('--compose', 'write a Compose file with the sandbox')
    .option('--force', 'overwrite existing files')
    .action(init)

  program
    .command('migrate')
    .description('create or update the tables of a database')
    .option('--database <url>', 'PostgreSQL database (default: SVC_DATABASE)')
    .option('--database-direct <url>', 'PostgreSQL itself, if --database is pgbouncer')
    .option('--status', 'show what would be done, and change nothing')
    .option('--new-document', 'let the next replicas serve a different document')
    .action(async (flags: MigrateFlags) => {
      // Loads the client of PostgreSQL.
      const { migrateDatabase } = await import('./migrate.ts')
      await migrateDatabase(flags)
    })

  withPlace(program.command('export'))
    .description('write accounts of a data folder or a database to standard output')
    .option('--account <id>', 'account to export; can be repeated (default: all)', repeated)
    .action(async (flags: ExportFlags) => {
      const { exportCommand } = await import('./transfer/transfer.ts')
      await exportCommand(flags)
    })

  withPlace(program.command('import'))
    .description('add the accounts of an export to a data folder or a database')
    .argument('<file>', 'file that svc-sandbox export wrote')
    .option('--replace', 'overwrite existing accounts')
    .action(async (file: string, flags: ImportFlags) => {
      const { importCommand } = await import('./transfer/transfer.ts')
      await importCommand(file, flags)
    })
}

/** Adds the flags of a place for accounts. */
function withPlace(command: Command): Command {
  return command
    .option(
      '--data <folder>',
      'data folder of a sandbox that is not running (default: .svc-sandbox)',
    )
    .option('--database <url>', 'PostgreSQL database (default: SVC_DATABASE)')
    .option('--database-direct <url>', 'PostgreSQL itself, if --database is pgbouncer')
}

function repeated(value: string, before: string[] = []): string[] {
  return [...before, value]
}

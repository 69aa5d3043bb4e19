import { constants, copyFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { packageRoot } from '../package/package-root.ts'
import { systemReason } from '../store/store-error.ts'

/** The file that `svc-sandbox init` writes by default. */
export const DEFAULT_FILE = 'my-accounts.yaml'

/**
 * `svc-sandbox init [file]`: writes a commented fixture to start from. `force` overwrites an existing file. The exit code is 2 if
 * it cannot write.
 */
export function init(file: string, { force = false }: { force?: boolean }): void {
  try {
    const starter = join(packageRoot(), 'fixtures/starter.yaml')
    copyFileSync(starter, resolve(file), force ? 0 : constants.COPYFILE_EXCL)
  } catch (error) {
    process.stderr.write(
      `svc-sandbox wrote nothing.\n${reason(error as NodeJS.ErrnoException, file)}\n`,
    )
    process.exitCode = 2
    return
  }
  process.stdout.write(
    `Wrote ${file}: two accounts, each field explained. Edit it, then start the sandbox with it:\n\n` +
      `  svc-sandbox serve --ephemeral --fixture ${shellWord(pathOf(file))}\n\n` +
      'Its key with all permissions is svc_test_mine.\n',
  )
}

function reason(error: NodeJS.ErrnoException, file: string): string {
  switch (error.code) {
    case 'EEXIST':
      return `${file} already exists. Name another file, or overwrite it with --force.`
    case 'ENOENT':
      return `The folder of ${file} does not exist. Create it first, or name another file.`
    case 'EISDIR':
      return `${file} is a folder. Name a file in it: ${join(file, DEFAULT_FILE)}.`
    default:
      return `${file} cannot be written: ${systemReason(error)}`
  }
}

/** A path for --fixture, where a bare word is the name of a packaged fixture. */
function pathOf(file: string): string {
  return /[/\\]/.test(file) ? file : `./${file}`
}

function shellWord(text: string): string {
  return /^[\w./@:+-]+$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`
}

import { constants, copyFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { packageRoot } from '../package-root.ts'
import { systemReason } from '../store/store-error.ts'

/** Where `svc-sandbox init` writes unless a file is named. */
export const DEFAULT_FILE = 'my-accounts.yaml'

/**
 * `svc-sandbox init [file]`: writes a commented fixture to begin with. A file that is there already is kept
 * unless `force` is set. Ends with 2 when it could not write.
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
    `Wrote ${file}: two accounts, each field explained. Change it, and start with it:\n\n` +
      `  svc-sandbox serve --ephemeral --fixture ${shellWord(pathOf(file))}\n\n` +
      'Its key with all permissions is svc_test_mine.\n',
  )
}

function reason(error: NodeJS.ErrnoException, file: string): string {
  switch (error.code) {
    case 'EEXIST':
      return `${file} is there already. Name another file, or write over it with --force.`
    case 'ENOENT':
      return `The folder of ${file} does not exist. Make it first, or name another file.`
    case 'EISDIR':
      return `${file} is a folder. Name a file in it: ${join(file, DEFAULT_FILE)}.`
    default:
      return `${file} cannot be written: ${systemReason(error)}`
  }
}

/** As --fixture takes it: a bare word would be the name of a fixture of the package. */
function pathOf(file: string): string {
  return /[/\\]/.test(file) ? file : `./${file}`
}

function shellWord(text: string): string {
  return /^[\w./@:+-]+$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`
}

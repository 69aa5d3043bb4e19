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
  ci?: (typeof CI_SYSTEMS)[number]
  playwright?: true
  compose?: true
}

/** The values of `--ci`. */
export const CI_SYSTEMS = ['github', 'gitlab'] as const

/** What flags write: copies of files of the package, and the next step with them. */
const RECIPES = {
  github: {
    files: { 'github.yml': '.github/workflows/sandbox.yml' },
    next: 'Commit it: npm test then runs against a sandbox at http://127.0.0.1:4010/api.',
  },
  gitlab: {
    files: { 'gitlab.yml': '.gitlab/sandbox.yml' },
    next: 'Add it to .gitlab-ci.yml:  include: [{ local: .gitlab/sandbox.yml }]',
  },
  playwright: {
    files: {
      'playwright.config.ts': 'playwright.sandbox.config.ts',
      'sandbox.spec.ts': 'tests/sandbox.spec.ts',
    },
    next: 'Run it:  npx playwright test --config playwright.sandbox.config.ts',
  },
  compose: {
    files: { 'compose.yaml': 'compose.sandbox.yaml' },
    next: 'Start it:  docker compose --file compose.sandbox.yaml up --wait',
  },
} satisfies Record<string, { files: Record<string, string>; next: string }>

/**
 * `svc-sandbox init [file]`: writes a commented fixture to start from; with flags, the files of CI, Playwright or
 * Compose, and the fixture only if it is named. `force` overwrites existing files; otherwise, nothing is written if one
 * exists. The exit code is 2 if it cannot write.
 */
export function init(file: string | undefined, flags: InitFlags): void {
  const { ci, playwright, compose, force = false } = flags
  const chosen = [ci, playwright && 'playwright', compose && 'compose'] as const
  const recipes = chosen.flatMap((name) => (name ? [RECIPES[name]] : []))
  const written = recipes.flatMap(({ files }) =>
    Object.entries(files).map(([from, to]) => ({ from: `src/cli/init/${from}`, file: to })),
  )
  const fixture = file || (recipes.length === 0 ? DEFAULT_FILE : undefined)
  const all = [
    ...(fixture === undefined ? [] : [{ from: 'fixtures/starter.yaml', file: fixture }]),
    ...written,
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
    try {
      if (to !== fixture) mkdirSync(dirname(resolve(to)), { recursive: true })
      copyFileSync(join(packageRoot(), from), resolve(to))
    } catch (error) {
      fail(reason(error as NodeJS.ErrnoException, to))
      return
    }
  }
  if (fixture !== undefined) print(fixtureText(fixture))
  for (const each of written) print(`Wrote ${each.file}.`)
  for (const { next } of recipes) print(next)
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

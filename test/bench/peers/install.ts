import { execFile } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'

const cache = fileURLToPath(
  new URL('../../../node_modules/.cache/svc-sandbox-peers/', import.meta.url),
)
const MINUTES = 5

/** Packages with their exact versions. */
export type Packages = Record<string, string>

/** Installs packages from npm into a folder of their own, once; throws when npm cannot. */
export async function install(packages: Packages): Promise<string> {
  const names = Object.entries(packages).map(([name, version]) => `${name}@${version}`)
  const folder = join(cache, names.join('+').replaceAll('/', '-'))
  if (existsSync(folder)) return folder

  // Moved into its place when it is whole, so that an install that was broken off is not taken for one.
  const part = `${folder}.part`
  rmSync(part, { recursive: true, force: true })
  mkdirSync(part, { recursive: true })
  writeFileSync(join(part, 'package.json'), '{ "private": true }')
  const flags = ['--ignore-scripts', '--no-audit', '--no-fund', '--save-exact']
  await promisify(execFile)('npm', ['install', ...flags, ...names], {
    cwd: part,
    timeout: MINUTES * 60_000,
  })
  renameSync(part, folder)
  return folder
}

/** The file behind the command of an installed package. */
export function commandOf(folder: string, name: string): string {
  const place = join(folder, 'node_modules', name)
  const { bin } = JSON.parse(readFileSync(join(place, 'package.json'), 'utf8'))
  return join(place, typeof bin === 'string' ? bin : (Object.values(bin)[0] as string))
}

import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/** SPDX names by the first line of the text, for packages without a "license" field. */
const TITLES: Record<string, string> = { 'MIT License': 'MIT' }

/** The licences of the packages that `files` belong to, which must be passed on with their code. */
export function licences(files: string[]): string {
  const folders = files.map((file) => /^.*node_modules\/(?:@[^/]+\/)?[^/]+/.exec(file)?.[0])
  const packages = [...new Set(folders)].filter((folder) => folder !== undefined).sort()
  return packages.map(licence).join(`\n${'-'.repeat(80)}\n\n`)
}

function licence(folder: string): string {
  const { name, version } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))
  return `${name} ${version} (${licenceName(folder)})\n\n${licenceText(folder)}\n`
}

/** The SPDX expression of a package's licence. Throws if neither package.json nor the text names it. */
function licenceName(folder: string): string {
  const { name, license } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))
  const [title = ''] = licenceText(folder).split('\n')
  const found = license ?? TITLES[title.trim()]
  if (typeof found === 'string') return found
  throw new Error(
    `${name} does not name its licence: look it up, and add its title to scripts/licences.ts.`,
  )
}

function licenceText(folder: string): string {
  const file = readdirSync(folder).find((entry) => /^licen[cs]e/i.test(entry))
  return file ? readFileSync(join(folder, file), 'utf8').trim() : ''
}

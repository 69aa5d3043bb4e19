/** What must hold of the package before any of it runs. `folder` is where it was installed. */
import { execFileSync } from 'node:child_process'
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { type Bom, idOf } from './sbom.ts'

const tsc = fileURLToPath(new URL('../node_modules/typescript/bin/tsc', import.meta.url))

/** Takes what an app takes: types of a client, options, a sandbox and what steers it. */
const TYPED_USE = `
import { ApiError, createSandbox, FixtureError, type paths, type SandboxOptions } from 'svc-sandbox'
const options: SandboxOptions = { ephemeral: true, port: 0 }
const sandbox = await createSandbox(options)
const address: string = sandbox.url
await sandbox.keys.create({ name: 'ci' })
await sandbox.faults.add({ operation: 'listCampaigns', error: 'server_error' })
type Listed = paths['/campaigns']['get']['responses'][200]['content']['application/json']
export const name = (listed: Listed): string | undefined => listed.data[0]?.name
export const causes: unknown[] = [new FixtureError('').problems, ApiError, address]
// @ts-expect-error Without this error the types would be any.
sandbox.nothing
`

/** The types are whole on their own: an app needs neither those of Node nor those of the browser beside them. */
export function typesNeedNothing(folder: string): void {
  const file = 'use.mts'
  writeFileSync(join(folder, file), TYPED_USE)
  for (const [module, moduleResolution] of [
    ['esnext', 'bundler'],
    ['nodenext', 'nodenext'],
  ]) {
    const compilerOptions = {
      ...{ module, moduleResolution, noEmit: true, strict: true, skipLibCheck: false, types: [] },
      ...{ target: 'es2022', lib: ['es2022'], exactOptionalPropertyTypes: true },
    }
    const settings = JSON.stringify({ compilerOptions, files: [file] })
    writeFileSync(join(folder, 'tsconfig.json'), settings)
    execFileSync(process.execPath, [tsc, '-p', folder], { stdio: ['ignore', 'inherit', 'inherit'] })
  }
}

/** Links of the README and of docs/ to other files lead to files that are in the package. */
export function linksLead(folder: string): void {
  const home = packageIn(folder)
  const texts = ['README.md', ...readdirSync(join(home, 'docs')).map((name) => `docs/${name}`)]
  const broken = texts
    .filter((text) => text.endsWith('.md'))
    .flatMap((text) => {
      const links = readFileSync(join(home, text), 'utf8').matchAll(/\]\(([^)#\s]+)[^)]*\)/g)
      return [...links].map(([, link]) => ({ text, link: String(link) }))
    })
    .filter(({ link }) => !/^[a-z]+:/.test(link))
    .filter(({ text, link }) => !existsSync(join(home, dirname(text), link)))
  const named = broken.map(({ text, link }) => `${link} (${text})`)
  if (broken.length > 0) throw new Error(`The package lacks what it links to: ${named.join(', ')}.`)
}

/**
 * The bill of materials has each package whose licence is passed on and each font, in the versions that are shipped,
 * each package that npm installed, and a licence for all. Returns what npm installed in another version than it names:
 * versions of these are npm's choice.
 */
export function completeBill(folder: string): string[] {
  const home = packageIn(folder)
  const { components } = JSON.parse(readFileSync(join(home, 'dist/sbom.cdx.json'), 'utf8')) as Bom
  const unlicensed = components.filter(({ licenses = [] }) => licenses.length === 0)
  refuse('no licence of', unlicensed.map(idOf))

  const listed = new Set(components.map(idOf))
  const licences = readFileSync(join(home, 'dist/licenses.txt'), 'utf8').split(/^-{80}\n\n/m)
  const shipped = licences.map((text) => text.split(/\s/, 2).join('@'))
  refuse('no', without(shipped, listed))

  const names = new Set(components.map(({ name }) => name))
  const fonts = readdirSync(join(home, 'fonts')).filter((file) => file.endsWith('.ttf'))
  const families = fonts.map((file) => file.slice(0, file.indexOf('-')))
  const lock = JSON.parse(readFileSync(join(folder, 'node_modules/.package-lock.json'), 'utf8'))
  const installed = Object.entries(lock.packages as Record<string, { version: string }>)
    .map(([place, { version }]) => ({ name: place.replace(/^.*node_modules\//, ''), version }))
    .filter(({ name }) => name !== 'svc-sandbox')
  refuse('no', without([...families, ...installed.map(({ name }) => name)], names))
  return without(installed.map(idOf), listed)
}

function refuse(lacks: string, found: string[]): void {
  if (found.length > 0) throw new Error(`The bill of materials has ${lacks} ${found.join(', ')}.`)
}

function without(names: string[], known: ReadonlySet<string>): string[] {
  return names.filter((name) => !known.has(name))
}

function packageIn(folder: string): string {
  return join(folder, 'node_modules/svc-sandbox')
}

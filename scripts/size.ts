/** `npm run size`: what an install of the package weighs on disk, package by package. */

import { execFileSync } from 'node:child_process'
import { existsSync, readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { installedPackages } from './installed.ts'

const root = fileURLToPath(new URL('../', import.meta.url))

const packed = JSON.parse(
  execFileSync('npm', ['pack', '--dry-run', '--json', '--ignore-scripts'], {
    cwd: root,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'ignore'],
  }),
)[0] as { name: string; version: string; size: number; unpackedSize: number }

// Those for other platforms are in the lockfile, but nowhere else.
const installed = installedPackages()
  .filter(({ folder }) => existsSync(folder))
  .map(({ name, version, folder }) => ({ name: `${name} ${version}`, bytes: bytesOf(folder) }))
const all = [
  { name: `${packed.name} ${packed.version}, itself`, bytes: packed.unpackedSize },
  ...installed,
].sort((a, b) => b.bytes - a.bytes)

for (const { name, bytes } of all) if (bytes >= 100_000) console.log(`${megabytes(bytes)}  ${name}`)
const small = all.filter(({ bytes }) => bytes < 100_000)
console.log(`${megabytes(sum(small))}  ${small.length} of less than 0.1 MB each`)
console.log(
  `${megabytes(sum(all))}  in all, ${all.length} packages; ${megabytes(packed.size).trim()} to download of ours`,
)

/** Without what is nested below, which has a line of its own. */
function bytesOf(folder: string): number {
  const sizes = readdirSync(folder, { withFileTypes: true }).map((entry) => {
    const place = join(folder, entry.name)
    if (entry.name === 'node_modules') return 0
    return entry.isDirectory() ? bytesOf(place) : statSync(place).size
  })
  return sizes.reduce((total, size) => total + size, 0)
}

function sum(sizes: { bytes: number }[]): number {
  return sizes.reduce((total, { bytes }) => total + bytes, 0)
}

function megabytes(bytes: number): string {
  return `${(bytes / 1e6).toFixed(1).padStart(6)} MB`
}

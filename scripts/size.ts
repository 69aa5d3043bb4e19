/** `npm run size`: the size of an installed package, by folder. */
import { execFileSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'

interface Packed {
  size: number
  unpackedSize: number
  files: { path: string; size: number }[]
}

const output = execFileSync('npm', ['pack', '--dry-run', '--json', '--ignore-scripts'], {
  cwd: fileURLToPath(new URL('../', import.meta.url)),
  encoding: 'utf8',
  stdio: ['ignore', 'pipe', 'ignore'],
})
const [packed] = JSON.parse(output) as [Packed]

const folders = new Map<string, number>()
for (const { path, size } of packed.files) {
  const folder = path.split('/').slice(0, -1).slice(0, 2).join('/') || '.'
  folders.set(folder, (folders.get(folder) ?? 0) + size)
}
for (const [folder, size] of [...folders].sort(([, one], [, other]) => other - one)) {
  console.log(`${megabytes(size)}  ${folder}`)
}
console.log(
  `${megabytes(packed.unpackedSize)}  in all; ${megabytes(packed.size).trim()} to download`,
)

function megabytes(bytes: number): string {
  return `${(bytes / 1e6).toFixed(1).padStart(6)} MB`
}

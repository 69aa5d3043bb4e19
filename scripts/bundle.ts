/**
 * The second half of `npm run build`: puts the code of src/ and of the packages that a start needs into a
 * few files. Finding and loading 450 small ones takes two fifths of the start.
 */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { build } from 'esbuild'

const root = new URL('../', import.meta.url).pathname

/** Loaded at first use, so where they lie costs nothing at the start. PDFKit reads files beside its own. */
const LOADED_LATER = [
  '@faker-js/faker',
  'json-p3',
  'openapi-backend',
  'pdfkit',
  'supertest',
  'vitest',
  'yaml',
]

const { metafile } = await build({
  absWorkingDir: root,
  // The suite is a file of its own: vitest is told to run it.
  entryPoints: ['src/cli.ts', 'src/index.ts', 'contract-tests/suite.contract.ts'],
  outbase: '.',
  outdir: 'dist',
  bundle: true,
  splitting: true,
  format: 'esm',
  platform: 'node',
  target: 'node20.19',
  external: LOADED_LATER,
  // CommonJS packages ask for Node's own modules by `require`, which ES modules do not have.
  banner: {
    js: "import { createRequire } from 'node:module'; const require = createRequire(import.meta.url);",
  },
  metafile: true,
  logLevel: 'warning',
})
writeFileSync(join(root, 'dist/licenses.txt'), licences(Object.keys(metafile.inputs)))

/** The licences of the packages that `files` belong to: each asks to be passed on with its code. */
function licences(files: string[]): string {
  const folders = files.map((file) => /^.*node_modules\/(?:@[^/]+\/)?[^/]+/.exec(file)?.[0])
  const unique = [...new Set(folders)].filter((folder) => folder !== undefined).sort()
  return unique.map((folder) => licence(join(root, folder))).join(`\n${'-'.repeat(80)}\n\n`)
}

function licence(folder: string): string {
  const { name, version, license } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))
  const file = readdirSync(folder).find((entry) => /^licen[cs]e/i.test(entry))
  const text = file ? readFileSync(join(folder, file), 'utf8') : ''
  return `${name} ${version} (${license})\n\n${text.trim()}\n`
}

import { copyFileSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { build } from 'esbuild'
import { SWAGGER_UI_FILES } from '../src/pages/swagger-ui.ts'

const root = new URL('../', import.meta.url).pathname

/** Loaded at first use, so where they lie costs nothing at the start. */
const LOADED_LATER = [
  '@faker-js/faker',
  'fast-check',
  'json-p3',
  'openapi-backend',
  'supertest',
  'vitest',
  'yaml',
]

const SWAGGER_UI = 'node_modules/swagger-ui-dist'
const SWAGGER_UI_LICENCES = ['LICENSE', 'NOTICE', 'swagger-ui-bundle.js.LICENSE.txt']

/**
 * Packages below PDFKit that unpack data in JavaScript. Node has the same built in; with them the first report
 * would wait for their dictionary of 1.3 MB, and for PDFKit's Unicode tables to be unpacked by them.
 */
const BUILT_IN = {
  'tiny-inflate': './scripts/native/inflate.cjs',
  'brotli/decompress.js': './scripts/native/brotli.cjs',
}

/**
 * Puts the code of src/ and of the packages that a start or a report needs into a few files of the folder
 * `outdir`, with the licences of these packages. Finding and loading 450 small files takes two fifths of the start.
 */
export async function bundle(outdir: string): Promise<void> {
  const { metafile } = await build({
    absWorkingDir: root,
    // The suite is a file of its own: vitest is told to run it.
    entryPoints: ['src/cli.ts', 'src/index.ts', 'contract-tests/suite.contract.ts'],
    outbase: '.',
    outdir,
    bundle: true,
    splitting: true,
    format: 'esm',
    platform: 'node',
    target: 'node20.19',
    external: LOADED_LATER,
    alias: BUILT_IN,
    // CommonJS packages ask for Node's own modules by `require`, which ES modules do not have.
    banner: {
      js: "import { createRequire as requireOf } from 'node:module'; const require = requireOf(import.meta.url);",
    },
    metafile: true,
    logLevel: 'warning',
  })
  copySwaggerUi(join(outdir, 'swagger-ui'))
  const files = [...Object.keys(metafile.inputs), `${SWAGGER_UI}/package.json`]
  writeFileSync(join(outdir, 'licenses.txt'), licences(files))
}

/**
 * What /docs shows the document with. Its package is not a dependency, but copied: an install of it reports to its
 * makers (@scarf/scarf), and it holds the same code five times.
 */
function copySwaggerUi(outdir: string): void {
  mkdirSync(outdir, { recursive: true })
  for (const name of [...SWAGGER_UI_FILES, ...SWAGGER_UI_LICENCES]) {
    copyFileSync(join(root, SWAGGER_UI, name), join(outdir, name))
  }
}

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
  const title = [name, version, license && `(${license})`].filter(Boolean).join(' ')
  return `${title}\n\n${text.trim()}\n`
}

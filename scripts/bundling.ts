import { copyFileSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { build, type InputOptions, type OutputOptions, type Plugin } from 'rolldown'
import { SWAGGER_UI_FILES } from '../src/pages/swagger-ui.ts'
import { vendorFiles } from '../src/pages/vendor.ts'
import { licences } from './licences.ts'

const root = new URL('../', import.meta.url).pathname

/** Runs the suite: it loads files of its own by their names, and native code. */
const NOT_BUNDLED = /^vitest(\/|$)/

/**
 * What every start of a server needs, whoever starts it, is one file: finding and linking fifty took a tenth of
 * the start. The commands stay out of it, since a program that imports the package has no use for them.
 */
const START = {
  name: 'start',
  tags: ['$initial' as const],
  test: (file: string) =>
    !/\/src\/(cli|index)\.ts$|\/src\/commands\/|\/node_modules\/commander\//.test(file),
}

/** JSON as what JSON.parse reads, which is several times as fast as a literal of JavaScript. */
const parsedJson: Plugin = {
  name: 'parsed-json',
  transform: {
    filter: { id: /\.json$/ },
    handler(text) {
      const quoted = JSON.stringify(JSON.stringify(JSON.parse(text)))
      return { code: `module.exports = JSON.parse(${quoted})`, moduleType: 'js' }
    },
  },
}

/**
 * Tables of character sets that body-parser's iconv-lite brings along. A JSON body is refused unless its charset is
 * one of Unicode's, which need none; and a file that holds text beyond Latin-1 takes V8 twice as long to read.
 */
const withoutCharsets: Plugin = {
  name: 'without-charsets',
  load: {
    filter: { id: /\/iconv-lite\/encodings\/[ds]bcs-data(-generated)?\.js$/ },
    handler: () => 'module.exports = {}',
  },
}

/** The types of mime-db that somebody can learn something from: a file's name, a charset, or that it is worth compressing. */
const usedTypes: Plugin = {
  name: 'used-types',
  load: {
    filter: { id: /\/mime-db\/db\.json$/ },
    handler(id) {
      const types: Record<string, Record<string, unknown>> = JSON.parse(readFileSync(id, 'utf8'))
      const used = Object.entries(types).filter(
        ([, type]) => type.extensions || type.charset || type.compressible,
      )
      return JSON.stringify(Object.fromEntries(used))
    },
  },
}

const COMMON_OUTPUT: OutputOptions = {
  format: 'esm',
  chunkFileNames: '[name]-[hash].js',
  // The licences are in a file of their own.
  comments: false,
}

const SWAGGER_UI = 'node_modules/swagger-ui-dist'
const SWAGGER_UI_LICENCES = ['LICENSE', 'NOTICE', 'swagger-ui-bundle.js.LICENSE.txt']

/**
 * Packages below PDFKit that unpack data in JavaScript. Node has the same built in; with them the first report
 * would wait for their dictionary of 1.3 MB, and for PDFKit's Unicode tables to be unpacked by them.
 */
const BUILT_IN = {
  'tiny-inflate': join(root, 'scripts/native/inflate.cjs'),
  'brotli/decompress.js': join(root, 'scripts/native/brotli.cjs'),
}

/**
 * Puts the code of src/, of the suite and of the packages that they need into files of the folder `outdir`, with the
 * licences of these packages. Finding and loading 450 small files takes two fifths of the start; what is loaded at
 * first use has files of its own. Resolves with the folders of the packages.
 */
export async function bundle(outdir: string): Promise<string[]> {
  const files = [
    ...(await written(
      { 'src/cli': 'src/cli.ts', 'src/index': 'src/index.ts' },
      { dir: outdir, codeSplitting: { groups: [START] } },
    )),
    // A file of its own: vitest is told to run it.
    ...(await written(
      { 'contract-tests/suite.contract': 'contract-tests/suite.contract.ts' },
      { dir: outdir },
    )),
  ]
  const copied = [
    ...copySwaggerUi(join(outdir, 'swagger-ui')),
    ...copyVendor(join(outdir, 'vendor')),
  ]
  const packages = packagesOf([...files, ...copied])
  writeFileSync(join(outdir, 'licenses.txt'), licences(packages))
  return packages
}

/** Bundles, and tells which files are in it. */
async function written(input: Record<string, string>, output: OutputOptions): Promise<string[]> {
  const options: InputOptions = {
    cwd: root,
    input,
    platform: 'node',
    external: NOT_BUNDLED,
    resolve: { alias: BUILT_IN },
    plugins: [withoutCharsets, usedTypes, parsedJson],
    // A module may be asked for at first use by one part and at once by another.
    checks: { ineffectiveDynamicImport: false },
    logLevel: 'warn',
  }
  const { output: chunks } = await build({ ...options, output: { ...COMMON_OUTPUT, ...output } })
  return chunks.flatMap((chunk) => ('moduleIds' in chunk ? chunk.moduleIds : []))
}

/**
 * What /docs shows the document with. Its package is not a dependency, but copied: an install of it reports to its
 * makers (@scarf/scarf), and it holds the same code five times.
 */
function copySwaggerUi(outdir: string): string[] {
  mkdirSync(outdir, { recursive: true })
  for (const name of [...SWAGGER_UI_FILES, ...SWAGGER_UI_LICENCES]) {
    copyFileSync(join(root, SWAGGER_UI, name), join(outdir, name))
  }
  return [join(root, SWAGGER_UI, 'package.json')]
}

/** The console's libraries, each one file of a package. */
function copyVendor(outdir: string): string[] {
  mkdirSync(outdir, { recursive: true })
  const files = [...vendorFiles()]
  for (const [name, file] of files) copyFileSync(file, join(outdir, name))
  return files.map(([, file]) => file)
}

/** Folders of the packages that `files` belong to. */
function packagesOf(files: string[]): string[] {
  const folders = files.map((file) => /^.*node_modules\/(?:@[^/]+\/)?[^/]+/.exec(file)?.[0])
  return [...new Set(folders)].filter((folder) => folder !== undefined).sort()
}

import { createHash } from 'node:crypto'
import { copyFileSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import {
  build,
  type InputOptions,
  type OutputChunk,
  type OutputOptions,
  type Plugin,
} from 'rolldown'
import { minifySync } from 'rolldown/utils'
import * as nodeGlobals from '../src/node-globals.ts'
import { fontPackages } from '../src/reports/pdf/font-files.ts'
import { licences } from './licences.ts'
import { bundlePages } from './page-bundle.ts'
import { billOfMaterials } from './sbom.ts'

const root = new URL('../', import.meta.url).pathname

/**
 * One file with everything that a start needs: finding and linking fifty files took a tenth of the start. It leaves
 * out the commands, which a program that imports the package does not need.
 */
const START = {
  name: 'start',
  tags: ['$initial' as const],
  test: (file: string) => !/\/src\/(cli\/|index\.ts$)|\/node_modules\/commander\//.test(file),
}

/** A file of its own, which `CodeCache` leaves to Node. */
const IMPORT = { name: 'import-module', test: /\/src\/package\/import-module\.ts$/, priority: 1 }

/** JSON.parse reads JSON several times as fast as JavaScript reads a literal. */
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
 * Leaves out the charset tables of iconv-lite, a dependency of body-parser: JSON bodies must be in a Unicode charset,
 * which needs none. V8 takes twice as long to read a file with text beyond Latin-1.
 */
const withoutCharsets: Plugin = {
  name: 'without-charsets',
  load: {
    filter: { id: /\/iconv-lite\/encodings\/[ds]bcs-data(-generated)?\.js$/ },
    handler: () => 'module.exports = {}',
  },
}

/** Keeps the types of mime-db that have an extension, a charset or a note on compression. */
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

/**
 * The modules of OpenTelemetry instead of its CommonJS files, of which nothing can be left out: 0.1 instead of 0.5 MB.
 */
const openTelemetryModules: Plugin = {
  name: 'open-telemetry-modules',
  resolveId: {
    filter: { id: /^@opentelemetry\/[\w-]+$/ },
    handler(id) {
      const folder = join(root, 'node_modules', id)
      const { module } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))
      return module === undefined ? null : join(folder, module)
    },
  },
  // Node 20 warns of `import()` in files of the `CodeCache`.
  transform: {
    filter: { id: /\/@opentelemetry\// },
    handler: (code) => code.replace(/\bimport\('(https?)'\)/g, "Promise.resolve(require('$1'))"),
  },
}

/** Globals in the source and in packages become those of this file. */
const GLOBALS = join(root, 'src/node-globals.ts')
const INJECTED = Object.keys(nodeGlobals)
  .filter((name) => name in globalThis)
  .map((name): [string, [string, string]] => [name, [GLOBALS, name]])

const COMMON_OUTPUT: OutputOptions = {
  format: 'esm',
  chunkFileNames: '[name]-[hash].js',
  // The licences are in a file of their own.
  comments: false,
}

/**
 * Parts that are mostly packages or generated code have no whitespace: with it, jiti alone would be a seventh of the
 * package. `sender` holds undici, `en` the words of faker.
 */
const COMPACT =
  /^(fixture-worker|judge-worker|dist$|json-p3|convert-legacy|jiti|mcp|pdfkit|sender|sandbox-requests|selfsigned|check-settings|contract|fuzz|client|requests|compiled-rules|en|2020|pino|overlay|esm|postgres|metrics-stages|open-telemetry)/

/** Of these, names of variables are short, too: nobody reads their stack traces. */
const MANGLED = /^(judge-worker|selfsigned|sandbox-requests|compiled-rules)/

/** Node replaces packages of PDFKit that unpack data in JavaScript: with them, the first report is slow. */
const BUILT_IN = {
  'tiny-inflate': join(root, 'scripts/native/inflate.cjs'),
  'brotli/decompress.js': join(root, 'scripts/native/brotli.cjs'),
}

/**
 * What packages load and never use here: node-pg-migrate could read patterns and migrations in TypeScript. Express logs with `debug` and warns with `depd`: looking at the terminal, and for callers
 * in the bundle, took a fiftieth of a start each.
 */
const UNUSED = {
  glob$: join(root, 'scripts/unused/glob.cjs'),
  jiti$: join(root, 'scripts/unused/jiti.cjs'),
  debug$: join(root, 'scripts/unused/messages.cjs'),
  depd$: join(root, 'scripts/unused/messages.cjs'),
}

/** Packages that Express loads at once, loaded with their first use. */
const LAZY = {
  'body-parser$': join(root, 'scripts/lazy/body-parser.cjs'),
  'mime-types$': join(root, 'scripts/lazy/mime-types.cjs'),
}

/** Files of these packages, loaded on the first use of a database. */
const POSTGRES = [
  {
    name: 'postgres-client',
    test: /\/node_modules\/(pg(-[\w-]+|pass)?|postgres-\w+|split2|xtend)\//,
  },
  { name: 'postgres-migrations', test: /\/node_modules\/node-pg-migrate\// },
]

/**
 * Bundles src/, the suite and their packages into `outdir`, with the licences of the packages and the bill of materials.
 * Loading 450 small files would take two fifths of the start. Lazy parts have files of their own.
 */
export async function bundle(outdir: string): Promise<void> {
  // CommonJS, because V8's code of ES modules cannot be kept: see `CodeCache`.
  const { chunks, files } = await written(
    { 'src/cli/command': 'src/cli/main.ts', 'src/module': 'src/index.ts' },
    {
      ...{ dir: outdir, format: 'cjs', entryFileNames: '[name].cjs' },
      chunkFileNames: '[name]-[hash].cjs',
      codeSplitting: { groups: [IMPORT, START, ...POSTGRES] },
    },
  )
  const digest = createHash('sha256')
  for (const { code } of chunks) digest.update(code)
  // CommonJS as well: without an ES module, a start needs no loader for them.
  await written(
    { 'src/cli/main': 'src/cli/launch.ts' },
    { dir: outdir, format: 'cjs', entryFileNames: '[name].cjs' },
    { BUILD: JSON.stringify(digest.digest('hex')) },
  )
  const { exports = [] } = chunks.find(({ name }) => name === 'src/module') ?? {}
  writeFileSync(
    join(outdir, 'src/index.js'),
    `export { ${exports.join(', ')} } from './module.cjs'\n`,
  )
  // CommonJS, because jest needs flags of Node for anything else. Its packages are those of `check`.
  await written(
    { 'src/contract': 'src/contract.ts' },
    {
      ...{ dir: outdir, format: 'cjs', entryFileNames: '[name].cjs' },
      chunkFileNames: '[name]-[hash].cjs',
      // The entry has our exports only: bundlers misread those of bundled CommonJS packages.
      codeSplitting: { groups: [{ name: 'contract', test: /^(?!.*\/src\/contract\.ts$)/ }] },
    },
  )
  // Threads of their own: what they need would otherwise become part of the start.
  const workers = await Promise.all([
    written(
      { 'src/fixture-worker': 'src/fixtures/fixture-worker.ts' },
      { dir: outdir, codeSplitting: false },
    ),
    written(
      { 'src/judge-worker': 'src/proxy/judging/worker.ts' },
      { dir: outdir, codeSplitting: false },
    ),
  ])
  await written(
    { 'src/index': 'src/require.ts' },
    { dir: outdir, format: 'cjs', entryFileNames: '[name].cjs' },
  )
  // Small, and without the sandbox, which other processes run or the caller has. Test runners load either kind.
  for (const [format, ending] of [
    ['esm', 'js'],
    ['cjs', 'cjs'],
  ] as const) {
    for (const name of ['src/msw', 'src/playwright']) {
      await written(
        { [name]: `${name}.ts` },
        { dir: outdir, format, entryFileNames: `[name].${ending}` },
      )
    }
  }
  const copied = [...(await bundlePages(join(outdir, 'web'))), ...copyFonts(join(outdir, 'fonts'))]
  const packages = packagesOf([...files, ...workers.flatMap((each) => each.files), ...copied])
  writeFileSync(join(outdir, 'licenses.txt'), licences(packages))
  const bill = JSON.stringify(billOfMaterials(packages), undefined, 2)
  writeFileSync(join(outdir, 'sbom.cdx.json'), `${bill}\n`)
}

/** Bundles, and returns what was made and the bundled files. `define` replaces names in the source. */
async function written(
  input: Record<string, string>,
  output: OutputOptions,
  define: Record<string, string> = {},
): Promise<{ chunks: OutputChunk[]; files: string[] }> {
  const options: InputOptions = {
    cwd: root,
    input,
    platform: 'node',
    // Those of the user's project, which must not have two of them.
    external: ['msw', '@playwright/test'],
    resolve: { alias: { ...BUILT_IN, ...UNUSED, ...LAZY } },
    transform: { define, inject: Object.fromEntries(INJECTED) },
    plugins: [withoutCharsets, usedTypes, parsedJson, openTelemetryModules],
    // One part may load a module lazily, and another at once.
    checks: { ineffectiveDynamicImport: false },
    logLevel: 'warn',
  }
  const { output: made } = await build({ ...options, output: { ...COMMON_OUTPUT, ...output } })
  const chunks = made.filter((each) => each.type === 'chunk')
  for (const chunk of chunks) {
    const code = COMPACT.test(basename(chunk.name)) ? compacted(chunk) : chunk.code
    writeFileSync(join(output.dir ?? '', chunk.fileName), inAscii(code))
  }
  return { chunks, files: chunks.flatMap(({ moduleIds }) => moduleIds) }
}

function compacted({ name, fileName, code }: OutputChunk): string {
  const isMangled = MANGLED.test(basename(name))
  return minifySync(fileName, code, { compress: isMangled, mangle: isMangled }).code
}

/** Escapes other characters: one beyond Latin-1 doubles the memory of a file, and V8 takes longer to read it. */
function inAscii(code: string): string {
  return code.replace(/[^\0-\x7f]/g, (unit) => {
    return `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`
  })
}

/** The fonts of reports, without the weights and characters that they do not use: 9 of 220 MB. */
function copyFonts(outdir: string): string[] {
  return fontPackages().flatMap(({ name, files }) =>
    files.map((file) => {
      const from = join(root, 'node_modules/@fontsource', name, file)
      const to = join(outdir, name, file)
      mkdirSync(dirname(to), { recursive: true })
      copyFileSync(from, to)
      return from
    }),
  )
}

/** Folders of the packages that `files` belong to. */
function packagesOf(files: string[]): string[] {
  const folders = files.map((file) => /^.*node_modules\/(?:@[^/]+\/)?[^/]+/.exec(file)?.[0])
  return [...new Set(folders)].filter((folder) => folder !== undefined).sort()
}

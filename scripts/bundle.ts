import { cpSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { build, type OutputOptions, type Plugin } from 'rolldown'
import controlDocument from '../spec/documents/control.ts'
import { controlOperation } from '../src/control/operation.ts'
import * as nodeGlobals from '../src/node-globals.ts'
import { atVersion, packagedDocument } from '../src/openapi/load.ts'
import { packagedFonts } from '../src/reports/pdf/fonts.ts'
import { licences } from './licences.ts'
import { bundlePages } from './page-bundle.ts'
import { requestRulesModule } from './request-rules.ts'

const root = fileURLToPath(new URL('../', import.meta.url))

/** Globals in the source and in packages become those of this file. */
const GLOBALS = join(root, 'src/node-globals.ts')
const INJECTED = Object.keys(nodeGlobals)
  .filter((name) => name in globalThis)
  .map((name): [string, [string, string]] => [name, [GLOBALS, name]])

const UNUSED = join(root, 'scripts/unused.cjs')

/** The rules for requests as code, because compiling them would take a third of a start. */
const compiledRules: Plugin = {
  name: 'compiled-rules',
  load: {
    filter: { id: /\/(?:service|control)-rules\.ts$/ },
    handler: (id) =>
      id.endsWith('/control-rules.ts')
        ? requestRulesModule(controlDocument, controlOperation)
        : requestRulesModule(atVersion(packagedDocument, undefined)),
  },
}

/** Modules of which the build keeps the value: reading YAML would take longer than the rest of a start. */
const values: Plugin = {
  name: 'values',
  load: {
    filter: { id: /\/spec\/documents\/\w+\.ts$/ },
    async handler(id) {
      const { default: value } = await import(pathToFileURL(id).href)
      // Several times as fast as a literal.
      const text = JSON.stringify(JSON.stringify(value))
      return { code: `export default JSON.parse(${text})`, moduleType: 'js' }
    },
  },
}

/** CommonJS, because jest needs flags of Node for anything else, and a start needs no loader of ES modules. */
const COMMON_JS: OutputOptions = {
  format: 'cjs',
  entryFileNames: '[name].cjs',
  chunkFileNames: '[name]-[hash].cjs',
}
const MODULES: OutputOptions = { format: 'esm', entryFileNames: '[name].js' }

/**
 * Functions and classes keep their names: stacks show them, and `require.ts` compares those of classes. The bundler's own `keepNames` would
 * set each again at every start. The licences are in a file of their own.
 */
const MINIFY: OutputOptions['minify'] = {
  compress: { keepNames: { function: true, class: true } },
  mangle: { keepNames: true },
}

/** The command, the package, and the contract suite, which share their files. What is used later has files of its own. */
const LARGE = {
  'src/cli/main': 'src/cli/main.ts',
  'src/module': 'src/index.ts',
  'src/contract': 'src/contract.ts',
}

/** Without the sandbox, which other processes run or the caller has. Test runners load either kind. */
const SMALL = ['src/msw', 'src/playwright']

/** Bundles the source, its packages and the pages into `outdir`, with the fonts that reports need and all licences. */
export async function bundle(outdir: string): Promise<void> {
  const { entries, files } = await bundled(LARGE, { dir: outdir, ...COMMON_JS })
  const { exports = [] } = entries.find(({ name }) => name === 'src/module') ?? {}
  const names = exports.join(', ')
  writeFileSync(join(outdir, 'openapi.json'), `${JSON.stringify(packagedDocument, null, 2)}\n`)
  writeFileSync(join(outdir, 'src/index.js'), `export { ${names} } from './module.cjs'\n`)
  await bundled({ 'src/index': 'src/require.ts' }, { dir: outdir, ...COMMON_JS })
  for (const name of SMALL) {
    for (const output of [COMMON_JS, MODULES]) {
      await bundled({ [name]: `${name}.ts` }, { dir: outdir, ...output })
    }
  }
  const pages = await bundlePages(join(outdir, 'web'))
  const fonts = packagedFonts()
  for (const [name, file] of Object.entries(fonts)) cpSync(file, join(outdir, 'fonts', name))
  const all = [...files, ...pages, ...Object.values(fonts)]
  writeFileSync(join(outdir, 'licenses.txt'), licences(all))
}

async function bundled(input: Record<string, string>, output: OutputOptions) {
  const made = await build({
    cwd: root,
    input,
    platform: 'node',
    // Those of the user's project, which must not have two of them.
    external: ['msw', '@playwright/test'],
    plugins: [compiledRules, values],
    resolve: { alias: { glob$: UNUSED, jiti$: UNUSED } },
    transform: { inject: Object.fromEntries(INJECTED) },
    // One part may load a module lazily, and another at once.
    checks: { ineffectiveDynamicImport: false },
    logLevel: 'warn',
    output: { minify: MINIFY, comments: false, ...output },
  })
  const chunks = made.output.filter((each) => each.type === 'chunk')
  return {
    entries: chunks.filter(({ isEntry }) => isEntry),
    files: chunks.flatMap(({ moduleIds }) => moduleIds),
  }
}

/** The first part of `npm run build`: the types of each entry. */
import { execFileSync } from 'node:child_process'
import { copyFileSync, readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import ts from 'typescript'

const root = fileURLToPath(new URL('../', import.meta.url))
const dist = `${root}dist/src/`

bundle('index', 'd.ts', '--export-referenced-types=false')
copyFileSync(`${dist}index.d.ts`, `${dist}index.d.cts`)
bundle('contract', 'd.cts')
declare('msw')
declare('playwright')

/** One file without imports: users need neither the types of Express nor those of Node. */
function bundle(entry: string, ending: string, ...more: string[]): void {
  const flags = ['--silent', '--no-check', '--no-banner', ...more]
  const args = [...flags, '-o', `dist/src/${entry}.${ending}`, `src/${entry}.ts`]
  execFileSync('node_modules/.bin/dts-bundle-generator', args, { cwd: root, stdio: 'inherit' })
}

/** A small entry, whose types are those of the package and of a peer. */
function declare(entry: string): void {
  const file = `src/${entry}.ts`
  const { outputText } = ts.transpileDeclaration(readFileSync(root + file, 'utf8'), {
    fileName: file,
    compilerOptions: { module: ts.ModuleKind.NodeNext, target: ts.ScriptTarget.ES2022 },
  })
  for (const [ending, index] of [
    ['d.ts', './index.js'],
    ['d.cts', './index.cjs'],
  ] as const) {
    writeFileSync(`${dist}${entry}.${ending}`, outputText.replaceAll('./index.ts', index))
  }
}

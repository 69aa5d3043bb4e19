/** The first part of `npm run build`: the types of each entry. */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { generateDtsBundle } from 'dts-bundle-generator'
import ts from 'typescript'

const root = fileURLToPath(new URL('../', import.meta.url))
const dist = `${root}dist/src/`

mkdirSync(dist, { recursive: true })
bundle()
declare('msw')
declare('playwright')

/**
 * Writes the types of the entries without imports: users need neither the types of Express nor those of Node. Both in
 * one program, which is not type checked: `npm run typecheck` does that in a fraction of the time.
 */
function bundle(): void {
  const [index = '', contract = ''] = generateDtsBundle(
    [
      {
        filePath: `${root}src/index.ts`,
        output: { noBanner: true, exportReferencedTypes: false },
      },
      { filePath: `${root}src/contract.ts`, output: { noBanner: true } },
    ],
    { preferredConfigPath: `${root}scripts/tsconfig.types.json` },
  )
  writeFileSync(`${dist}index.d.ts`, index)
  writeFileSync(`${dist}index.d.cts`, index)
  writeFileSync(`${dist}contract.d.cts`, contract)
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

import { readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { generateDtsBundle } from 'dts-bundle-generator'
import ts from 'typescript'

const root = fileURLToPath(new URL('../', import.meta.url))

/**
 * Writes the types of each entry. Those of the package and the suite are without imports: users need neither the types of Express nor
 * those of Node. They are not checked here: `npm run check` does that.
 */
export function bundleTypes(outdir: string): void {
  const output = { noBanner: true }
  const [index = '', contract = ''] = generateDtsBundle(
    [
      { filePath: `${root}src/index.ts`, output: { ...output, exportReferencedTypes: false } },
      { filePath: `${root}src/contract.ts`, output },
    ],
    { preferredConfigPath: `${root}scripts/tsconfig.types.json` },
  )
  // An ES module may import the types of CommonJS; the other way round, TypeScript refuses it.
  writeFileSync(`${outdir}index.d.cts`, index)
  writeFileSync(`${outdir}index.d.ts`, `export * from './index.cjs'\n`)
  writeFileSync(`${outdir}contract.d.cts`, contract)
  for (const name of ['msw', 'playwright']) {
    const text = typesOf(`src/${name}.ts`)
    writeFileSync(`${outdir}${name}.d.ts`, text.replaceAll('./index.ts', './index.js'))
    writeFileSync(`${outdir}${name}.d.cts`, text.replaceAll('./index.ts', './index.cjs'))
  }
}

/** The types of a small entry, which imports those of the package and of a peer. */
function typesOf(fileName: string): string {
  const { outputText } = ts.transpileDeclaration(readFileSync(root + fileName, 'utf8'), {
    fileName,
    compilerOptions: { module: ts.ModuleKind.NodeNext, target: ts.ScriptTarget.ES2022 },
  })
  return outputText
}

import { spawnSync } from 'node:child_process'
import { readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'
import control from '../spec/generated/sandbox.json' with { type: 'json' }
import { temporaryFolder } from '../src/testing/temporary.ts'

const root = fileURLToPath(new URL('..', import.meta.url))
const readme = readFileSync(join(root, 'README.md'), 'utf8')

/** The code below `<!-- recipe: name -->` in the README. */
function recipe(name: string): string {
  const [, code] =
    new RegExp(`<!-- recipe: ${name} -->\n\`\`\`\\w+\n(.*?)\`\`\``, 's').exec(readme) ?? []
  if (code === undefined) throw new Error(`The README has no recipe ${name}.`)
  return code
}

const RECIPES = [
  ['vitest', 2, '/snapshots'],
  ['rotation', 1, '/keys'],
  ['rate-limit', 1, '/clock'],
] as const

// Those whose operations the control plane has.
it.each(RECIPES.filter(([, , path]) => path in control.paths))(
  'the recipe %s passes as it stands',
  (name, tests) => {
    const folder = temporaryFolder()
    symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'))
    writeFileSync(join(folder, `${name}.test.ts`), recipe(name))
    writeFileSync(
      join(folder, 'vitest.config.mjs'),
      `export default { resolve: { alias: { 'svc-sandbox': ${JSON.stringify(join(root, 'src/index.ts'))} } } }`,
    )

    const { status, stdout, stderr } = spawnSync(
      process.execPath,
      [join(root, 'node_modules/vitest/vitest.mjs'), 'run', '--reporter=json', '--root', folder],
      { encoding: 'utf8', env: { ...process.env, VITEST: '' }, timeout: 60_000 },
    )

    expect([status, stderr]).toEqual([0, ''])
    expect(JSON.parse(stdout)).toMatchObject({ numPassedTests: tests, numTotalTests: tests })
  },
)

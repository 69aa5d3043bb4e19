/**
 * `npx tsx test/generators/run.ts`: runs the recipes of docs/generators.md. What each tool generates from the served document must
 * compile with `strict`, list campaigns, create one and read an error. The tools are installed in this folder only,
 * because they are larger than everything else that is needed here.
 */
import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { createSandbox } from '../../src/sandbox.ts'
import { snippetsOf } from '../guide/snippets.ts'
import { playCollection } from './collection.ts'

/** What the program of each recipe prints. */
const EXPECTED = '3 Spring launch not_found'

/** Packages under another name than in this folder: Orval is there twice. */
const RECIPES: { recipe: string; as?: Record<string, string> }[] = [
  { recipe: 'openapi-typescript' },
  { recipe: 'hey-api' },
  { recipe: 'orval', as: { orval: 'orval-7' } },
  { recipe: 'orval', as: { orval: 'orval-8' } },
  { recipe: 'kubb' },
  { recipe: 'swagger-typescript-api' },
  { recipe: 'postman' },
]

const here = fileURLToPath(new URL('./', import.meta.url))
const packages = join(here, 'node_modules')

const TYPES = {
  compilerOptions: {
    ...{ strict: true, noUncheckedIndexedAccess: true, noEmit: true, skipLibCheck: true },
    ...{ target: 'es2023', module: 'esnext', moduleResolution: 'bundler' },
    ...{ lib: ['es2023', 'dom', 'dom.iterable'], types: [], allowImportingTsExtensions: true },
  },
  include: ['**/*.ts'],
}

/** npx itself takes seconds each time, and asks a registry. */
const NPX = 'npx() { local tool=$1; shift; node ".bin/$tool" "$@"; }'

if (!isInstalled()) {
  console.log(
    'SKIPPED: the generators cannot be installed here, so none of their recipes was tried.',
  )
  process.exit(0)
}
const sandbox = await createSandbox({ ephemeral: true, port: 0, rateLimits: false })
const failures: string[] = []
for (const { recipe, as = {} } of RECIPES) {
  const name = Object.values(as)[0] ?? recipe
  const folder = mkdtempSync(join(tmpdir(), `svc-${name}-`))
  try {
    await tryRecipe(recipe, as, folder)
    console.log(`${name}: compiles and works`)
  } catch (error) {
    failures.push(name)
    console.log(`${name} failed:\n${(error as Error).message}`)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}
await sandbox.close()
process.exitCode = failures.length > 0 ? 1 : 0

function isInstalled(): boolean {
  // Written last.
  const isComplete = () => existsSync(join(packages, '.package-lock.json'))
  if (isComplete()) return true
  const flags = ['ci', '--no-audit', '--no-fund', '--ignore-scripts', '--prefer-offline']
  try {
    execFileSync('npm', flags, { cwd: here, stdio: 'pipe' })
  } catch (error) {
    console.log(String((error as { stderr: unknown }).stderr))
  }
  return isComplete()
}

async function tryRecipe(recipe: string, as: Record<string, string>, folder: string) {
  link(folder, as)
  const document = await fetch(new URL('/openapi.json', sandbox.url))
  writeFileSync(join(folder, 'openapi.json'), await document.text())
  writeFileSync(join(folder, 'package.json'), '{ "type": "module" }')
  writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify(TYPES))
  const steps = snippetsOf('docs/generators.md').filter(
    ({ how, argument }) => how === 'generator' && argument.split(' ')[0] === recipe,
  )
  for (const { argument, text } of steps) {
    const file = argument.split(' ')[1] as string
    const own = text.replaceAll('4010', String(sandbox.port))
    if (file === 'shell') await run(folder, 'bash', ['-ec', `${NPX}\n${own}`])
    else writeFileSync(join(folder, file), own)
  }
  if (recipe === 'postman') return playCollection(join(folder, 'collection.json'), sandbox)
  await run(folder, process.execPath, [join(packages, 'typescript/bin/tsc'), '-p', '.'])
  const tsx = fileURLToPath(import.meta.resolve('tsx'))
  const output = await run(folder, process.execPath, ['--import', tsx, 'use.ts'])
  if (output.trim() !== EXPECTED) throw new Error(`It prints ${output}instead of ${EXPECTED}.`)
}

/** Links the packages and their commands into a folder. */
function link(folder: string, as: Record<string, string>): void {
  mkdirSync(join(folder, 'node_modules'))
  mkdirSync(join(folder, '.bin'))
  const names = readdirSync(packages).filter((name) => !name.startsWith('.'))
  for (const name of names) symlinkSync(join(packages, name), join(folder, 'node_modules', name))
  const { dependencies } = JSON.parse(readFileSync(join(here, 'package.json'), 'utf8'))
  for (const [name, target] of Object.entries(as)) {
    symlinkSync(join(packages, target), join(folder, 'node_modules', name))
  }
  for (const name of [...Object.keys(dependencies), ...Object.keys(as)]) {
    const own = join(folder, 'node_modules', name)
    const { bin = {} } = JSON.parse(readFileSync(join(own, 'package.json'), 'utf8'))
    for (const [command, path] of Object.entries(typeof bin === 'string' ? { [name]: bin } : bin)) {
      const file = join(folder, '.bin', command)
      rmSync(file, { force: true })
      symlinkSync(join(own, path as string), file)
    }
  }
}

/** The output of a program that ends well; else an error with it. The sandbox of this process answers meanwhile. */
async function run(cwd: string, program: string, args: string[]): Promise<string> {
  const child = spawn(program, args, { cwd, timeout: 300_000, stdio: ['ignore', 'pipe', 'pipe'] })
  const streams = { stdout: '', stderr: '' }
  for (const name of ['stdout', 'stderr'] as const) {
    child[name].on('data', (text) => {
      streams[name] += text
    })
  }
  const [code] = await once(child, 'close')
  if (code !== 0) throw new Error(`${args.join(' ')}\n${streams.stdout}${streams.stderr}`)
  return streams.stdout
}

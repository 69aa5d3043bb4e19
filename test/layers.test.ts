import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join, normalize } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'

const ROOT = fileURLToPath(new URL('../', import.meta.url))
const SOURCE = join(ROOT, 'src')

/** Each may import those below it; CONTRIBUTING.md describes them. The contract suite shares the lowest. */
const LAYERS = [
  'contract',
  'msw',
  'playwright',
  'cli',
  'require',
  'index',
  'proxy',
  'sandbox',
  'opened-state',
  'app',
  'control',
  'web',
  'control-client',
  'connection',
  'served',
  'pipeline',
  'operations',
  'postgres',
  'simulation',
  'webhooks',
  'fixtures',
  'reports',
  'tracing',
  'state',
  'store',
  'faults',
  'log',
  'config',
  'package',
  'replica',
  'openapi',
  'intelligence',
  'accounts',
  'time',
  'errors',
  'schema',
  'text',
]

it('imports from lower layers only', () => {
  const wrong = sources().flatMap((file) =>
    importsOf(file)
      .filter((imported) => !mayImport(layerOf(file), layerOf(imported)))
      .map((imported) => `${file} imports ${imported}`),
  )

  expect(wrong).toEqual([])
})

function mayImport(from: string, to: string): boolean {
  return from === to || placeOf(from) < placeOf(to)
}

function placeOf(layer: string): number {
  const place = LAYERS.indexOf(layer)
  expect(place, `src/${layer} has its place in LAYERS`).toBeGreaterThanOrEqual(0)
  return place
}

/** The folder in src/, or the name of a file in none. */
function layerOf(file: string): string {
  return (file.split('/')[0] as string).replace(/\.ts$/, '')
}

function sources(): string[] {
  return readdirSync(SOURCE, { recursive: true, encoding: 'utf8' }).filter(
    (file) => file.endsWith('.ts') && !file.endsWith('.test.ts'),
  )
}

function importsOf(file: string): string[] {
  return importsIn(SOURCE, file).filter((path) => path.endsWith('.ts') && !path.startsWith('..'))
}

/** The paths, relative to the folder `root`, that one of its files imports. */
function importsIn(root: string, file: string): string[] {
  const text = readFileSync(join(root, file), 'utf8')
  return [...text.matchAll(/(?:from|import) ?\(?['"](\.{1,2}\/[^'"\n]+\.[jt]s)['"]/g)].map(
    ([, path]) => normalize(join(dirname(file), path as string)),
  )
}

/** Type imports count, too: to read one file of a circle, you have to read all. */
it('has no circle of imports', () => {
  const rooms = ['src', 'contract-tests', 'bench', 'resilience', 'scripts', 'spec']
  const files = rooms.flatMap((room) =>
    readdirSync(join(ROOT, room), { recursive: true, encoding: 'utf8' })
      .filter((file) => /\.[jt]s$/.test(file))
      .map((file) => join(room, file)),
  )

  expect(circles(files)).toEqual([])
})

/** At least one circle for each group of files that import each other, as `a → b → a`. */
function circles(files: readonly string[]): string[] {
  const found: string[] = []
  const seen = new Set<string>()
  const follow = (file: string, way: readonly string[]) => {
    const start = way.indexOf(file)
    if (start >= 0) found.push([...way.slice(start), file].join(' → '))
    if (seen.has(file)) return
    seen.add(file)
    for (const imported of new Set(importsIn(ROOT, file))) {
      if (files.includes(imported)) follow(imported, [...way, file])
    }
  }
  for (const file of files) follow(file, [])
  return found
}

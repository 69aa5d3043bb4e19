import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'

const SOURCE = fileURLToPath(new URL('.', import.meta.url))

/** Each may import what stands below it; CONTRIBUTING.md tells what is in them. */
const LAYERS = [
  'cli',
  'commands',
  'index',
  'sandbox',
  'app',
  'control',
  'pages',
  'http',
  'operations',
  'simulation',
  'webhooks',
  'seeding',
  'reports',
  'store',
  'faults',
  'log',
  'config',
  'package-root',
  'router',
  'compiled-rules',
  'request-rules',
  'document',
  'intelligence',
  'time',
  'accounts',
  'regular-expression',
  'invalid-input',
  'errors',
]

/** Types alone: it names the parts that `createSandbox` puts together, whichever layer they are of. */
const COMPOSITION = 'services'

it('imports from lower layers only', () => {
  const wrong = sources().flatMap((file) =>
    importsOf(file)
      .filter((imported) => !mayImport(layerOf(file), layerOf(imported)))
      .map((imported) => `${file} imports ${imported}`),
  )

  expect(wrong).toEqual([])
})

function mayImport(from: string, to: string): boolean {
  if (from === to || from === COMPOSITION || to === COMPOSITION) return true
  return placeOf(from) < placeOf(to)
}

function placeOf(layer: string): number {
  const place = LAYERS.indexOf(layer)
  expect(place, `src/${layer} has its place in LAYERS`).toBeGreaterThanOrEqual(0)
  return place
}

/** The folder in src/, or the name of a file that is in none. */
function layerOf(file: string): string {
  return (file.split('/')[0] as string).replace(/\.ts$/, '')
}

function sources(): string[] {
  return readdirSync(SOURCE, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts'))
    .filter((file) => !file.startsWith('testing/'))
}

function importsOf(file: string): string[] {
  const text = readFileSync(join(SOURCE, file), 'utf8')
  return [...text.matchAll(/(?:from|import) ?\(?'(\.{1,2}\/[^']+\.ts)'/g)]
    .map(([, path]) => relative(SOURCE, join(SOURCE, dirname(file), path as string)))
    .filter((path) => !path.startsWith('..'))
}

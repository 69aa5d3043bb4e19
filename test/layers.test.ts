import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join, normalize } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'

const ROOT = fileURLToPath(new URL('../', import.meta.url))

/** Each may import those below it; docs/dev/architecture.md describes them. The contract suite shares the lowest. */
const LAYERS = [
  'contract',
  'msw',
  'playwright',
  'cli',
  'require',
  'index',
  'proxy',
  'sandbox',
  'running-sandbox',
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
  'runtime',
  'store',
  'faults',
  'log',
  'config',
  'package',
  'answer-forms',
  'differences',
  'openapi',
  'intelligence',
  'accounts',
  'time',
  'errors',
  'schema',
  'text',
  'node-globals',
  'stand-in-timers',
]

/** The folders of the console: the app shows features, which are made of the pieces in `ui`, which use hooks, which call the sandbox. */
const CONSOLE_LAYERS = ['main', 'app', 'features', 'ui', 'hooks', 'start', 'client']

it('imports from lower layers only', () => {
  expect(upwardImports('src', LAYERS)).toEqual([])
})

it('imports from lower folders only in the console', () => {
  expect(upwardImports('src/web/console', CONSOLE_LAYERS)).toEqual([])
})

/** Imports of files in `room` from a higher layer of the room. */
function upwardImports(room: string, layers: readonly string[]): string[] {
  /** The folder in the room, or the name of a file in none. */
  const layerOf = (file: string) => (file.split('/')[0] as string).replace(/\.tsx?$/, '')
  const placeOf = (layer: string) => {
    const place = layers.indexOf(layer)
    expect(place, `${room}/${layer} has its place in the list`).toBeGreaterThanOrEqual(0)
    return place
  }
  const root = join(ROOT, room)
  return sourcesIn(room)
    .filter((file) => !/\.test\.tsx?$/.test(file))
    .flatMap((file) =>
      importsIn(root, file)
        .filter((path) => /\.tsx?$/.test(path) && !path.startsWith('..'))
        .filter((path) => placeOf(layerOf(path)) < placeOf(layerOf(file)))
        .map((path) => `${file} imports ${path}`),
    )
}

function sourcesIn(room: string): string[] {
  return readdirSync(join(ROOT, room), { recursive: true, encoding: 'utf8' }).filter((file) =>
    /\.[jt]sx?$/.test(file),
  )
}

/** The paths, relative to the folder `root`, that one of its files imports. */
function importsIn(root: string, file: string): string[] {
  const text = readFileSync(join(root, file), 'utf8')
  return [...text.matchAll(/(?:from|import) ?\(?['"](\.{1,2}\/[^'"\n]+\.[jt]sx?)['"]/g)].map(
    ([, path]) => normalize(join(dirname(file), path as string)),
  )
}

/** Type imports count, too: to read one file of a circle, you have to read all. */
it('has no circle of imports', () => {
  const rooms = ['src', 'contract-tests', 'test/bench', 'test/resilience', 'scripts', 'spec']
  const files = rooms.flatMap((room) => sourcesIn(room).map((file) => join(room, file)))

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

/** Bundles the pages of src/web for browsers. */
import { createHash } from 'node:crypto'
import { copyFileSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { build } from 'rolldown'
import { upToDate } from './up-to-date.ts'

const root = fileURLToPath(new URL('../', import.meta.url))
const web = join(root, 'src/web')

/** Runs before the first paint, hence not as a module. */
const START = 'console/start.ts'

/** `assets`: the folder of bundled files, relative to the address of the page. All paths are below src/web. */
const PAGES = [
  {
    name: 'console',
    html: 'console/index.html',
    script: 'console/main.tsx',
    style: 'console/styles/index.css',
    assets: 'console/assets/',
  },
  {
    name: 'docs',
    html: 'docs/index.html',
    script: 'docs/main.tsx',
    style: 'docs/index.css',
    assets: 'console/assets/',
  },
  {
    name: 'guide',
    html: 'guide/page.html',
    script: 'guide/main.tsx',
    style: 'guide/guide.css',
    assets: '../console/assets/',
  },
]

/**
 * Writes `<page>.html` and the files in `assets/` that it refers to, with names that depend on their content. Screens that a page
 * imports on demand have files of their own.
 *
 * @returns the source files that became part of a bundle, among them those of packages.
 */
export async function bundlePages(outdir: string): Promise<string[]> {
  const assets = join(outdir, 'assets')
  mkdirSync(assets, { recursive: true })
  const start = await bundled('start', START, assets)
  const sources = [...start.sources]
  for (const { name, html, script, style, assets: place } of PAGES) {
    const { text, files } = styleSheet(join(web, style))
    const sheet = `${name}-${createHash('sha256').update(text).digest('hex').slice(0, 8)}.css`
    writeFileSync(join(assets, sheet), text)
    sources.push(...files)
    const tags = [
      `<link rel="stylesheet" href="${place}${sheet}">`,
      `<script src="${place}${start.entry.fileName}"></script>`,
    ]
    if (script !== undefined) {
      const { entry, sources: modules } = await bundled(name, script, assets)
      sources.push(...modules)
      tags.push(`<script type="module" src="${place}${entry.fileName}"></script>`)
      for (const file of entry.imports) {
        tags.push(`<link rel="modulepreload" href="${place}${file}">`)
      }
    }
    const page = readFileSync(join(web, html), 'utf8')
    writeFileSync(
      join(outdir, `${name}.html`),
      page.replace('<!-- bundle -->', tags.join('\n    ')),
    )
  }
  copyFileSync(join(web, 'console/icon.svg'), join(outdir, 'icon.svg'))
  return sources
}

/** Bundles a script with all that it imports into `outdir`. */
async function bundled(name: string, script: string, outdir: string) {
  const { output } = await build({
    cwd: root,
    input: { [name]: join(web, script) },
    platform: 'browser',
    logLevel: 'warn',
    output: {
      dir: outdir,
      format: 'esm',
      minify: true,
      // The licences are in a file of their own.
      comments: false,
      entryFileNames: '[name]-[hash].js',
      chunkFileNames: '[name]-[hash].js',
    },
  })
  const chunks = output.filter((each) => each.type === 'chunk')
  const [entry] = output
  return { entry, sources: chunks.flatMap(({ moduleIds }) => moduleIds) }
}

const IMPORT = /^@import ["']([^"']+)["'];\n/gm

/** A style sheet with the ones that it imports, of which a browser would otherwise learn one after the other. */
function styleSheet(file: string): { text: string; files: string[] } {
  const files = [file]
  const text = readFileSync(file, 'utf8').replace(IMPORT, (_, name: string) => {
    const path = name.startsWith('.')
      ? join(dirname(file), name)
      : createRequire(import.meta.url).resolve(name)
    const imported = styleSheet(path)
    files.push(...imported.files)
    return imported.text
  })
  return { text, files }
}

/** The folder with the bundled pages of a checkout, bundled again when a source has changed. */
export function bundledPages(): Promise<string> {
  bundling ??= upToDate('svc-sandbox-pages', bundlePages).finally(() => {
    bundling = undefined
  })
  return bundling
}

/** The pages of a browser are asked for at the same time. */
let bundling: Promise<string> | undefined

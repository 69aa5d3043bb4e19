import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { builtFolder, packageRoot } from '../package/package-root.ts'

/** `guide` is a template of its pages. */
export type Page = 'console' | 'docs' | 'guide'

let folder: string | undefined

/**
 * The folder of the bundled pages: `<page>.html`, and the scripts and styles of all in `assets/`. The package holds it. In a
 * checkout it is made here: nothing has to be built before `npm start`.
 */
export async function pagesFolder(): Promise<string> {
  folder ??= await madeFolder()
  return folder
}

/** The HTML of a page, with links to its bundled files. In a checkout, a reload shows an edit. */
export async function pageHtml(page: Page): Promise<string> {
  folder = await madeFolder()
  return readFileSync(join(folder, `${page}.html`), 'utf8')
}

async function madeFolder(): Promise<string> {
  const built = builtFolder()
  if (built !== undefined) return join(built, 'web')
  // Not known to bundlers: it loads one.
  const bundler = pathToFileURL(join(packageRoot(), 'scripts/page-bundle.ts')).href
  const { bundledPages } = await import(/* @vite-ignore */ bundler)
  return bundledPages()
}

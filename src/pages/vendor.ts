import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { builtFolder } from '../package-root.ts'

const besideMain = (name: string, file: string) => (require: NodeJS.Require) =>
  join(dirname(require.resolve(name)), file)

const FILES: Record<string, (require: NodeJS.Require) => string> = {
  'preact.js': (require) => require.resolve('preact'),
  'preact-hooks.js': (require) => require.resolve('preact/hooks'),
  'htm.js': besideMain('htm', 'htm.module.js'),
  'uplot.js': besideMain('uplot', 'uPlot.iife.min.js'),
  'uplot.css': besideMain('uplot', 'uPlot.min.css'),
}

/**
 * Files of the console's libraries by the name under which `/console/vendor/` has them: of their packages for those
 * who work on the source, copied into dist/ for all others.
 */
export function vendorFiles(): Map<string, string> {
  const folder = builtFolder()
  const files = Object.entries(FILES)
  if (folder) return new Map(files.map(([name]) => [name, join(folder, 'vendor', name)]))
  const require = createRequire(import.meta.url)
  return new Map(files.map(([name, find]) => [name, find(require)]))
}

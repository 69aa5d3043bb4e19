import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'

/** Files of the console's libraries by the name under which `/console/vendor/` has them. */
export function vendorFiles(): Map<string, string> {
  const require = createRequire(import.meta.url)
  const besideMain = (name: string, file: string) => join(dirname(require.resolve(name)), file)
  return new Map([
    ['preact.js', require.resolve('preact')],
    ['preact-hooks.js', require.resolve('preact/hooks')],
    ['htm.js', besideMain('htm', 'htm.module.js')],
    ['uplot.js', besideMain('uplot', 'uPlot.iife.min.js')],
    ['uplot.css', besideMain('uplot', 'uPlot.min.css')],
  ])
}

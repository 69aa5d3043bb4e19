import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { builtFolder } from '../package/package-root.ts'

const nextToMain = (name: string, file: string) => (require: NodeJS.Require) =>
  join(dirname(require.resolve(name)), file)

const FILES: Record<string, (require: NodeJS.Require) => string> = {
  'preact.js': (require) => require.resolve('preact'),
  'preact-hooks.js': (require) => require.resolve('preact/hooks'),
  'htm.js': nextToMain('htm', 'htm.module.js'),
  'uplot.js': nextToMain('uplot', 'uPlot.iife.min.js'),
  'uplot.css': nextToMain('uplot', 'uPlot.min.css'),
}

/**
 * The libraries of the console, by their name below `/console/vendor/`: from their packages in a checkout, or from dist/.
 */
export function vendorFiles(): Map<string, string> {
  const folder = builtFolder()
  const files = Object.entries(FILES)
  if (folder) return new Map(files.map(([name]) => [name, join(folder, 'vendor', name)]))
  const require = createRequire(import.meta.url)
  return new Map(files.map(([name, find]) => [name, find(require)]))
}

/** The files of Swagger UI that the page at /docs loads. */
export const SWAGGER_UI_FILES = ['swagger-ui-bundle.js', 'swagger-ui.css']

/** The folder of these files: their package in a checkout, or dist/. */
export function swaggerUiFolder(): string {
  const built = builtFolder()
  if (built) return join(built, 'swagger-ui')
  return dirname(createRequire(import.meta.url).resolve('swagger-ui-dist/package.json'))
}

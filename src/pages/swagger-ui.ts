import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { builtFolder } from '../package-root.ts'

/** Those of its files that the page loads. */
export const SWAGGER_UI_FILES = ['swagger-ui-bundle.js', 'swagger-ui.css']

/** Folder of Swagger UI's files: a package for those who work on the source, copied into dist/ for all others. */
export function swaggerUiFolder(): string {
  const built = builtFolder()
  if (built) return join(built, 'swagger-ui')
  return dirname(createRequire(import.meta.url).resolve('swagger-ui-dist/package.json'))
}

/** The second half of `npm run build`. */
import { fileURLToPath } from 'node:url'
import { bundle } from './bundling.ts'

await bundle(fileURLToPath(new URL('../dist', import.meta.url)))
